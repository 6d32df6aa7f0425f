import type { recovery } from '#contract/session/recovery.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { venueText } from '#server/core/sentences.ts'
import { putUser } from '#server/features/account/view.ts'
import { checkAuthenticator } from '#server/identity/authenticator.ts'
import { checkCode, sendText, spendCode } from '#server/identity/codes.ts'
import { holdWithdrawals } from '#server/identity/locks.ts'
import { checkOwnCode, ownTarget, spendOwnCode } from '#server/identity/own.ts'
import type { Target } from '#server/identity/rows.ts'
import { checkNumber, maskTarget, targetOf, userOfTarget } from '#server/identity/targets.ts'
import type { RecoveryContext } from './context.ts'

const purpose = 'bind'
/** A refusal of the code that was sent to the new address, which the old one has of its own as well. */
const ofNew = (thrown: unknown) =>
  thrown instanceof Refusal ? new Refusal(thrown.reason, { ...thrown.params, of: 'new' }) : thrown
/** One address or number belongs to one account; told only to who has proven that it is theirs. */
const checkFree = (ctx: Pick<RecoveryContext, 'tables'>, target: Target) => {
  if (userOfTarget(ctx.tables, target)) throw new Refusal('account_taken')
}

/** Both prove it: who has the new address, and who has the one that the account is reached by. */
export const changeContact: Prepared<typeof recovery.changeContact, RecoveryContext> = {
  prepare: async (asyncCtx, caller, { user_type, user_string, areacode, new_code, code, totp }) => {
    const target = targetOf(user_type, user_string, areacode)
    checkNumber(user_type, user_string, areacode)
    await checkCode(asyncCtx, purpose, target, caller, new_code, true).catch((thrown: unknown) => {
      throw ofNew(thrown)
    })
    await checkOwnCode(asyncCtx, caller, code)
    checkFree(asyncCtx.ctx, target)
    await checkAuthenticator(asyncCtx, caller.user, totp)
    const { lang } = asyncCtx.ctx.tables.users.need(caller.user)
    const contact = maskTarget(target)
    const before = ownTarget(asyncCtx.ctx, caller.user)
    return (ctx) => {
      checkFree(ctx, target)
      spendCode(ctx, purpose, target, caller, true)
      spendOwnCode(ctx, caller)
      const user = holdWithdrawals(ctx, ctx.tables.users.need(caller.user))
      putUser(ctx, { ...user, [user_type]: target.id }, user_type)
      // Who has lost the account to somebody else still reads what comes to the old address.
      const [subject, text] = [venueText('contact_subject', lang), venueText('contact_text', lang, { contact })]
      void sendText(asyncCtx, before, lang, subject, text)
      return { contact }
    }
  },
}
