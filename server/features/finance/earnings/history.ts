import { curveDays, type EarningSource } from '#contract/finance/earnings.ts'
import { platformDay } from '#contract/finance/earnings-term.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import { worthOf } from '#server/features/market/view.ts'
import { promiseId, type AccrualRow, type EarnedRow } from './rows.ts'
import type { EarningsContext } from './context.ts'

/**
 * Adds a payment to what its user has earned, on the day on which it was due, also when it is booked later. Days that
 * the curve no longer shows remain in the sums only.
 */
export function addEarned(
  { tables, now }: Pick<EarningsContext, 'tables' | 'now'>,
  { user, source, asset, amount, day: over }: AccrualRow,
) {
  const row: EarnedRow = tables.earned.get(user) ?? { user, totals: {}, days: [] }
  const day = over + 1
  const id = promiseId(source, asset)
  const isSame = (each: EarnedRow['days'][number]) => each.day === day && each.source === source && each.asset === asset
  const before = row.days.find(isSame)?.amount ?? '0'
  const plus = (text: string) => formatDec(parseDec(text) + parseDec(amount))
  tables.earned.put({
    user,
    totals: { ...row.totals, [id]: plus(row.totals[id] ?? '0') },
    days: [
      ...row.days.filter((each) => each.day > platformDay(now()) - curveDays && !isSame(each)),
      { day, source, asset, amount: plus(before) },
    ],
  })
}

/** Worth in the base coin at the price of now; nothing for a coin without a market. */
export const worth = (ctx: Pick<EarningsContext, 'markets'>, asset: number, amount: bigint) =>
  mulDec(amount, worthOf(ctx, asset) ?? 0n)

const sumOf = (ctx: Pick<EarningsContext, 'markets'>, parts: Iterable<{ asset: number; amount: string }>) => {
  let sum = 0n
  for (const { asset, amount } of parts) sum += worth(ctx, asset, parseDec(amount))
  return sum
}
type Reading = Pick<EarningsContext, 'tables' | 'markets' | 'now'>
/** What a user has earned from one product today and in all, worth in the base coin. */
export function earnedFrom(ctx: Reading, user: number, source: EarningSource) {
  const row = ctx.tables.earned.get(user)
  const today = platformDay(ctx.now())
  const totals = Object.entries(row?.totals ?? {}).flatMap(([id, amount]) => {
    const [of, asset] = id.split('|')
    return of === source ? [{ asset: Number(asset), amount }] : []
  })
  return {
    today: sumOf(
      ctx,
      (row?.days ?? []).filter((each) => each.source === source && each.day === today),
    ),
    total: sumOf(ctx, totals),
  }
}
/** What a user has earned on each of the last days, the oldest first, worth in the base coin. */
export function curveOf(ctx: Reading, user: number) {
  const today = platformDay(ctx.now())
  const days = ctx.tables.earned.get(user)?.days ?? []
  return Array.from({ length: curveDays }, (_, n) => today - curveDays + 1 + n).map((day) => ({
    day,
    profit: sumOf(
      ctx,
      days.filter((each) => each.day === day),
    ),
  }))
}
