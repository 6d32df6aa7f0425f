import { createMedianFeed } from '#tests/support/median-feed.ts'
import { normal, type Feed } from '#server/features/market/prices/feeds.ts'
import type { Market } from '#server/features/market/market.ts'
import type { Random } from '#server/core/random.ts'

/** No source in its senses is further from the truth than this. */
export const sourceNoise = 0.0005
export const sources = 3
type Walk = { log: number; truth: number; said: number[]; silentUntil: number; stillUntil: number }
type Madness = { source: number; until: number; of: () => number }

/**
 * Prices that move in a minute as others do in a day, so that contracts end by force as well. Three sources say them,
 * of which at
 * most one at a time is out of its mind; now and then nobody says anything. Walks go on over restarts.
 */
export function createWildFeed(chance: Random, fold: (feeds: readonly Feed[]) => Feed = createMedianFeed) {
  const walks = new Map<string, Walk>()
  let mad: Madness | null = null
  const madness = (at: number): Madness => {
    const way = chance.int(12)
    const of = [() => NaN, () => 0, () => 1e9, () => 0.01][way] ?? (() => 0.3 + chance.unit() * 3)
    return { source: chance.int(sources), until: at + chance.int(8000), of }
  }
  const walkOf = ({ pair: { market, firstPrice } }: Market, at: number) => {
    const known = walks.get(market)
    const walk = known ?? { log: 0, truth: firstPrice, said: [], silentUntil: 0, stillUntil: 0 }
    walks.set(market, walk)
    if (known && (walk.stillUntil > at || chance.unit() > 0.3)) return walk
    // So calm at times that a round ends where it began.
    if (chance.unit() < 0.003) walk.stillUntil = at + chance.int(180_000)
    // Now and then all at once so far that margins do not cover it.
    const size = chance.unit() < 0.01 ? 0.03 : 0.004
    walk.log = walk.log * 0.997 + Math.max(-0.1, Math.min(0.1, size * normal(chance)))
    walk.truth = firstPrice * Math.exp(walk.log)
    walk.said = Array.from({ length: sources }, () => walk.truth * (1 + (chance.unit() * 2 - 1) * sourceNoise))
    if (chance.unit() < 0.0008) walk.silentUntil = at + chance.int(6000)
    return walk
  }
  const say = (markets: readonly Market[], source: number, at: number) =>
    markets.flatMap(({ pair: { market } }) => {
      const walk = walks.get(market)
      if (!walk || walk.silentUntil > at) return []
      const price = walk.said[source] ?? NaN
      return [{ market, price: mad?.source === source ? price * mad.of() : price }]
    })
  return {
    feedOf: (markets: readonly Market[]): Feed =>
      fold(
        Array.from({ length: sources }, (_, source) => ({
          sources: 1,
          read: (at) => {
            if (source === 0) {
              for (const market of markets) walkOf(market, at)
              if (mad ? at > mad.until : chance.unit() < 0.006) mad = mad ? null : madness(at)
            }
            return say(markets, source, at)
          },
        })),
      ),
    /** What a market is truly worth now, in ticks. */
    truthOf: (market: string) => walks.get(market)?.truth ?? NaN,
  }
}
