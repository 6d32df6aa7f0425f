import { normal, type Feed } from '#server/engines/prices.ts'
import type { Market } from '#server/market.ts'
import type { Random } from '#server/random.ts'

/** Prices that move in a minute as others do in a day, and go on over restarts, so that contracts end by force as well. */
export function createWildFeed(chance: Random) {
  const walks = new Map<string, number>()
  return (markets: readonly Market[]): Feed => ({
    sources: 1,
    read: () =>
      markets.map(({ pair: { market, firstPrice } }) => {
        const log = (walks.get(market) ?? 0) * 0.999 + 0.002 * normal(chance)
        walks.set(market, log)
        return { market, price: firstPrice * Math.exp(log) }
      }),
  })
}
