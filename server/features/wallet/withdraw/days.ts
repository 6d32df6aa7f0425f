import { Refusal } from '#server/core/refusal.ts'
import type { WithdrawContext } from './context.ts'

export const dayMs = 86_400_000
/** Number of a UTC day. */
export const dayOf = (at: number) => Math.floor(at / dayMs)

type Reader = Pick<WithdrawContext, 'tables' | 'now'>
/** Applications of a user today. A clock that was set back does not begin a new day. */
export const countOf = ({ tables, now }: Reader, user: number): number => {
  const row = tables.withdrawDays.get(user)
  return row && row.day >= dayOf(now()) ? row.count : 0
}
/** Refuses when a user has made all applications of today. */
export const checkDay = (ctx: Reader & Pick<WithdrawContext, 'settings'>, user: number) => {
  const max = ctx.settings.withdraw.perDay
  if (countOf(ctx, user) >= max)
    throw new Refusal('withdraw_per_day', { max, resets_ms: (dayOf(ctx.now()) + 1) * dayMs })
}
/** Counts one application, within the command that makes it. */
export const countOne = (ctx: Reader, user: number) => {
  const day = Math.max(dayOf(ctx.now()), ctx.tables.withdrawDays.get(user)?.day ?? 0)
  ctx.tables.withdrawDays.put({ user, day, count: countOf(ctx, user) + 1 })
}
