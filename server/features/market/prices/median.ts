import type { Feed, FeedPrice } from './feeds.ts'

/** What a source has said counts for so long. */
const sayingLifeMs = 2000
/** With fewer voices than this the middle one could be moved by a single source at will. */
const quorum = 3

const isPrice = (price: number) => Number.isFinite(price) && price > 0
const middleOf = (prices: readonly number[]) => prices.toSorted((a, b) => a - b)[Math.floor((prices.length - 1) / 2)]

/**
 * Several sources as one feed: the middle of what they say, so that one of them, whatever it says, moves the price no further than
 * the others lie apart. A market on which too few speak is silent, and grows stale. A single source is passed on as it is: then
 * nothing stands against it but the doubt about leaps.
 */
export function createMiddle(feeds: readonly Feed[]): Feed {
  const said = feeds.map(() => new Map<string, { price: number; at: number }>())
  const least = Math.min(quorum, feeds.length)
  return {
    sources: feeds.length,
    read: (atMs) => {
      const spoken = new Set<string>()
      for (const [n, feed] of feeds.entries())
        for (const { market, price } of feed.read(atMs)) {
          spoken.add(market)
          if (isPrice(price)) said[n]?.set(market, { price, at: atMs })
          else said[n]?.delete(market)
        }
      return [...spoken].flatMap((market): FeedPrice[] => {
        const live = said.flatMap((own) => own.get(market) ?? []).filter(({ at }) => atMs - at <= sayingLifeMs)
        const price = middleOf(live.map((each) => each.price))
        return price === undefined || live.length < least ? [] : [{ market, price }]
      })
    },
  }
}
