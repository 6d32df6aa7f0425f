import { baseCoin, limits } from '#contract/wire/limits.ts'
import { marketOf, period as periodSchema, periodAliases, type Bar, type market } from '#contract/market.ts'
import type { Handlers } from '#server/core/context.ts'
import type { Market } from './market.ts'
import { sourcesOf } from './sources-view.ts'
import { textOf, volumeScale } from './units.ts'
import { currencyOf, pairOf } from './view.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { CandleCells } from './rows.ts'
import type { MarketContext } from './context.ts'

const levelsOfPair = 20

const barOf = ({ pair }: Market, symbol: string, period: string, [start, open, high, low, close, amount, volume]: CandleCells): Bar => {
  const [base = '', quote = ''] = symbol.split('/')
  const price = (ticks: number) => Number(textOf(ticks, pair.priceScale))
  const vol = Number(textOf(volume, volumeScale))
  return {
    id: start, time: start * 1000, period, symbol, 'base-currency': base, 'quote-currency': quote,
    open: price(open), high: price(high), low: price(low), close: price(close),
    amount: Number(textOf(amount, pair.amountScale)), vol, volume: vol,
  }
}

export const marketHandlers: Handlers<typeof market, MarketContext> = {
  tickers: (ctx) => {
    const coin = ctx.tables.coins.need(baseCoin.id)
    const shown = ctx.markets.all().filter(({ pair }) => pair.isDisplayed)
    return [{ ...currencyOf(ctx, coin), quotation: shown.map((each) => pairOf(ctx, each)) }]
  },
  pair: (ctx, _caller, { currency_id, legal_id }) => {
    const found = ctx.markets.ofCoins(currency_id, legal_id)
    const { bids, asks, seq } = ctx.markets.depth(found.pair.market)
    const { index, mark, sources, as_of_ms } = found.priceRow()
    return {
      ...pairOf(ctx, found), bids: bids.slice(0, levelsOfPair), asks: asks.slice(0, levelsOfPair), seq,
      deals: found.deals(), index, mark, sources, as_of_ms, server_now_ms: ctx.now(),
    }
  },
  sources: (ctx) => ctx.markets.all().filter(({ pair }) => pair.isDisplayed).map((each) => sourcesOf(ctx, each)),
  candles: ({ markets }, _caller, { symbol, period, from, to }) => {
    const found = markets.all().find(({ pair }) => pair.market === marketOf(symbol))
    if (!found) throw new Refusal('symbol_unknown')
    const known = periodAliases[period] ?? periodSchema.options.find((option) => option === period)
    if (!known) throw new Refusal('period_unknown')
    return found.chart.range(known, from, to).slice(-limits.maxCandles).map((cells) => barOf(found, symbol, known, cells))
  },
}
