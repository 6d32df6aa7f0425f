import type { Feed, FeedPrice } from './feeds.ts'

/** A source's price counts for this long. */
const maxPriceAgeMs = 2000
/** With fewer sources than this, a single one could move the median at will. */
const quorum = 3

const isPrice = (price: number) => Number.isFinite(price) && price > 0
const lowerMedian = (prices: readonly number[]) => prices.toSorted((a, b) => a - b)[Math.floor((prices.length - 1) / 2)]

/**
 * Combines several sources into one feed by their median, so that a single faulty source moves the price by no more than the spread
 * of the others (P8). If too few sources have a recent price for a market, none is reported and its quote becomes stale. A single
 * source is passed on unchanged; then only the filter for jumps in `price-index.ts` protects against it.
 */
export function createMedianFeed(feeds: readonly Feed[]): Feed {
  const latest = feeds.map(() => new Map<string, { price: number; at: number }>())
  const minSources = Math.min(quorum, feeds.length)
  return {
    sources: feeds.length,
    read: (atMs) => {
      const updated = new Set<string>()
      for (const [n, feed] of feeds.entries())
        for (const { market, price } of feed.read(atMs)) {
          updated.add(market)
          if (isPrice(price)) latest[n]?.set(market, { price, at: atMs })
          else latest[n]?.delete(market)
        }
      return [...updated].flatMap((market): FeedPrice[] => {
        const live = latest.flatMap((prices) => prices.get(market) ?? []).filter(({ at }) => atMs - at <= maxPriceAgeMs)
        const price = lowerMedian(live.map((each) => each.price))
        return price === undefined || live.length < minSources ? [] : [{ market, price }]
      })
    },
  }
}
