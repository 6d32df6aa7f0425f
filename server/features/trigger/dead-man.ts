import { deadManSeconds, type DeadMan, type orders } from '#contract/trigger/trigger-orders.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { cancelWaiting } from './cancel-all.ts'
import type { TriggerContext } from './context.ts'
import { deadManDue, type DeadManRow } from './rows.ts'

const rowOf = ({ tables }: Pick<TriggerContext, 'tables'>, user: number): DeadManRow =>
  tables.deadMen.get(user) ?? {
    user,
    seconds: 0,
    isProtective: false,
    at: null,
    firedAt: null,
    cancelled: 0,
    rev: 0,
  }
const deadManOf = ({ seconds, isProtective, at, firedAt, cancelled, rev }: DeadManRow): DeadMan => ({
  seconds,
  protective: isProtective,
  expires_ms: at,
  fired_ms: firedAt,
  cancelled,
  rev,
})
export const deadMan: Decide<typeof orders.deadMan, TriggerContext> = (ctx, { user }) => deadManOf(rowOf(ctx, user))

export const setDeadMan: Decide<typeof orders.setDeadMan, TriggerContext> = (ctx, { user }, input) => {
  const { seconds, protective = false } = input
  const { least: min, most: max } = deadManSeconds
  if (seconds !== 0 && (seconds < min || seconds > max)) throw new Refusal('amount_range', { min, max })
  const before = rowOf(ctx, user)
  const at = seconds === 0 ? null : ctx.now() + seconds * 1000
  if (at === null) ctx.deadlines.clear(deadManDue, String(user))
  else ctx.deadlines.set(deadManDue, String(user), at)
  const row = ctx.tables.deadMen.put({ ...before, seconds, isProtective: protective, at, rev: before.rev + 1 })
  const isRenewed = before.seconds === seconds && before.isProtective === protective
  if (!isRenewed) ctx.emit(user, { ev: 'trigger.deadManChanged', v: deadManOf(row), why: 'set' })
  return deadManOf(row)
}

/** Nobody has renewed it in time. The time for which the venue was down is not theirs: it counts from the start. */
export function fireDeadMan(ctx: TriggerContext, ref: string) {
  const user = Number(ref)
  const row = rowOf(ctx, user)
  if (row.at === null) return
  const due = Math.max(row.at, ctx.triggerStartedAt + row.seconds * 1000)
  if (ctx.now() < due) return void ctx.deadlines.set(deadManDue, ref, due)
  const classes = row.isProtective ? (['resting', 'entries', 'protective'] as const) : (['resting', 'entries'] as const)
  const { length } = cancelWaiting(ctx, user, { classes }, 'deadman')
  const fired = { ...row, seconds: 0, at: null, firedAt: ctx.now(), cancelled: length, rev: row.rev + 1 }
  ctx.emit(user, { ev: 'trigger.deadManChanged', v: deadManOf(ctx.tables.deadMen.put(fired)), why: 'fired' })
}
