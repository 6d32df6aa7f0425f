import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { levelOf } from '#server/identity/people.ts'
import type { Withdrawal } from './rows.ts'
import type { WithdrawContext } from './context.ts'

const dayMs = 86_400_000
/** Number of a UTC day. */
const dayOf = (at: number) => Math.floor(at / dayMs)
export const resetsAt = ({ now }: Pick<WithdrawContext, 'now'>) => (dayOf(now()) + 1) * dayMs

type Reader = Pick<WithdrawContext, 'tables' | 'now'>
/** What a user has asked for today. A clock that was set back does not begin a new day. */
const todayOf = ({ tables, now }: Reader, user: number) => {
  const row = tables.withdrawDays.get(user)
  const day = dayOf(now())
  return row && row.day >= day ? { worth: '0', ...row } : { user, day, count: 0, worth: '0' }
}
export const countOf = (ctx: Reader, user: number): number => todayOf(ctx, user).count
/** Refuses when a user has made all applications of today. */
export const checkDay = (ctx: Reader & Pick<WithdrawContext, 'settings'>, user: number) => {
  const max = ctx.settings.withdraw.perDay
  if (countOf(ctx, user) >= max) throw new Refusal('withdraw_per_day', { max, resets_ms: resetsAt(ctx) })
}
/** What the level of a user lets out in a day, and how much of it is used; worth in the base coin. */
export const limitOf = (ctx: Reader & Pick<WithdrawContext, 'settings'>, user: number) => {
  const limit = parseDec(ctx.settings.withdraw[`dayMost${levelOf(ctx, user)}`])
  const used = parseDec(todayOf(ctx, user).worth)
  return { limit, used, left: limit > used ? limit - used : 0n }
}
/** Refuses what is worth more than is left today. */
export const checkLimit = (ctx: Reader & Pick<WithdrawContext, 'settings'>, user: number, worth: bigint) => {
  const { limit, left } = limitOf(ctx, user)
  if (worth > left)
    throw new Refusal('withdraw_limit', { left: formatDec(left), limit: formatDec(limit), resets_ms: resetsAt(ctx) })
}
/** Counts one application, within the command that makes it. */
export const countOne = (ctx: Reader, user: number, worth: bigint): NonNullable<Withdrawal['counted']> => {
  const { day, count, worth: before } = todayOf(ctx, user)
  ctx.tables.withdrawDays.put({ user, day, count: count + 1, worth: formatDec(parseDec(before) + worth) })
  return { day, worth: formatDec(worth) }
}
/** What did not leave may leave on the same day; the application stays counted. */
export const giveBack = ({ tables }: Reader, { user, counted }: Withdrawal) => {
  const row = tables.withdrawDays.get(user)
  if (counted === undefined || row?.worth === undefined || row.day !== counted.day) return
  tables.withdrawDays.put({ ...row, worth: formatDec(parseDec(row.worth) - parseDec(counted.worth)) })
}
