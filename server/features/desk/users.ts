import type { DeskPower } from '#contract/desk/desk-cases.ts'
import { levelTakesTwo, powersTakeTwo } from '#contract/desk/desk-risk.ts'
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
import { levelOf } from '#server/identity/people.ts'
import type { User } from '#server/identity/rows.ts'
import { accountOf } from './accounts.ts'
import { waitsOf, type Plan } from './acts.ts'
import { deskPowersOf } from './powers.ts'
import type { DeskContext } from './context.ts'

const untilFields = { account: 'accountUntil', trade: 'tradeUntil', withdraw: 'withdrawUntil' } as const

/** What a person has in all accounts, worth in the base coin. */
export const worthOfAll = (ctx: DeskContext, user: number) => {
  const coins = coinsInOrder(ctx)
  return formatDec(accountKinds.reduce((sum, kind) => sum + totalOf(ctx, user, kind, coins), 0n))
}
export const userOf = (ctx: DeskContext, user: User): DeskUser => ({
  ...accountOf(ctx, user.id),
  kyc: levelOf(ctx, user.id),
  agent_level: user.agentLevel,
  powers: deskPowersOf(ctx, user.id),
  lock: lockOf(ctx, user),
  created_ms: user.createdAt,
  worth: worthOfAll(ctx, user.id),
  waits: waitsOf(ctx, `user|${user.id}`),
})

const lock = (ctx: DeskContext, user: User, what: keyof typeof untilFields, until: number, reason: string): User => {
  const isLocked = until > ctx.now()
  const locked = {
    ...user,
    [untilFields[what]]: until,
    lockReason: isLocked ? reason : null,
    // Who can prove nothing any more is let in by the desk.
    ...(what === 'account' && !isLocked && { frozenAt: null }),
  }
  ctx.tables.users.put(locked)
  ctx.emit(user.id, { ev: 'account.lockChanged', v: lockOf(ctx, locked), why: isLocked ? 'desk' : 'ended' })
  if (what === 'account' && isLocked) endSessions(ctx, user.id, 'locked')
  return locked
}
/** Powers of the desk are replaced; others that the person holds stay. */
const grant = (ctx: DeskContext, user: User, powers: readonly DeskPower[]): User => {
  const held = new Set<string>(deskPowersOf(ctx, user.id))
  return { ...user, powers: [...user.powers.filter((power) => !held.has(power)), ...new Set(powers)] }
}

/**
 * Locks, unlocks, the agent level and the powers of an account; never of one's own. More powers and a higher level take
 * a second person, and holders of `grantPower` alone give them.
 */
export function planUser(
  ctx: DeskContext,
  by: number,
  { user_id, what, until_ms, level, powers, reason = '' }: InputOf<typeof desk.setUser>,
): Plan {
  const user = ctx.tables.users.need(user_id)
  if (user_id === by) throw new Refusal('own_case')
  const isLock = what !== undefined && until_ms !== undefined
  const held = deskPowersOf(ctx, user_id)
  const takesTwo = levelTakesTwo(user.agentLevel, level ?? user.agentLevel) || powersTakeTwo(held, powers ?? held)
  if ((takesTwo || powers !== undefined) && !deskPowersOf(ctx, by).includes('grantPower'))
    throw new Refusal('not_found')
  return {
    kind: 'grant',
    subject: `user|${user_id}`,
    action: 'user',
    about: String(user_id),
    before: {
      ...(isLock && { [what]: user[untilFields[what]] }),
      ...(level !== undefined && { level: user.agentLevel }),
      ...(powers !== undefined && { powers: held }),
    },
    after: {
      ...(isLock && { [what]: until_ms }),
      ...(level !== undefined && { level }),
      ...(powers !== undefined && { powers: [...new Set(powers)] }),
    },
    takesTwo,
    user: user_id,
    apply: () => {
      const locked = isLock ? lock(ctx, user, what, until_ms, reason) : user
      const leveled = level === undefined ? locked : putUser(ctx, { ...locked, agentLevel: level })
      if (powers !== undefined) ctx.tables.users.put(grant(ctx, leveled, powers))
    },
  }
}
