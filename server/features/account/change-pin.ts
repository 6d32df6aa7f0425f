import { isCommonPin } from '#contract/wire/common-passwords.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { forgetGuesses } from '#server/identity/guesses.ts'
import { holdWithdrawals, pinGuessId } from '#server/identity/locks.ts'
import { checkOwnCode, spendOwnCode } from '#server/identity/own.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { checkPin, isPin } from '#server/identity/pins.ts'
import { putUser } from './view.ts'
import type { AccountContext, AsyncAccountContext } from './context.ts'

/**
 * Checks the old fund password, or a verification code instead of it. The first time a code is needed, unless
 * verification is off.
 */
const provePin = async (
  asyncCtx: AsyncAccountContext,
  caller: Caller,
  old: string | undefined,
  code: string | undefined,
) => {
  const { ctx } = asyncCtx
  const isSet = ctx.tables.users.need(caller.user).pin !== null
  if (isSet && !code) return checkPin(asyncCtx, caller.user, old)
  if (!code && ctx.settings.identity.verification === '0') return
  return checkOwnCode(asyncCtx, caller, code)
}
export const spendProof = (ctx: AccountContext, caller: Caller, code: string | undefined) => {
  if (code) spendOwnCode(ctx, caller)
}

/** Sets or changes the fund password: checked first, decided by what is returned. */
export const preparePin = async (
  asyncCtx: AsyncAccountContext,
  caller: Caller,
  old: string | undefined,
  pin: string | undefined,
  repeated: string | undefined,
  code: string | undefined,
) => {
  if (!pin) throw new Refusal('pay_password_required')
  if (!isPin(pin)) throw new Refusal('pay_password_malformed')
  if (isCommonPin(pin)) throw new Refusal('pay_password_common')
  if (repeated !== undefined && repeated !== pin) throw new Refusal('password_mismatch')
  await provePin(asyncCtx, caller, old, code)
  const hash = await makeHash(pin)
  return (ctx: AccountContext) => {
    spendProof(ctx, caller, code)
    forgetGuesses(ctx, pinGuessId(caller.user))
    putUser(ctx, holdWithdrawals(ctx, { ...ctx.tables.users.need(caller.user), pin: hash }))
  }
}
