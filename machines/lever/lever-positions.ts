import { followListMachine } from '#machines/kit/follow-list.ts'
import { followedPosition } from './lever-position.ts'

/** The open positions of a list. */
export const leverPositionsMachine = followListMachine('leverPositions', followedPosition)
