import type { securityCalls } from '#contract/account/account-security.ts'
import type { Caller, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import {
  authenticatorOf,
  beginAuthenticator,
  checkAuthenticator,
  checkNewAuthenticator,
  confirmAuthenticator,
  endAuthenticator,
} from '#server/identity/authenticator.ts'
import { holdWithdrawals } from '#server/identity/locks.ts'
import { endLogin, endOtherLogins, loginsOf } from '#server/identity/logins.ts'
import { checkOwnCode } from '#server/identity/own.ts'
import { matches } from '#server/identity/passwords.ts'
import { comparing, countGuess, forgetGuesses, unlockGuessId } from '#server/identity/guesses.ts'
import type { AccountContext, AsyncAccountContext } from './context.ts'

/** Checks the old login password, or a verification code instead of it. */
export const proveLogin = async (
  asyncCtx: AsyncAccountContext,
  caller: Caller,
  old: string | undefined,
  code: string | undefined,
) => {
  const { ctx } = asyncCtx
  if (!old && code) return checkOwnCode(asyncCtx, caller, code)
  if (!old) throw new Refusal('password_required')
  const guessId = `change|${caller.user}`
  const { until } = await asyncCtx.command((commandCtx) => countGuess(commandCtx, guessId))
  if (until !== null) throw new Refusal('old_password_wrong', { until_ms: until })
  if (!(await matches(ctx.tables.users.need(caller.user).password, old))) throw new Refusal('old_password_wrong')
  return asyncCtx.command((commandCtx) => forgetGuesses(commandCtx, guessId))
}

/**
 * Compares the login password for a device that locked itself. As at login the guess is counted before it is compared,
 * by a counter of its own.
 */
const checkUnlock = async (asyncCtx: AsyncAccountContext, { user }: Caller, password: string | undefined) => {
  if (!password) throw new Refusal('password_required')
  const guessId = unlockGuessId(user)
  const { left, until } = await asyncCtx.command((ctx) => countGuess(ctx, guessId))
  if (until !== null) throw new Refusal('account_locked', { until_ms: until })
  const { password: hash } = asyncCtx.ctx.tables.users.need(user)
  if (!(await comparing(asyncCtx, [guessId], () => matches(hash, password)))) throw new Refusal('login_wrong', { left })
  await asyncCtx.command((ctx) => forgetGuesses(ctx, guessId))
}

const protectionOf = (ctx: AccountContext, user: number) => {
  const held = authenticatorOf(ctx, user)
  return {
    mail_word: ctx.tables.users.need(user).mailWord ?? null,
    totp: held !== null,
    recovery_left: held?.recovery.length ?? 0,
  }
}

/** The calls of the security centre. */
export const securityHandlers: Handlers<typeof securityCalls, AccountContext> = {
  logins: (ctx, caller) => ({ list: loginsOf(ctx, caller), server_now_ms: ctx.now() }),
  endLogin: (ctx, { user }, { id }) => {
    endLogin(ctx, user, id)
    return { id }
  },
  endOtherLogins: (ctx, caller) => ({ ended: endOtherLogins(ctx, caller) }),
  protection: (ctx, { user }) => protectionOf(ctx, user),
  setMailWord: (ctx, { user }, { word }) => {
    ctx.tables.users.put({ ...ctx.tables.users.need(user), mailWord: word || null })
    return protectionOf(ctx, user)
  },
  beginTotp: (ctx, { user }) => beginAuthenticator(ctx, user),
  confirmTotp: {
    prepare: async (asyncCtx, caller, { password, totp }) => {
      await proveLogin(asyncCtx, caller, password, undefined)
      const secret = await checkNewAuthenticator(asyncCtx, caller.user, totp)
      return (ctx) => ({ recovery: confirmAuthenticator(ctx, caller.user, secret) })
    },
  },
  endTotp: {
    prepare: async (asyncCtx, caller, { password, totp }) => {
      await proveLogin(asyncCtx, caller, password, undefined)
      if (!(await checkAuthenticator(asyncCtx, caller.user, totp))) throw new Refusal('totp_unset')
      return (ctx) => {
        endAuthenticator(ctx, caller.user)
        holdWithdrawals(ctx, ctx.tables.users.need(caller.user))
        return protectionOf(ctx, caller.user)
      }
    },
  },
  unlock: {
    prepare: async (asyncCtx, caller, { password }) => {
      await checkUnlock(asyncCtx, caller, password)
      return () => ({})
    },
  },
}
