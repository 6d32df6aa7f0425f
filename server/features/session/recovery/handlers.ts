import type { recovery, TotpRemoval } from '#contract/session/recovery.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { venueText } from '#server/core/sentences.ts'
import { authenticatorOf } from '#server/identity/authenticator.ts'
import { checkCode, sendText, spendCode } from '#server/identity/codes.ts'
import { checkLogin } from '#server/identity/login-guard.ts'
import { ownTarget } from '#server/identity/own.ts'
import { targetOf, typeOfAccount } from '#server/identity/targets.ts'
import type { RecoveryContext } from './context.ts'
import type { TotpRemovalRow } from './rows.ts'
import { askRemoval, cancelRemoval, isAboutHeld, openRemovalOf } from './settle.ts'

const viewOf = ({ at, from, device, place }: TotpRemovalRow): TotpRemoval => ({
  asked_ms: at,
  from_ms: from,
  device,
  place,
})
/** A code of this purpose is never waived: it proves who owns the account. */
const purpose = 'forget'

export const recoveryHandlers: Handlers<typeof recovery, RecoveryContext> = {
  loseTotp: {
    prepare: async (asyncCtx, caller, { user_type, user_string, areacode, password, code, reason }) => {
      const target = targetOf(user_type ?? typeOfAccount(user_string), user_string, areacode)
      if (!password) throw new Refusal('password_required')
      const user = await checkLogin(asyncCtx, caller, target, password)
      if (authenticatorOf(asyncCtx.ctx, user.id) === null) throw new Refusal('totp_unset')
      if (!reason?.trim()) throw new Refusal('reason_required')
      await checkCode(asyncCtx, purpose, target, caller, code)
      const { row, isNew } = await asyncCtx.command((ctx) => {
        const now = ctx.tables.users.need(user.id)
        // If the password was changed while the old one was compared, the old one must not ask for anything.
        if (now.password !== user.password) throw new Refusal('login_wrong')
        if (now.accountUntil > ctx.now()) throw new Refusal('account_locked', { until_ms: now.accountUntil })
        spendCode(ctx, purpose, target, caller)
        return askRemoval(ctx, user.id, reason.trim(), { agent: caller.agent ?? '', address: caller.address })
      })
      // Who does not get it is told on every device all the same.
      if (isNew)
        await sendText(
          asyncCtx,
          ownTarget(asyncCtx.ctx, user.id),
          user.lang,
          venueText('lost_subject', user.lang, {}),
          venueText('lost_text', user.lang, { from_ms: row.from }),
        )
      return () => viewOf(row)
    },
  },
  totpRemoval: (ctx, { user }) => {
    const row = openRemovalOf(ctx, user)
    return { removal: row !== undefined && isAboutHeld(ctx, row) ? viewOf(row) : null, server_now_ms: ctx.now() }
  },
  keepTotp: (ctx, { user }) => {
    cancelRemoval(ctx, user)
    return {}
  },
}
