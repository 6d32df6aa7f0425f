import { bookEntry, noBasis, worthAt, type Basis, type Move, type OpenResults } from '#contract/pnl.ts'
import { maxPnlDays } from '#contract/assets/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import type { BalanceChange, EarnedFee } from '#server/core/ledger.ts'
import { chargedOf, profitNow, tradingOf } from '#server/features/lever/account.ts'
import { isLeverOpen } from '#server/features/lever/rows.ts'
import { worthOf } from '#server/features/market/view.ts'
import { dayOf, startOf } from './days.ts'
import { firstPnl, type PnlRow } from './pnl-rows.ts'
import type { AssetsContext } from './context.ts'

/** Due at 00:00 UTC: the day is closed at the prices of that moment. */
export const dayEnd = deadline('dayEnd')
const daySeconds = 86_400

/** The day that bookings count to: the one after the last that was closed. */
export const openDay = ({ tables, now }: Pick<AssetsContext, 'tables' | 'now'>) =>
  tables.days.group('open', 1)[0]?.day ?? dayOf(now())
/** Worth of units of a coin at the current price. */
export const worthNow = (ctx: Pick<AssetsContext, 'markets'>) => (asset: number, units: bigint) =>
  worthAt(units, worthOf(ctx, asset) ?? 0n)
const latestOf = ({ tables }: Pick<AssetsContext, 'tables'>, user: number) =>
  tables.pnlDays.group('user', user).find(({ isLatest }) => isLatest)

/** What a user holds of a coin and what that has cost, as of the last command: a command books its results at its end. */
export const basisOf = (ctx: Pick<AssetsContext, 'tables'>, user: number, asset: number): Basis =>
  latestOf(ctx, user)?.coins.get(asset) ?? noBasis

/** The row of the running day, to which a booking is added; that of an earlier day stays as it is. */
function grow(ctx: AssetsContext, user: number, change: (row: PnlRow) => Partial<PnlRow>) {
  const { pnlDays } = ctx.tables
  const day = openDay(ctx)
  const last = latestOf(ctx, user)
  if (last && last.day < day) pnlDays.put({ ...last, isLatest: false })
  const row = last ?? firstPnl(user, day)
  pnlDays.put({ ...row, day, open: { gross: 0n, lever: 0n, option: 0n }, ...change(row) })
}
/** Books what a command has changed for one user: cost, results, income, flow. */
export function keepResults(ctx: AssetsContext, { user, logs }: BalanceChange) {
  if (logs.length === 0) return
  const worth = worthNow(ctx)
  grow(ctx, user, (row) => {
    let books = row
    let moves: Move[] = []
    for (const [at, { asset, value, type, seq }] of logs.entries()) {
      moves.push({ asset, units: BigInt(value), type })
      if (logs[at + 1]?.seq === seq) continue
      books = { ...books, ...bookEntry(books, moves, worth) }
      moves = []
    }
    return { coins: books.coins, sums: books.sums }
  })
}
/** Adds fees that were earned for good to what their payers have paid. */
export function keepFees(ctx: AssetsContext, fees: readonly EarnedFee[]) {
  const worth = worthNow(ctx)
  for (const { payer, asset, amount } of fees)
    grow(ctx, payer, ({ sums }) => ({ sums: { ...sums, fees: sums.fees + worth(asset, amount) } }))
}

/** The gross result of a user's open contracts in one quote coin, in that coin. */
export const openGross = (ctx: AssetsContext, user: number, quote: number) =>
  tradingOf(ctx, user, quote).reduce((sum, row) => sum + profitNow(ctx, row), 0n)
/** What is open of a user now: the gross result of contracts, and what contracts and stakes were charged so far. */
export function openOf(ctx: AssetsContext, user: number): OpenResults {
  const { leverPositions, optionOrders } = ctx.tables
  const worth = worthNow(ctx)
  // A row that has ended stays in memory until it is stored.
  const positions = leverPositions.group('user', user).filter(isLeverOpen)
  const quotes = [...new Set(positions.map(({ quote }) => quote))]
  const gross = quotes.reduce((sum, quote) => sum + worth(quote, openGross(ctx, user, quote)), 0n)
  const lever = positions.reduce((sum, row) => sum + worth(row.quote, chargedOf(ctx, row)), 0n)
  let option = 0n
  for (const { coin, fee, status } of optionOrders.group('user', user))
    if (status !== 'closed') option += worth(coin, parseDec(fee))
  return { gross, lever, option }
}

const pricesNow = (ctx: AssetsContext) =>
  Object.fromEntries([...ctx.tables.coins.all()].map(({ id }) => [id, formatDec(worthOf(ctx, id) ?? 0n)]))
/** Closes day `ref`: keeps its prices, and what is open of those who have something open. */
export function closeDay(ctx: AssetsContext, ref: string) {
  const day = Number(ref)
  const { days, leverPositions, optionOrders } = ctx.tables
  const users = new Set([...leverPositions.all(), ...optionOrders.all()].map(({ user }) => user))
  for (const user of users) grow(ctx, user, () => ({ open: openOf(ctx, user) }))
  days.put({ day, isOver: true, prices: pricesNow(ctx) })
  if (days.get(day - maxPnlDays)) days.remove(day - maxPnlDays)
  openNext(ctx, day + 1)
}
function openNext({ tables, deadlines }: AssetsContext, day: number) {
  tables.days.put({ day, isOver: false, prices: {} })
  deadlines.set(dayEnd, String(day), startOf(day + 1))
}

/** Prices at the end of past days, from the daily candles: for a folder whose days were not kept. */
function seedPast({ tables, markets }: AssetsContext, today: number) {
  const closes = new Map<number, Record<number, string>>()
  for (const market of markets.all()) {
    if (market.pair.quote !== baseCoin.id) continue
    const candles = market.chart.range('1day', (today - maxPnlDays) * daySeconds, today * daySeconds - 1)
    const byDay = new Map(candles.map(([time, , , , close]) => [Math.floor(time / daySeconds), close]))
    let last = candles[0]?.[4] ?? market.last()
    for (let day = candles[0] ? Math.floor(candles[0][0] / daySeconds) : today; day < today; day += 1) {
      last = byDay.get(day) ?? last
      closes.set(day, {
        ...closes.get(day),
        [market.pair.base]: formatDec(BigInt(last) * 10n ** BigInt(SCALE - market.pair.priceScale)),
      })
    }
  }
  for (const [day, prices] of closes) tables.days.put({ day, isOver: true, prices: { ...prices, [baseCoin.id]: '1' } })
}
/** Begins with the day that runs, unless the folder has one. */
export function seedDays(ctx: AssetsContext) {
  if (ctx.tables.days.count() > 0) return
  const today = dayOf(ctx.now())
  if (ctx.tables.pnlDays.count() > 0) seedPast(ctx, today)
  openNext(ctx, today)
}
