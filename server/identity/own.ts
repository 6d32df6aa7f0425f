import type { Caller } from '#server/core/context.ts'
import { checkCode, spendCode } from './codes.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'
import type { Target } from './rows.ts'

/** Purpose of the codes that a logged-in user asks for at their own mail or phone. */
export const ownPurpose = 'own'

/** Where the codes of a user's own calls go: their mail, otherwise their phone. */
export const ownTarget = ({ tables }: Pick<IdentityContext, 'tables'>, user: number): Target => {
  const { email, mobile } = tables.users.need(user)
  if (email !== null) return { type: 'email', id: email }
  return { type: 'mobile', id: mobile ?? '' }
}
/** Compares a code of the caller; it stays usable until `spendOwnCode`. */
export const checkOwnCode = (asyncCtx: AsyncIdentityContext, caller: Caller, code: string | undefined) =>
  checkCode(asyncCtx, ownPurpose, ownTarget(asyncCtx.ctx, caller.user), caller, code)
export const spendOwnCode = (ctx: IdentityContext, caller: Caller) =>
  spendCode(ctx, ownPurpose, ownTarget(ctx, caller.user), caller)
