import type { recovery, TotpRemoval } from '#contract/session/recovery.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { AsyncContext, Caller, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { venueText } from '#server/core/sentences.ts'
import { authenticatorOf, checkAuthenticator } from '#server/identity/authenticator.ts'
import { checkCode, sendText, spendCode } from '#server/identity/codes.ts'
import { openSession } from '#server/identity/callers.ts'
import { rememberDevice } from '#server/identity/devices.ts'
import { checkLogin, checkStillRight } from '#server/identity/login-guard.ts'
import { ownTarget } from '#server/identity/own.ts'
import { targetOf, typeOfAccount } from '#server/identity/targets.ts'
import type { RecoveryContext } from './context.ts'
import { changeContact } from './contact.ts'
import { freeze, unfreeze } from './freeze.ts'
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

type Claim = Pick<InputOf<typeof recovery.unfreeze>, 'user_type' | 'user_string' | 'areacode' | 'password'>
/** Who asks without a login, by account and password. */
const claimed = async (asyncCtx: AsyncContext<RecoveryContext>, caller: Caller, claim: Claim) => {
  const { user_type, user_string, areacode, password } = claim
  const target = targetOf(user_type ?? typeOfAccount(user_string), user_string, areacode)
  if (!password) throw new Refusal('password_required')
  return { target, user: await checkLogin(asyncCtx, caller, target, password) }
}

export const recoveryHandlers: Handlers<typeof recovery, RecoveryContext> = {
  freeze: {
    prepare: async (asyncCtx, { user }) => {
      const { lang } = asyncCtx.ctx.tables.users.need(user)
      // Nobody waits for a mail server while somebody else may be in the account.
      void sendText(
        asyncCtx,
        ownTarget(asyncCtx.ctx, user),
        lang,
        venueText('frozen_subject', lang, {}),
        venueText('frozen_text', lang, {}),
      )
      return (ctx) => freeze(ctx, user)
    },
  },
  changeContact,
  unfreeze: {
    prepare: async (asyncCtx, caller, { code, totp, ...claim }) => {
      const { target, user } = await claimed(asyncCtx, caller, claim)
      await checkCode(asyncCtx, purpose, target, caller, code)
      // Last, because a code of the app is used up by looking at it.
      await checkAuthenticator(asyncCtx, user.id, totp)
      return (ctx) => {
        checkStillRight(ctx, user)
        spendCode(ctx, purpose, target, caller)
        unfreeze(ctx, user.id)
        rememberDevice(ctx, user.id, caller)
        return { session: openSession(ctx, user.id, 'main', caller.device, caller) }
      }
    },
  },
  loseTotp: {
    prepare: async (asyncCtx, caller, { code, reason, ...claim }) => {
      const { target, user } = await claimed(asyncCtx, caller, claim)
      if (authenticatorOf(asyncCtx.ctx, user.id) === null) throw new Refusal('totp_unset')
      if (!reason?.trim()) throw new Refusal('reason_required')
      await checkCode(asyncCtx, purpose, target, caller, code)
      const { row, isNew } = await asyncCtx.command((ctx) => {
        checkStillRight(ctx, user)
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
