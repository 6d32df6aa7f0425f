import { followListMachine } from '#machines/kit/follow-list.ts'
import { followedTrigger } from './trigger-order.ts'

/** The live triggers of a list. */
export const triggerOrdersMachine = followListMachine('triggerOrders', followedTrigger)
