import { periodSeconds, symbolOf } from '#contract/market/market.ts'
import type { MarketCandle, MarketDay, MarketRules, program } from '#contract/program/program.ts'
import { limits } from '#contract/wire/limits.ts'
import { paces } from '#contract/wire/paces.ts'
import { spotKind } from '#contract/spot/spot.ts'
import { selfTrade, tif } from '#contract/wire/orders.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isPairOpen } from '#server/features/market/halt.ts'
import { marketAt } from '#server/features/market/handlers.ts'
import type { Market } from '#server/features/market/market.ts'
import { priceText, textOf } from '#server/features/market/units.ts'
import { maxOpenOrders } from '#server/features/spot/check.ts'
import type { ProgramContext } from './context.ts'

const shownOf = ({ markets }: Pick<ProgramContext, 'markets'>) =>
  markets.all().filter(({ pair }) => pair.isDisplayed && pair.isSpot)
/** The least step of a scale: 0.01 of 2. */
const stepOf = (scale: number) => textOf(1, scale)
const rulesOf = (ctx: ProgramContext, { pair }: Market): MarketRules => ({
  m: pair.market,
  symbol: symbolOf(pair.market),
  currency_id: pair.base,
  legal_id: pair.quote,
  is_open: isPairOpen(ctx, pair),
  price_step: stepOf(pair.priceScale),
  amount_step: stepOf(pair.amountScale),
  min_amount: pair.minAmount,
  max_amount: pair.maxAmount,
  min_total: pair.minTotal,
  price_band: ctx.settings.market.priceBand,
  maker_fee: ctx.settings.spot.coinTradeFee,
  taker_fee: ctx.settings.spot.coinTradeFee,
  kinds: [...spotKind.options],
  tifs: [...tif.options],
  stps: [...selfTrade.options],
  most_open: maxOpenOrders,
})
const paceOf = ({ perSecond, burst }: { perSecond: number; burst: number }) => ({
  per_second: perSecond,
  at_once: burst,
})
const dayOf = (market: Market): MarketDay => {
  const { pair } = market
  const { m, last, open, high, low, volume, amount, change, at_ms } = market.tickerRow()
  const best = (side: 'buy' | 'sell') => {
    const price = market.book().best(side)
    return price === null ? null : priceText(pair, price)
  }
  return {
    m,
    symbol: symbolOf(m),
    last,
    open,
    high,
    low,
    change,
    at_ms,
    base_volume: volume,
    quote_volume: amount,
    bid: best('buy'),
    ask: best('sell'),
  }
}

export const rules: Decide<typeof program.rules, ProgramContext> = (ctx) => ({
  markets: shownOf(ctx).map((market) => rulesOf(ctx, market)),
  reads: paceOf(paces.reads),
  changes: paceOf(paces.changes),
  server_now_ms: ctx.now(),
})
export const days: Decide<typeof program.days, ProgramContext> = (ctx) => ({
  markets: shownOf(ctx).map(dayOf),
  server_now_ms: ctx.now(),
})

export const candles: Decide<typeof program.candles, ProgramContext> = (ctx, _caller, input) => {
  const { period, to_ms = ctx.now(), count = limits.maxCandles } = input
  const market = marketAt(ctx, input.symbol)
  const to = Math.floor(to_ms / 1000)
  const from = input.from_ms === undefined ? to - count * periodSeconds[period] : Math.ceil(input.from_ms / 1000)
  const found = market.chart.range(period, from, to).slice(-count)
  const running = market.chart.running(period)?.[0]
  const shown = found.map((cells): MarketCandle => {
    const { time, open, high, low, close, amount, volume } = market.candle(cells, false)
    const volumes = { base_volume: amount, quote_volume: volume }
    return { start_ms: time, open, high, low, close, ...volumes, is_closed: cells[0] !== running }
  })
  return { symbol: symbolOf(market.pair.market), period, candles: shown }
}

const usualTrades = 100
export const trades: Decide<typeof program.trades, ProgramContext> = (ctx, _caller, input) => {
  const { before, count = usualTrades } = input
  const market = marketAt(ctx, input.symbol)
  const tape = market.tape()
  const end = before === undefined ? tape.length : tape.findIndex(({ id }) => id === before)
  // One that is kept no more: what came before it is not known either.
  if (end < 0) throw new Refusal('not_found')
  const start = Math.max(0, end - count)
  return {
    symbol: symbolOf(market.pair.market),
    trades: tape.slice(start, end).toReversed(),
    next: start === 0 ? null : (tape[start]?.id ?? null),
  }
}
