import { symbolOf, type MarketSources } from '#contract/market/market.ts'
import type { MarketContext } from './context.ts'
import { asOfQuote, type Market } from './market.ts'
import { neededSources } from './prices/fold.ts'
import { priceText } from './units.ts'

type Some = Pick<MarketContext, 'priceIndex' | 'now'>

function statusOf({ priceIndex }: Some, market: Market): MarketSources['status'] {
  const kind = priceIndex.kind()
  if (kind !== 'sources') return kind === 'none' ? 'unset' : 'simulated'
  const name = market.pair.market
  return priceIndex.viewOf(name)?.lack ?? (priceIndex.isHeld(name) ? 'held' : market.isStale() ? 'few' : 'live')
}
/** Where the price of a market comes from, as everybody may see it. */
export function sourcesOf(ctx: Some, market: Market): MarketSources {
  const { pair } = market
  const quote = market.quote()
  const view = ctx.priceIndex.viewOf(pair.market)
  const status = statusOf(ctx, market)
  return {
    m: pair.market,
    symbol: symbolOf(pair.market),
    price_scale: pair.priceScale,
    status,
    index: quote && priceText(pair, quote.index),
    age_ms: quote && Math.max(0, Math.round(ctx.now() - asOfQuote(quote))),
    needed: status === 'simulated' ? 0 : neededSources,
    sources: (view?.sources ?? []).map(({ name, state, price, ageMs }) => ({
      name,
      state,
      price: price === null ? null : priceText(pair, Math.max(1, Math.round(price))),
      age_ms: ageMs === null ? null : Math.round(ageMs),
    })),
  }
}
