import type { Lock } from '#contract/account/account.ts'
import { authenticatorOf } from './authenticator.ts'
import { isHalted } from '#server/core/halt.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { IdentityContext } from './context.ts'
import { lockedUntil } from './guesses.ts'
import type { User } from './rows.ts'

/** The id under which guesses at a user's fund password are counted. */
export const pinGuessId = (user: number) => `pin:${user}`

/** Refuses new orders, positions and stakes while trading is locked for this user or halted for all. */
export const checkMayTrade = (ctx: IdentityContext, user: number) => {
  if (isHalted(ctx)) throw new Refusal('market_closed')
  const until_ms = ctx.tables.users.get(user)?.tradeUntil ?? 0
  if (until_ms > ctx.now()) throw new Refusal('trade_locked', { until_ms })
}

/** Refuses what takes money out of an account while withdrawals are locked for this user. */
export const checkMayWithdraw = ({ tables, now }: Pick<IdentityContext, 'tables' | 'now'>, user: number) => {
  const until_ms = tables.users.get(user)?.withdrawUntil ?? 0
  if (until_ms > now()) throw new Refusal('withdraw_locked', { until_ms })
}

/** Since when its owner has frozen an account; null if it is not. */
export const frozenSince = ({ frozenAt = null }: User) => frozenAt
/** Refuses a login to an account that its owner has frozen; says whether unfreezing asks for the authenticator app. */
export const checkNotFrozen = (ctx: Pick<IdentityContext, 'tables'>, user: number) => {
  const at_ms = frozenSince(ctx.tables.users.need(user))
  if (at_ms !== null) throw new Refusal('account_frozen', { at_ms, totp: authenticatorOf(ctx, user) === null ? 0 : 1 })
}

/** The locks of an account, and when each ends. */
export const lockOf = (ctx: IdentityContext, user: User): Lock => {
  const now = ctx.now()
  const until = (at: number) => (at > now ? at : null)
  return {
    account_lock: user.accountUntil > now || frozenSince(user) !== null,
    account_until_ms: until(user.accountUntil),
    trade_lock: user.tradeUntil > now,
    trade_until_ms: until(user.tradeUntil),
    withdraw_lock: user.withdrawUntil > now,
    withdraw_until_ms: until(user.withdrawUntil),
    pay_password_until_ms: lockedUntil(ctx, pinGuessId(user.id)),
    reason: user.lockReason,
    server_now_ms: now,
  }
}

/** Locks withdrawals for a while after a change of credentials (W-15); returns the user as stored. */
export const holdWithdrawals = (ctx: IdentityContext, user: User): User => {
  const { credentialHoldMs } = ctx.settings.identity
  if (credentialHoldMs === 0) return user
  const held = {
    ...user,
    withdrawUntil: Math.max(user.withdrawUntil, ctx.now() + credentialHoldMs),
    lockReason: 'credential',
  }
  ctx.tables.users.put(held)
  ctx.emit(user.id, { ev: 'account.lockChanged', v: lockOf(ctx, held), why: 'credential' })
  return held
}
