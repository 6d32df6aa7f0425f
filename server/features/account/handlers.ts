import type { account } from '#contract/account.ts'
import { maxApiKeys } from '#contract/account-keys.ts'
import { limits } from '#contract/wire/limits.ts'
import { endSessions } from '#server/identity/callers.ts'
import { sendCode } from '#server/identity/codes.ts'
import { countGuess, forgetGuesses } from '#server/identity/guesses.ts'
import type { Caller, Handlers } from '#server/core/context.ts'
import { makeHash, matches } from '#server/identity/passwords.ts'
import { holdWithdrawals, lockOf } from '#server/identity/locks.ts'
import { apiKeyOf, apiKeysOf, endApiKey, hasRoom, makeApiKey } from '#server/identity/api-keys.ts'
import { checkOwnCode, ownPurpose, ownTarget } from '#server/identity/own.ts'
import { checkPin } from '#server/identity/pins.ts'
import { Refusal } from '#server/core/refusal.ts'
import { preparePin, spendProof } from './change-pin.ts'
import { centerOf, putUser } from './view.ts'
import type { AccountContext, AsyncAccountContext } from './context.ts'

/** Checks the old login password, or a verification code instead of it. */
const proveLogin = async (asyncCtx: AsyncAccountContext, caller: Caller, old: string | undefined, code: string | undefined) => {
  const { ctx } = asyncCtx
  if (!old && code) return checkOwnCode(asyncCtx, caller, code)
  if (!old) throw new Refusal('password_required')
  const guessId = `change|${caller.user}`
  const { until } = await asyncCtx.command((commandCtx) => countGuess(commandCtx, guessId))
  if (until !== null) throw new Refusal('old_password_wrong', { until_ms: until })
  if (!(await matches(ctx.tables.users.need(caller.user).password, old))) throw new Refusal('old_password_wrong')
  return asyncCtx.command((commandCtx) => forgetGuesses(commandCtx, guessId))
}

export const accountHandlers: Handlers<typeof account, AccountContext> = {
  center: (ctx, { user }) => centerOf(ctx, ctx.tables.users.need(user)),
  apiKeys: (ctx, { user }) => ({ list: apiKeysOf(ctx, user).map(apiKeyOf), max: maxApiKeys, server_now_ms: ctx.now() }),
  makeApiKey: {
    prepare: async (asyncCtx, { user }, { name, scope, pay_password }) => {
      if (!name) throw new Refusal('title_required')
      if (!hasRoom(asyncCtx.ctx, user, name)) throw new Refusal('api_key_limit', { max: maxApiKeys })
      await checkPin(asyncCtx, user, pay_password)
      return (ctx) => makeApiKey(ctx, { user, name, scope })
    },
  },
  endApiKey: (ctx, { user }, { id }) => {
    endApiKey(ctx, user, id)
    return { id }
  },
  isLock: (ctx, { user }) => lockOf(ctx, ctx.tables.users.need(user)),
  hasPassword: ({ tables }, { user }) => (tables.users.need(user).pin === null ? 'unset' : 'set'),
  changePassword: {
    prepare: async (asyncCtx, caller, input) => {
      if (input.type === 'fund') {
        const change = await preparePin(asyncCtx, caller, input.old_password, input.password, input.re_password, input.code)
        return (ctx) => {
          change(ctx)
          return {}
        }
      }
      if (!input.password) throw new Refusal('password_required')
      if (input.password.length < limits.minPasswordLength) throw new Refusal('password_too_short')
      if (input.re_password !== undefined && input.re_password !== input.password) throw new Refusal('password_mismatch')
      await proveLogin(asyncCtx, caller, input.old_password, input.code)
      const hash = await makeHash(input.password)
      return (ctx) => {
        if (!input.old_password) spendProof(ctx, caller, input.code)
        putUser(ctx, holdWithdrawals(ctx, { ...ctx.tables.users.need(caller.user), password: hash }))
        endSessions(ctx, caller.user, 'password', caller.session)
        return {}
      }
    },
  },
  changePayPassword: {
    prepare: async (asyncCtx, caller, input) => {
      const change = await preparePin(asyncCtx, caller, input.oldpassword, input.password, input.re_password, input.code)
      return (ctx) => {
        change(ctx)
        return { has_password: 'set' }
      }
    },
  },
  sendOwnCode: {
    prepare: async (asyncCtx, caller) => {
      const sent = await sendCode(asyncCtx, ownPurpose, ownTarget(asyncCtx.ctx, caller.user), caller)
      return () => sent
    },
  },
}
