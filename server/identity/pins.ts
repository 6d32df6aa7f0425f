import { comparing, countGuess, forgetGuesses } from './guesses.ts'
import { matches } from './passwords.ts'
import { lockOf, pinGuessId } from './locks.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AsyncIdentityContext } from './context.ts'

const lockMs = 24 * 3_600_000
export const isPin = (text: string) => /^\d{6}$/.test(text)

/**
 * Checks the fund password before a call that moves money (W-14). The guess is counted in its own committed command
 * before it is compared, so parallel guesses each count; five wrong ones lock it for a day.
 */
export async function checkPin(asyncCtx: AsyncIdentityContext, user: number, pin: string | undefined): Promise<void> {
  if (pin === undefined || pin === '') throw new Refusal('pay_password_required')
  if (!isPin(pin)) throw new Refusal('pay_password_malformed')
  const storedHash = asyncCtx.ctx.tables.users.need(user).pin
  if (storedHash === null) throw new Refusal('pay_password_unset')
  const { left, until } = await asyncCtx.command((ctx) => countGuess(ctx, pinGuessId(user), { lockMs }))
  if (until !== null) throw new Refusal('pay_password_locked', { until_ms: until })
  if (await comparing(asyncCtx, [pinGuessId(user)], () => matches(storedHash, pin))) {
    await asyncCtx.command((ctx) => forgetGuesses(ctx, pinGuessId(user)))
    return
  }
  if (left > 0) throw new Refusal('pay_password_wrong', { left })
  const until_ms = asyncCtx.ctx.now() + lockMs
  await asyncCtx.command((ctx) =>
    ctx.emit(user, { ev: 'account.lockChanged', v: lockOf(ctx, ctx.tables.users.need(user)), why: 'pin' }),
  )
  throw new Refusal('pay_password_locked', { until_ms })
}
