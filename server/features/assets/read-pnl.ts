import { maxPnlDays, type CoinCost, type pnlCalls, type PnlDay } from '#contract/assets/assets.ts'
import {
  averageOf,
  differenceOf,
  nothing,
  nothingOpen,
  realisedOf,
  statementNames,
  statementOf,
  worthAt,
  type Standing,
  type WorthOf,
} from '#contract/pnl.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Prepared } from '#server/core/context.ts'
import type { Store } from '#server/core/store-port.ts'
import { dayIn, dayText } from './days.ts'
import { pnlRowOf, type PnlRow } from './pnl-rows.ts'
import { openDay, openOf, worthNow } from './results.ts'
import { pnlTable } from './rows.ts'
import type { AssetsContext } from './context.ts'

/** A user's days, oldest first: those in memory are newer than the stored ones. */
async function storedDays(store: Pick<Store, 'page'>, user: number) {
  const { bodies } = await store.page({ table: pnlTable, where: { user }, limit: maxPnlDays + 1, offset: 0 })
  const stored = bodies.map(pnlRowOf)
  return ({ tables }: AssetsContext): readonly PnlRow[] =>
    [...new Map([...stored, ...tables.pnlDays.group('user', user)].map((row) => [row.day, row])).values()].toSorted(
      (a, b) => a.day - b.day,
    )
}

/**
 * Everything of a user at the end of a day, or now for the day that runs. A day without bookings is as the one before,
 * at its own prices.
 */
function standingsOf(ctx: AssetsContext, user: number, rows: readonly PnlRow[]) {
  const today = openDay(ctx)
  const known = [...ctx.tables.days.all()].filter(({ isOver }) => isOver).toSorted((a, b) => a.day - b.day)
  const worthOn = (day: number): WorthOf => {
    const prices = (known.findLast((each) => each.day <= day) ?? known[0])?.prices ?? {}
    return (asset, units) => worthAt(units, parseDec(prices[asset] ?? '0'))
  }
  return (day: number): Standing => {
    const row = rows.findLast((each) => each.day <= day)
    if (!row) return nothing
    if (day >= today) return { ...row, open: openOf(ctx, user), worthOf: worthNow(ctx) }
    return { ...row, open: row.day === day ? row.open : nothingOpen, worthOf: worthOn(day) }
  }
}

const coinsOf = ({ coins, worthOf }: Standing): CoinCost[] =>
  [...coins]
    .filter(([asset, { amount }]) => asset !== baseCoin.id && amount > 0n)
    .map(([asset, basis]) => ({
      currency: asset,
      amount: formatDec(basis.amount),
      average: formatDec(averageOf(basis)),
      cost: formatDec(basis.cost),
      pnl: formatDec(worthOf(asset, basis.amount) - basis.cost),
      realised: formatDec(basis.realised),
    }))
    .toSorted((a, b) => a.currency - b.currency)

function daysOf(standingOn: (day: number) => Standing, first: number, today: number): PnlDay[] {
  const from = Math.max(first, today - maxPnlDays + 1)
  let before = standingOn(from - 1)
  return Array.from({ length: today - from + 1 }, (_, at) => {
    const standing = standingOn(from + at)
    const { flow, before: had, after } = statementOf(before, standing)
    before = standing
    return {
      day: dayText(from + at),
      worth: formatDec(after),
      flow: formatDec(flow),
      pnl: formatDec(after - had - flow),
    }
  })
}

/** Profit and loss by day, cost by coin, and results by product. */
export const readPnl: Prepared<typeof pnlCalls.pnl, AssetsContext> = {
  prepare: async ({ store }, { user }) => {
    const rowsOf = await storedDays(store, user)
    return (ctx) => {
      const rows = rowsOf(ctx)
      const [first] = rows
      const today = openDay(ctx)
      const standingOn = standingsOf(ctx, user, rows)
      const now = standingOn(today)
      const all = statementOf(nothing, now)
      const { spot, exchange, lever, option, moved, income, flow } = all
      const by_product = {
        spot: formatDec(spot),
        exchange: formatDec(exchange),
        lever: formatDec(lever),
        option: formatDec(option),
        moved: formatDec(moved),
      }
      return {
        days: first ? daysOf(standingOn, first.day, today) : [],
        coins: coinsOf(now),
        is_partial: false,
        by_product,
        realised: formatDec(realisedOf(all)),
        income: formatDec(income),
        flow: formatDec(flow),
        fees: formatDec(now.sums.fees),
        server_now_ms: ctx.now(),
      }
    }
  },
}

/** What a user holds in all accounts now, as the ledger has it. */
const heldOf = ({ tables }: AssetsContext, user: number, worthOf: WorthOf) =>
  tables.balances.group('owner', user).reduce((sum, { asset, free, held }) => sum + worthOf(asset, free + held), 0n)

/** How one total became another; the total of now is that of the ledger, so that a booking which was missed shows. */
export const readStatement: Prepared<typeof pnlCalls.statement, AssetsContext> = {
  prepare: async ({ store }, { user }, input) => {
    const rowsOf = await storedDays(store, user)
    return (ctx) => {
      const today = openDay(ctx)
      const to = Math.min(input.to === undefined ? today : dayIn(input.to), today)
      const from = Math.min(input.from === undefined ? dayIn(`${dayText(to).slice(0, 8)}01`) : dayIn(input.from), to)
      const standingOn = standingsOf(ctx, user, rowsOf(ctx))
      const [before, after] = [standingOn(from - 1), standingOn(to)]
      const kept = statementOf(before, after)
      const told = to < today ? kept : { ...kept, after: heldOf(ctx, user, after.worthOf) + after.open.gross }
      return {
        from: dayText(from),
        to: dayText(to),
        rows: statementNames.map((name) => ({ name, amount: formatDec(told[name]) })),
        difference: formatDec(differenceOf(told)),
        fees: formatDec(after.sums.fees - before.sums.fees),
        server_now_ms: ctx.now(),
      }
    }
  },
}
