import type { pnlCalls } from '#contract/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { SCALE } from '#contract/wire/money.ts'
import type { Prepared } from '#server/core/context.ts'
import type { LogRow } from '#server/core/rows.ts'
import { worthOf } from '#server/features/market/view.ts'
import type { AssetsContext } from './context.ts'
import { coinCosts, dayOf, pnlDays, type PriceAt } from './pnl.ts'

const pageSize = 1000
/** More bookings than this are not read: the days then begin with the oldest that was. */
const maxRows = 5000
const daySeconds = 86_400
const rowIn = (body: string): LogRow => JSON.parse(body)

/** The last price of each day, from the daily candles; a day without trades has the price before it. Today's is the price of now. */
function pricesOf(ctx: AssetsContext, firstDay: number): PriceAt {
  const today = dayOf(ctx.now())
  const closes = new Map<number, Map<number, bigint>>()
  const closesOf = (asset: number) => {
    const known = closes.get(asset)
    if (known) return known
    const found = new Map<number, bigint>()
    const market = ctx.markets.all().find(({ pair }) => pair.base === asset && pair.quote === baseCoin.id)
    const scaled = (steps: number, priceScale: number) => BigInt(steps) * 10n ** BigInt(SCALE - priceScale)
    closes.set(asset, found)
    if (market === undefined) return found
    const candles = market.chart.range('1day', firstDay * daySeconds, (today + 1) * daySeconds)
    const byDay = new Map(candles.map(([time, , , , close]) => [Math.floor(time / daySeconds), close]))
    let last = candles[0]?.[1] ?? market.last()
    for (let day = firstDay; day < today; day += 1) {
      last = byDay.get(day) ?? last
      found.set(day, scaled(last, market.pair.priceScale))
    }
    return found
  }
  return (asset, day) => (day >= today || asset === baseCoin.id ? (worthOf(ctx, asset) ?? 0n) : (closesOf(asset).get(day) ?? 0n))
}

/** Profit and loss by day and cost by coin, from the account's own bookings. */
export const readPnl: Prepared<typeof pnlCalls.pnl, AssetsContext> = {
  prepare: async ({ store }, { user }) => {
    const newest: LogRow[] = []
    let isPartial = false
    for (let offset = 0; ; offset += pageSize) {
      const { bodies } = await store.page({ table: 'logs', where: { user }, limit: pageSize, offset })
      newest.push(...bodies.map(rowIn))
      if (bodies.length < pageSize) break
      isPartial = newest.length >= maxRows
      if (isPartial) break
    }
    // A booking made between two pages moves all others on by one: the second copy of a row is left out.
    const rows = [...new Map(newest.map((row) => [row.id, row])).values()].toSorted((a, b) => a.id - b.id)
    return (ctx) => {
      const nowMs = ctx.now()
      const priceAt = pricesOf(ctx, dayOf(rows[0]?.at ?? nowMs))
      return { days: pnlDays({ rows, priceAt, nowMs }), coins: coinCosts({ rows, priceAt, nowMs }), is_partial: isPartial, server_now_ms: nowMs }
    }
  },
}
