import { limits } from '#contract/wire/limits.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'
import { isKnownDevice, rememberDevice } from './devices.ts'
import { comparing, countGuess, forgetGuesses, returnGuess } from './guesses.ts'
import { matches } from './passwords.ts'
import type { Target, User } from './rows.ts'
import { userOfTarget } from './targets.ts'

/** Wrong passwords in a row, from all strangers together, after which only known devices may try. */
const guessesOfAll = limits.maxGuesses * 10
const idOf = ({ type, id }: Target) => `login|${type}|${id}`
const pairId = (target: Target, who: string) => `${idOf(target)}|${who}`
/**
 * A known device has a counter of its own; everybody else counts by address, so that a stranger shuts out only itself.
 */
const countersOf = (ctx: Pick<IdentityContext, 'tables'>, target: Target, caller: Caller) =>
  isKnownDevice(ctx, target, caller)
    ? [{ id: pairId(target, `d:${caller.device}`), most: limits.maxGuesses }]
    : [
        { id: pairId(target, `a:${caller.address}`), most: limits.maxGuesses },
        { id: idOf(target), most: guessesOfAll },
      ]

/**
 * Counts the guess, then compares the password. The lock after wrong guesses is the same whether or not the account
 * exists.
 */
export async function checkLogin(
  asyncCtx: AsyncIdentityContext,
  caller: Caller,
  target: Target,
  password: string,
): Promise<User> {
  const until = await asyncCtx.command((ctx) => {
    for (const { id, most } of countersOf(ctx, target, caller)) {
      const counted = countGuess(ctx, id, { most })
      if (counted.until !== null) return counted.until
    }
    return null
  })
  if (until !== null) throw new Refusal('account_locked', { until_ms: until })
  const user = userOfTarget(asyncCtx.ctx.tables, target)
  const ids = countersOf(asyncCtx.ctx, target, caller).map(({ id }) => id)
  if (!(await comparing(asyncCtx, ids, () => matches(user?.password ?? null, password))) || !user)
    throw new Refusal('login_wrong')
  // A right password that still lacks its second factor must not count as a guess: the next attempt brings the factor.
  await asyncCtx.command((ctx) => forgive(ctx, caller, target))
  return user
}
/** What must still hold when a right password is used: comparing it took a while. */
export function checkStillRight({ tables, now }: Pick<IdentityContext, 'tables' | 'now'>, { id, password }: User) {
  const { password: current, accountUntil: until_ms } = tables.users.need(id)
  if (current !== password) throw new Refusal('login_wrong')
  if (until_ms > now()) throw new Refusal('account_locked', { until_ms })
}
/** The guesses of this caller are forgotten. The counter of all strangers stays, without this guess. */
const forgive = (ctx: IdentityContext, caller: Caller, target: Target) => {
  if (!isKnownDevice(ctx, target, caller)) returnGuess(ctx, idOf(target))
  for (const who of [`d:${caller.device}`, `a:${caller.address}`]) forgetGuesses(ctx, pairId(target, who))
}
/** After the password was set anew with a code: whoever has the mailbox may try again at once. */
export const openLogin = (ctx: IdentityContext, caller: Caller, target: Target, user: number) => {
  forgive(ctx, caller, target)
  rememberDevice(ctx, user, caller)
  forgetGuesses(ctx, idOf(target))
}
