import { followListMachine } from '#machines/kit/follow-list.ts'
import { followedSpotOrder } from './spot-order.ts'

/** The open orders of a list. */
export const spotOrdersMachine = followListMachine('spotOrders', followedSpotOrder)
