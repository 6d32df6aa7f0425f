import { foldPrices, neededSources } from './fold.ts'
import type { Feed, FeedPrice } from './feeds.ts'

/** What a source has said counts for so long. */
const sayingLifeMs = 2000

const isPrice = (price: number) => Number.isFinite(price) && price > 0

/**
 * Several feeds as one, folded like the sources of a running venue (`fold.ts`). A market on which too few speak, or too few agree, is
 * silent, and grows stale. A single feed is passed on as it is: then nothing stands against it but the doubt about leaps.
 */
export function createMiddle(feeds: readonly Feed[]): Feed {
  const said = feeds.map(() => new Map<string, { price: number; at: number }>())
  const needed = Math.min(neededSources, feeds.length)
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
        const folded = foldPrices(live.map(({ price, at }) => ({ price, ageMs: atMs - at })), needed)
        return folded ? [{ market, price: folded.price }] : []
      })
    },
  }
}
