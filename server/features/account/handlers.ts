import type { account } from '#contract/account/account.ts'
import { maxApiKeys } from '#contract/account/account-keys.ts'
import { isCommonPassword } from '#contract/wire/common-passwords.ts'
import { limits } from '#contract/wire/limits.ts'
import { answerAsk, askedOf, isAsking } from '#server/identity/asks.ts'
import { endSessions } from '#server/identity/callers.ts'
import { sendCode } from '#server/identity/codes.ts'
import type { Handlers } from '#server/core/context.ts'
import { fileOf } from '#server/identity/links.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { holdWithdrawals, lockOf } from '#server/identity/locks.ts'
import { apiKeyOf, apiKeysOf, checkAddresses, endApiKey, hasRoom, makeApiKey } from '#server/identity/api-keys.ts'
import { ownPurpose, ownTarget } from '#server/identity/own.ts'
import { checkPin } from '#server/identity/pins.ts'
import { Refusal } from '#server/core/refusal.ts'
import { preparePin, spendProof } from './change-pin.ts'
import { centerOf, putUser } from './view.ts'
import { proveLogin, securityHandlers } from './security.ts'
import type { AccountContext } from './context.ts'

export const accountHandlers: Handlers<typeof account, AccountContext> = {
  ...securityHandlers,
  asked: (ctx, { user }) => askedOf(ctx, user),
  answer: (ctx, { user }, { id, text = '', files = [] }) => {
    const row = ctx.tables.asks.get(id)
    if (row?.user !== user || !isAsking(ctx, row)) throw new Refusal('not_found')
    const named = [...new Set(files.map((path) => fileOf(ctx, user, path).id))]
    if (text === '' && named.length === 0) throw new Refusal('content_empty')
    answerAsk(ctx, row, text, named)
    return askedOf(ctx, user)
  },
  center: (ctx, { user }) => centerOf(ctx, ctx.tables.users.need(user)),
  apiKeys: (ctx, { user }) => ({ list: apiKeysOf(ctx, user).map(apiKeyOf), max: maxApiKeys, server_now_ms: ctx.now() }),
  makeApiKey: {
    prepare: async (asyncCtx, { user }, { name, scope, pay_password, ...more }) => {
      if (!name) throw new Refusal('title_required')
      checkAddresses(more.addresses)
      if (!hasRoom(asyncCtx.ctx, user, name)) throw new Refusal('api_key_limit', { max: maxApiKeys })
      await checkPin(asyncCtx, user, pay_password)
      return (ctx) => makeApiKey(ctx, { user, name, scope, ...more })
    },
  },
  endApiKey: (ctx, { user }, { id }) => {
    endApiKey(ctx, user, id)
    return { id }
  },
  isLock: (ctx, { user }) => lockOf(ctx, ctx.tables.users.need(user)),
  hasPassword: ({ tables }, { user }) => (tables.users.need(user).pin === null ? 'unset' : 'set'),
  keepFavourites: (ctx, { user }, { markets }) => {
    const kept = [...new Set(markets)]
    putUser(ctx, { ...ctx.tables.users.need(user), favourites: kept })
    return { markets: kept }
  },
  changePassword: {
    prepare: async (asyncCtx, caller, input) => {
      if (input.type === 'fund') {
        const change = await preparePin(
          asyncCtx,
          caller,
          input.old_password,
          input.password,
          input.re_password,
          input.code,
        )
        return (ctx) => {
          change(ctx)
          return {}
        }
      }
      if (!input.password) throw new Refusal('password_required')
      if (input.password.length < limits.minPasswordLength) throw new Refusal('password_too_short')
      if (isCommonPassword(input.password)) throw new Refusal('password_common')
      if (input.re_password !== undefined && input.re_password !== input.password)
        throw new Refusal('password_mismatch')
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
      const change = await preparePin(
        asyncCtx,
        caller,
        input.oldpassword,
        input.password,
        input.re_password,
        input.code,
      )
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
