import { isSpotOrderAhead, isSpotOrderOver, spot, type SpotOrder, type SpotStatus } from '#contract/spot.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's orders that wait. Newest first, so that one placed while they are read only repeats a row. */
export const spotOrders = createOwnList<SpotOrder, SpotStatus>({
  isAhead: isSpotOrderAhead,
  isOver: isSpotOrderOver,
  entityOf: (event) => (event.ev === 'spot.orderChanged' ? event.v : null),
  statuses: ['waiting'],
  readPage: (read, asked) => read(spot.list, asked),
})

/** What the spot market says to the caller alone. */
export const spotFeedsOf = ({ own }: FeedDeps) => ({
  /** All open orders of the caller, newest first. */
  spotOrders$: own.live(spotOrders.live$),
  /** Each order that has just ended, for history lists to take in. */
  spotHistory$: spotOrders.ended$(own.events$),
})
