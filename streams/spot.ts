import { isSpotOrderAhead, isSpotOrderOver, spot, type SpotOrder, type SpotStatus } from '#contract/spot.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's waiting orders. Read newest first, so that an order placed during the read only repeats a row. */
export const spotOrders = createOwnList<SpotOrder, SpotStatus>({
  isAhead: isSpotOrderAhead,
  isOver: isSpotOrderOver,
  entityOf: (event) => (event.ev === 'spot.orderChanged' ? event.v : null),
  statuses: ['waiting'],
  readPage: (read, asked) => read(spot.list, asked),
})

/** The caller's own streams of the spot market. */
export const spotFeedsOf = ({ own }: FeedDeps) => ({
  /** All open orders of the caller, newest first. */
  spotOrders$: own.live(spotOrders.live$),
    /** Each order that has just ended, for history lists to add. */
  spotHistory$: spotOrders.ended$(own.events$),
})
