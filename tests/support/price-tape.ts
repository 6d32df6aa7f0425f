import type { Feed, FeedPrice } from '#server/features/market/prices/feeds.ts'

type TapedPrice = FeedPrice & { at: number }
/** A recorded tape as a feed: reports each price once its time has come. */
export function createTape(tape: readonly TapedPrice[]): Feed {
  let next = 0
  return {
    sources: 1,
    read: (atMs) => {
      const latest = new Map<string, FeedPrice>()
      for (let row = tape[next]; row && row.at <= atMs; row = tape[next]) {
        latest.set(row.market, { market: row.market, price: row.price })
        next += 1
      }
      return [...latest.values()]
    },
  }
}
