import type { JoinedPlan, Plan, PlanStatus } from '#contract/finance/follow.ts'
import { dailyInterest } from '#contract/finance/finance-penalty.ts'
import {
  daysLeft,
  nextPaymentMs,
  platformDay,
  termEndMs,
  termStartMs,
  type Term,
} from '#contract/finance/earnings-term.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { roomOf } from '#server/features/finance/earnings/house.ts'
import { planTexts } from './texts.ts'
import type { JoinedRow, PlanRow } from './rows.ts'
import type { FollowContext } from './context.ts'

export const termOf = ({ firstDay, days, paid }: JoinedRow): Term => ({ firstDay, days, paid })
export const surplusOf = ({ total, taken }: PlanRow) => parseDec(total) - parseDec(taken)
/** What an amount earns to the end of a plan. */
export const profitOf = (ctx: Pick<FollowContext, 'tables'>, { coin, dayRate, days }: PlanRow, amount: bigint) =>
  dailyInterest(amount, parseDec(dayRate), ctx.tables.coins.need(coin).scale) * BigInt(days)
/**
 * Whether the least amount can be put in now: not outside of its time, when it is full, or beyond what the house may
 * promise.
 */
export function planStatusOf(ctx: FollowContext, row: PlanRow): PlanStatus {
  const least = parseDec(row.min)
  const isBefore = row.startMs !== null && ctx.now() < row.startMs
  const isAfter = row.endMs !== null && ctx.now() >= row.endMs
  if (!row.isOpen || isBefore || isAfter) return 'closed'
  if (surplusOf(row) < least) return 'full'
  return profitOf(ctx, row, least) > roomOf(ctx, row.coin) ? 'closed' : 'open'
}
export function planOf(ctx: FollowContext, row: PlanRow, lang: Lang): Plan {
  const coin = ctx.tables.coins.need(row.coin)
  const { name, intro, leader } = planTexts(row, lang)
  return {
    id: row.id,
    name,
    cover: row.cover,
    intro,
    leader_name: leader,
    leader_avatar: null,
    currency_id: coin.id,
    currency_name: coin.name,
    decimal_scale: coin.scale,
    day_rate: row.dayRate,
    days: row.days,
    min_amount: row.min,
    max_amount: row.max,
    total_number: row.total,
    surplus_number: formatDec(surplusOf(row)),
    joined_count: row.joinedCount,
    status: planStatusOf(ctx, row),
    start_ms: row.startMs,
    end_ms: row.endMs,
    server_now_ms: ctx.now(),
  }
}
export function joinedOf(ctx: FollowContext, row: JoinedRow, lang: Lang): JoinedPlan {
  const plan = ctx.tables.plans.need(row.plan)
  const isRunning = row.status === 'in_progress'
  return {
    id: String(row.id),
    plan_id: row.plan,
    name: planTexts(plan, lang).name,
    cover: plan.cover,
    currency_name: ctx.tables.coins.need(row.coin).name,
    amount: row.amount,
    day_rate: row.dayRate,
    days: row.days,
    remain_day: isRunning ? daysLeft(termOf(row)) : 0,
    daily: row.daily,
    today_profit: row.lastDay === platformDay(ctx.now()) ? row.daily : '0',
    sum_profit: formatDec(parseDec(row.daily) * BigInt(row.paid)),
    start_time: timeOf(termStartMs(termOf(row))),
    end_time: timeOf(termEndMs(termOf(row))),
    end_ms: termEndMs(termOf(row)),
    next_ms: isRunning ? nextPaymentMs(termOf(row)) : null,
    status: row.status,
    server_now_ms: ctx.now(),
    rev: row.rev,
  }
}
