import type { AsyncContext, Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkAuthenticator } from '#server/identity/authenticator.ts'
import { checkCode, spendCode } from '#server/identity/codes.ts'
import { checkPasskey, hasPasskey, offerPasskey } from '#server/identity/passkeys.ts'
import type { Target } from '#server/identity/rows.ts'
import type { SessionContext } from './context.ts'

type Given = {
  user: number
  target: Target
  passkey?: string | undefined
  totp?: string | undefined
  code?: string | undefined
}
const nothing = () => undefined

/**
 * Checks what a login takes besides the password: a passkey, the authenticator app, or the code by mail or phone.
 * Resolves to what the login
 * has to spend. With a passkey the account is never entered without one of the three, so the code is due even where
 * codes are switched off; and
 * the refusal that asks offers the passkeys that belong to the page.
 */
export async function checkSecondFactor(
  asyncCtx: AsyncContext<SessionContext>,
  caller: Caller,
  given: Given,
): Promise<(ctx: SessionContext) => void> {
  const { user, target, passkey, totp, code } = given
  const { ctx } = asyncCtx
  const isDue = hasPasskey(ctx, user)
  try {
    if (passkey) {
      await checkPasskey(asyncCtx, 'login', { ...caller, user }, passkey)
      return nothing
    }
    // Clients without the field of the authenticator app send it as the code.
    if (await checkAuthenticator(asyncCtx, user, totp || code)) return nothing
    if (!isDue && !ctx.settings.identity.loginCode) return nothing
    await checkCode(asyncCtx, 'login', target, caller, code, isDue)
    return (commandCtx) => spendCode(commandCtx, 'login', target, caller, isDue)
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || !isDue || thrown.reason === 'totp_locked') throw thrown
    const offered = await asyncCtx.command((commandCtx) => offerPasskey(commandCtx, 'login', user, caller))
    throw offered === null ? thrown : new Refusal(thrown.reason, { ...thrown.params, passkey: offered })
  }
}
