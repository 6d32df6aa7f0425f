import type { DeskPower } from '#contract/desk/desk-cases.ts'
import type { DeskUser } from '#contract/desk/desk-tools.ts'
import type { desk } from '#contract/desk/desk.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { formatDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { putUser } from '#server/features/account/view.ts'
import { coinsInOrder, totalOf } from '#server/features/assets/view.ts'
import { endSessions } from '#server/identity/callers.ts'
import { lockOf } from '#server/identity/locks.ts'
import { kycOf } from '#server/identity/people.ts'
import type { User } from '#server/identity/rows.ts'
import { accountOf } from './accounts.ts'
import { logAct } from './log.ts'
import { deskPowersOf } from './powers.ts'
import type { DeskContext } from './context.ts'

const untilFields = { account: 'accountUntil', trade: 'tradeUntil', withdraw: 'withdrawUntil' } as const

/** What a person has in all accounts, worth in the base coin. */
export const worthOfAll = (ctx: DeskContext, user: number) => {
  const coins = coinsInOrder(ctx)
  return formatDec(accountKinds.reduce((sum, kind) => sum + totalOf(ctx, user, kind, coins), 0n))
}
/** The highest verification level that has passed, 0 to 2. */
export const levelOf = (ctx: DeskContext, user: number) =>
  kycOf(ctx, user, 2).status === 'passed' ? 2 : kycOf(ctx, user, 1).status === 'passed' ? 1 : 0

export const userOf = (ctx: DeskContext, user: User): DeskUser => ({
  ...accountOf(ctx, user.id),
  kyc: levelOf(ctx, user.id),
  agent_level: user.agentLevel,
  powers: deskPowersOf(ctx, user.id),
  lock: lockOf(ctx, user),
  created_ms: user.createdAt,
  worth: worthOfAll(ctx, user.id),
})

const lock = (ctx: DeskContext, user: User, what: keyof typeof untilFields, until: number, reason: string): User => {
  const isLocked = until > ctx.now()
  const locked = { ...user, [untilFields[what]]: until, lockReason: isLocked ? reason : null }
  ctx.tables.users.put(locked)
  ctx.emit(user.id, { ev: 'account.lockChanged', v: lockOf(ctx, locked), why: isLocked ? 'desk' : 'ended' })
  if (what === 'account' && isLocked) endSessions(ctx, user.id, 'locked')
  return locked
}
/** Powers of the desk are granted by holders of `grantPower` alone; others the person holds stay. */
const grant = (ctx: DeskContext, by: number, user: User, powers: readonly DeskPower[]): User => {
  if (!deskPowersOf(ctx, by).includes('grantPower')) throw new Refusal('not_found')
  const held = new Set<string>(deskPowersOf(ctx, user.id))
  return ctx.tables.users.put({
    ...user,
    powers: [...user.powers.filter((power) => !held.has(power)), ...new Set(powers)],
  })
}

/** Locks, unlocks, the agent level and the powers of an account; never of one's own. */
export function setUser(
  ctx: DeskContext,
  by: number,
  { user_id, what, until_ms, level, powers, reason = '' }: InputOf<typeof desk.setUser>,
): DeskUser {
  const user = ctx.tables.users.need(user_id)
  if (user_id === by) throw new Refusal('own_case')
  if (reason === '') throw new Refusal('reason_required')
  const stateOf = (row: User) => ({
    account: row.accountUntil,
    trade: row.tradeUntil,
    withdraw: row.withdrawUntil,
    level: row.agentLevel,
    powers: deskPowersOf(ctx, row.id),
  })
  const before = stateOf(user)
  let next = user
  if (what !== undefined && until_ms !== undefined) next = lock(ctx, next, what, until_ms, reason)
  if (level !== undefined) next = putUser(ctx, { ...next, agentLevel: level })
  if (powers !== undefined) next = grant(ctx, by, next, powers)
  logAct(ctx, { by, action: 'user', about: String(user_id), reason, before, after: stateOf(next) })
  return userOf(ctx, next)
}
