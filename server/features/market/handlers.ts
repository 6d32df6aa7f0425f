import { baseCoin, limits } from '#contract/wire/limits.ts'
import {
  marketOf,
  symbolOf,
  period as periodSchema,
  periodAliases,
  standingIn,
  type Bar,
  type market,
  type MarketSpark,
  type MarketSources,
} from '#contract/market/market.ts'
import type { Handlers } from '#server/core/context.ts'
import { textOf, volumeScale, priceText } from './units.ts'
import { currencyOf, pairOf } from './view.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { CandleCells } from './rows.ts'
import type { MarketContext } from './context.ts'
import { asOfQuote, type Market } from './market.ts'
import { neededSources } from './prices/fold.ts'

const levelsOfPair = 20

/** A market by its symbol, with either separator. */
export const marketAt = ({ markets }: Pick<MarketContext, 'markets'>, symbol: string) => {
  const found = markets.find(marketOf(symbol))
  if (!found) throw new Refusal('symbol_unknown')
  return found
}

const barOf = (
  { pair }: Market,
  symbol: string,
  period: string,
  [start, open, high, low, close, amount, volume]: CandleCells,
): Bar => {
  const [base = '', quote = ''] = symbol.split('/')
  const price = (ticks: number) => Number(textOf(ticks, pair.priceScale))
  const vol = Number(textOf(volume, volumeScale))
  return {
    id: start,
    time: start * 1000,
    period,
    symbol,
    'base-currency': base,
    'quote-currency': quote,
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    amount: Number(textOf(amount, pair.amountScale)),
    vol,
    volume: vol,
  }
}

const sparkHours = 24
const sparkOf = ({ pair, chart }: Market, now: number): MarketSpark => {
  const seconds = Math.floor(now / 1000)
  const candles = chart.range('30min', seconds - sparkHours * 3600, seconds)
  return { m: pair.market, closes: candles.map(([, , , , close]) => textOf(close, pair.priceScale)) }
}

export const marketHandlers: Handlers<typeof market, MarketContext> = {
  tickers: (ctx) => {
    const coin = ctx.tables.coins.need(baseCoin.id)
    const displayed = ctx.markets.all().filter(({ pair }) => pair.isDisplayed)
    return [{ ...currencyOf(ctx, coin), quotation: displayed.map((each) => pairOf(ctx, each)) }]
  },
  pair: (ctx, _caller, { currency_id, legal_id }) => {
    const market = ctx.markets.ofCoins(currency_id, legal_id)
    const { bids, asks, seq } = ctx.markets.depth(market.pair.market)
    const { index, mark, sources, as_of_ms, ...rest } = market.priceRow()
    return {
      ...pairOf(ctx, market),
      bids: bids.slice(0, levelsOfPair),
      asks: asks.slice(0, levelsOfPair),
      seq,
      deals: market.deals(),
      index,
      mark,
      sources,
      as_of_ms,
      server_now_ms: ctx.now(),
      ...standingIn(rest),
    }
  },
  sparks: (ctx) =>
    ctx.markets
      .all()
      .filter(({ pair }) => pair.isDisplayed)
      .map((each) => sparkOf(each, ctx.now())),
  sources: (ctx) =>
    ctx.markets
      .all()
      .filter(({ pair }) => pair.isDisplayed)
      .map((each) => sourcesOf(ctx, each)),
  depth: (ctx, _caller, { symbol, limit = 50 }) => {
    const { pair } = marketAt(ctx, symbol)
    const { bids, asks, seq, cs } = ctx.markets.depth(pair.market)
    return {
      symbol: symbolOf(pair.market),
      bids: bids.slice(0, limit),
      asks: asks.slice(0, limit),
      seq,
      cs,
      server_now_ms: ctx.now(),
    }
  },
  deals: (ctx, _caller, { symbol }) => {
    const market = marketAt(ctx, symbol)
    return { symbol: symbolOf(market.pair.market), deals: market.deals(), server_now_ms: ctx.now() }
  },
  candles: (ctx, _caller, { symbol, period: name, from, to }) => {
    const market = marketAt(ctx, symbol)
    const period = periodAliases[name] ?? periodSchema.options.find((option) => option === name)
    if (!period) throw new Refusal('period_unknown')
    return market.chart
      .range(period, from, to)
      .slice(-limits.maxCandles)
      .map((cells) => barOf(market, symbol, period, cells))
  },
}

type Some = Pick<MarketContext, 'priceIndex' | 'now'>

function statusOf({ priceIndex }: Some, market: Market): MarketSources['status'] {
  const kind = priceIndex.kind()
  if (kind !== 'sources') return kind === 'none' ? 'unset' : 'simulated'
  const name = market.pair.market
  return priceIndex.viewOf(name)?.lack ?? (priceIndex.isHeld(name) ? 'held' : market.isStale() ? 'few' : 'live')
}
/** Where the price of a market comes from, as everybody may see it. */
function sourcesOf(ctx: Some, market: Market): MarketSources {
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
