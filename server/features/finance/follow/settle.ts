import {
  joinedPlan,
  joinedTransitions,
  mayJoinedStep,
  type JoinedPlan,
  type JoinedStep,
} from '#contract/finance/follow.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { Refusal } from '#server/core/refusal.ts'
import { createAccrual } from '#server/features/finance/earnings/accrual.ts'
import { joinedOf, termOf } from './view.ts'
import { planHold, type JoinedRow } from './rows.ts'
import type { FollowContext } from './context.ts'

const kind = 'change'
/** Due when a day of a joined plan is over. */
export const planDay = deadline('planDay')
type Why = 'joined' | 'accrued' | 'ended'

const ownView = (ctx: FollowContext, row: JoinedRow): JoinedPlan =>
  joinedOf(ctx, row, ctx.tables.users.get(row.user)?.lang ?? 'en')
/** Stores a joined plan with its next rev and tells its owner. */
const putJoined = (ctx: FollowContext, row: JoinedRow, why: Why) => {
  const stored = ctx.tables.joinedPlans.put({ ...row, updatedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'follow.changed', v: ownView(ctx, stored), why })
  return stored
}
/** Moves a joined plan along its transitions: at the end its amount is free again and its place is open. */
function moveJoined(ctx: FollowContext, step: JoinedStep, row: JoinedRow, change: Partial<JoinedRow>): JoinedRow {
  if (!mayJoinedStep(step, row.status))
    throw new Refusal('step_refused', { now: encode(joinedPlan, ownView(ctx, row)), may: [] })
  const moved = { ...row, ...change, status: joinedTransitions[step].to }
  if (moved.status === 'in_progress') return putJoined(ctx, moved, 'accrued')
  ctx.ledger.release(planHold(row.id), logTypes.planEnded)
  const plan = ctx.tables.plans.need(row.plan)
  ctx.tables.plans.put({ ...plan, taken: formatDec(parseDec(plan.taken) - parseDec(row.amount)) })
  return putJoined(ctx, { ...moved, finishedAt: ctx.now() }, 'ended')
}

/** A plan that has ended stays in memory until it is stored; it earns nothing any more. */
const runningOf = ({ tables }: FollowContext, ref: string) => {
  const row = tables.joinedPlans.get(Number(ref))
  return row?.status === 'in_progress' ? row : undefined
}
/** Profit of the joined plans: a day at a time, and the amount back with the last. */
export const planAccrual = createAccrual<JoinedRow, FollowContext>({
  source: 'plan',
  due: planDay,
  logType: logTypes.planProfit,
  find: runningOf,
  earningOf: (row) => ({
    ref: String(row.id),
    user: row.user,
    asset: row.coin,
    daily: parseDec(row.daily),
    term: termOf(row),
  }),
  book: (ctx, row, { day, isLast }) =>
    moveJoined(ctx, isLast ? 'end' : 'accrue', row, { paid: row.paid + 1, lastDay: day + 1 }),
})

/** Puts money into a plan: it is held to the end, the plan has less left, and the house promises its profit. */
export function joinPlan(ctx: FollowContext, row: JoinedRow): JoinedRow {
  const amount = parseDec(row.amount)
  const plan = ctx.tables.plans.need(row.plan)
  ctx.ledger.hold(planHold(row.id), { owner: row.user, asset: row.coin, kind }, amount, logTypes.planJoined)
  ctx.tables.plans.put({ ...plan, taken: formatDec(parseDec(plan.taken) + amount), joinedCount: plan.joinedCount + 1 })
  const joined = putJoined(ctx, row, 'joined')
  planAccrual.start(ctx, joined)
  return joined
}
