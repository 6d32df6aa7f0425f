import { foldPrices, neededSources } from '#server/features/market/prices/fold.ts'
import type { Feed, FeedPrice } from '#server/features/market/prices/feeds.ts'

/** A source's price counts for this long. */
const maxPriceAgeMs = 2000

const isPrice = (price: number) => Number.isFinite(price) && price > 0

/**
 * Combines several feeds into one, like the sources of a running venue (`fold.ts`, P8). If too few have a recent price
 * for a market, or
 * too few agree, none is reported and its quote becomes stale. A single feed is passed on unchanged; then only the
 * filter for jumps in
 * `price-index.ts` protects against it.
 */
export function createMedianFeed(feeds: readonly Feed[]): Feed {
  const latest = feeds.map(() => new Map<string, { price: number; at: number }>())
  const needed = Math.min(neededSources, feeds.length)
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
        const folded = foldPrices(
          live.map(({ price, at }) => ({ price, ageMs: atMs - at })),
          needed,
        )
        return folded ? [{ market, price: folded.price }] : []
      })
    },
  }
}
