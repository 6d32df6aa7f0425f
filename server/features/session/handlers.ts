import { isCommonPassword } from '#contract/wire/common-passwords.ts'
import { limits } from '#contract/wire/limits.ts'
import type { session } from '#contract/session/session.ts'
import { endSessions, openSession } from '#server/identity/callers.ts'
import { deviceNameOf, placeOf } from '#server/identity/device-name.ts'
import { ownTarget } from '#server/identity/own.ts'
import { venueText } from '#server/core/sentences.ts'
import { checkCode, isWaived, sendCode, sendText, spendCode } from '#server/identity/codes.ts'
import { noteLogin, rememberDevice } from '#server/identity/devices.ts'
import { checkNotFrozen } from '#server/identity/locks.ts'
import { checkLogin, checkStillRight, openLogin } from '#server/identity/login-guard.ts'
import type { Handlers, AsyncContext, Caller } from '#server/core/context.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { Refusal } from '#server/core/refusal.ts'
import { createUser } from './sign-up.ts'
import { checkNumber, targetOf, typeOfAccount, userOfTarget } from '#server/identity/targets.ts'
import type { SessionContext } from './context.ts'
import { checkAuthenticator } from '#server/identity/authenticator.ts'
import { checkPasskey, hasPasskey, offerPasskey } from '#server/identity/passkeys.ts'
import type { Target, User } from '#server/identity/rows.ts'

const checkPasswords = (password: string | undefined, repeated: string | undefined) => {
  if (password === undefined || password === '') throw new Refusal('password_required')
  if (password.length < limits.minPasswordLength) throw new Refusal('password_too_short')
  if (isCommonPassword(password)) throw new Refusal('password_common')
  if (password !== repeated) throw new Refusal('password_mismatch')
  return password
}

export const sessionHandlers: Handlers<typeof session, SessionContext> = {
  sendMailCode: {
    prepare: async (asyncCtx, caller, { user_string, type }) => {
      const sent = await sendCode(asyncCtx, type, targetOf('email', user_string, undefined), caller)
      return () => sent
    },
  },
  sendSmsCode: {
    prepare: async (asyncCtx, caller, { user_string, area_code, country_code, type }) => {
      const area = area_code ?? country_code
      const target = targetOf('mobile', user_string, area)
      if (type === 'register') checkNumber('mobile', user_string, area)
      const sent = await sendCode(asyncCtx, type, target, caller)
      return () => sent
    },
  },
  checkMobile: {
    prepare: async (asyncCtx, caller, { mobile_code, user_string, areacode, type }) => {
      if (user_string)
        await checkCode(asyncCtx, type ?? 'register', targetOf('mobile', user_string, areacode), caller, mobile_code)
      else if (!mobile_code && !isWaived(asyncCtx.ctx, 'register')) throw new Refusal('code_required')
      return () => ({})
    },
  },
  checkEmail: {
    prepare: async (asyncCtx, caller, { email_code, user_string, type }) => {
      if (user_string)
        await checkCode(asyncCtx, type ?? 'register', targetOf('email', user_string, undefined), caller, email_code)
      else if (!email_code && !isWaived(asyncCtx.ctx, 'register')) throw new Refusal('code_required')
      return () => ({})
    },
  },
  register: {
    prepare: async (asyncCtx, caller, input) => {
      const target = targetOf(input.type, input.user_string, input.areacode)
      checkNumber(input.type, input.user_string, input.areacode)
      const password = checkPasswords(input.password, input.re_password)
      await checkCode(asyncCtx, 'register', target, caller, input.code)
      const hash = await makeHash(password)
      return (ctx) => {
        spendCode(ctx, 'register', target, caller)
        const user = createUser(ctx, {
          target,
          hash,
          invitation: input.extension_code ?? '',
          line: input.line_account ?? '',
          lang: caller.lang,
        })
        rememberDevice(ctx, user.id, caller)
        return { id: user.id, session: openSession(ctx, user.id, 'main', caller.device, caller) }
      }
    },
  },
  login: {
    prepare: async (asyncCtx, caller, input) => {
      const target = targetOf(input.user_type ?? typeOfAccount(input.user_string), input.user_string, input.areacode)
      if (!input.password) throw new Refusal('password_required')
      const user = await checkLogin(asyncCtx, caller, target, input.password)
      checkNotFrozen(asyncCtx.ctx, user.id)
      const spendFactor = await checkSecondFactor(asyncCtx, caller, { user: user.id, target, ...input })
      return (ctx) => {
        checkStillRight(ctx, user)
        checkNotFrozen(ctx, user.id)
        spendFactor(ctx)
        if (noteLogin(ctx, user.id, caller)) void mailLogin(asyncCtx, caller, user)
        return openSession(ctx, user.id, 'main', caller.device, caller)
      }
    },
  },
  forget: {
    prepare: async (asyncCtx, caller, input) => {
      const target = targetOf(typeOfAccount(input.account), input.account, input.areacode)
      const password = checkPasswords(input.password, input.repassword)
      await checkCode(asyncCtx, 'forget', target, caller, input.code)
      const hash = await makeHash(password)
      return (ctx) => {
        spendCode(ctx, 'forget', target, caller)
        const user = userOfTarget(ctx.tables, target)
        // The answer must not reveal whether the account exists: for a target without one, a correct code changes
        // nothing.
        if (user) {
          ctx.tables.users.put({
            ...user,
            password: hash,
            withdrawUntil: Math.max(user.withdrawUntil, ctx.now() + ctx.settings.identity.credentialHoldMs),
          })
          endSessions(ctx, user.id, 'password')
          openLogin(ctx, caller, target, user.id)
        }
        return {}
      }
    },
  },
  outcome: {
    prepare: async (asyncCtx, caller, { key, burn }) => {
      const outcome = await (burn ? asyncCtx.keys.revoke(caller, key) : asyncCtx.keys.stateOf(caller, key))
      const { state, row } = outcome
      if (state !== 'done' || row === null) return () => ({ state })
      const answer: unknown = JSON.parse(row.answer)
      return () => ({ state, status: row.status, answer })
    },
  },
}

/** Tells the mailbox of a login from an unknown device: who is logged in nowhere sees no notification. */
function mailLogin(asyncCtx: AsyncContext<SessionContext>, { agent = '', address }: Caller, { id, lang }: User) {
  const at_ms = asyncCtx.ctx.now()
  const device = [deviceNameOf(agent), placeOf(address)].filter((part) => part !== null).join(', ')
  const text = venueText('login_text', lang, { device, at_ms })
  return sendText(asyncCtx, ownTarget(asyncCtx.ctx, id), lang, venueText('login_subject', lang), text)
}

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
 * Resolves to what the login has to spend. With a passkey the account is never entered without one of the three, so the
 * code is due even where codes are switched off; and the refusal that asks offers the passkeys that belong to the page.
 */
async function checkSecondFactor(
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
