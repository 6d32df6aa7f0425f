import { maxPasskeys, type passkeys } from '#contract/account/passkey.ts'
import type { AsyncContext, Caller, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { proveLogin } from '#server/features/account/security.ts'
import { checkAuthenticator } from '#server/identity/authenticator.ts'
import { holdWithdrawals } from '#server/identity/locks.ts'
import {
  addPasskey,
  beginPasskey,
  checkNewPasskey,
  checkPasskey,
  endPasskey,
  offerPasskey,
  passkeysOf,
  renamePasskey,
} from '#server/identity/passkeys.ts'
import type { PasskeyContext } from './context.ts'

const listOf = (ctx: PasskeyContext, user: number) => ({
  list: passkeysOf(ctx, user),
  max: maxPasskeys,
  server_now_ms: ctx.now(),
})
/** Otherwise a stolen login with the password could put a passkey in the place of the authenticator app. */
const prove = async (
  asyncCtx: AsyncContext<PasskeyContext>,
  caller: Caller,
  { password, totp }: { password?: string | undefined; totp?: string | undefined },
) => {
  await proveLogin(asyncCtx, caller, password, undefined)
  await checkAuthenticator(asyncCtx, caller.user, totp)
}

export const passkeyHandlers: Handlers<typeof passkeys, PasskeyContext> = {
  list: (ctx, { user }) => listOf(ctx, user),
  begin: (ctx, caller) => beginPasskey(ctx, caller.user, caller),
  confirm: {
    prepare: async (asyncCtx, caller, { name, answer, ...proof }) => {
      if (!name) throw new Refusal('title_required')
      await prove(asyncCtx, caller, proof)
      const row = await checkNewPasskey(asyncCtx, caller, answer)
      return (ctx) => {
        addPasskey(ctx, { ...row, name })
        holdWithdrawals(ctx, ctx.tables.users.need(caller.user))
        return listOf(ctx, caller.user)
      }
    },
  },
  rename: (ctx, { user }, { id, name }) => {
    if (!name) throw new Refusal('title_required')
    renamePasskey(ctx, user, id, name)
    return listOf(ctx, user)
  },
  end: {
    prepare: async (asyncCtx, caller, { id, ...proof }) => {
      await prove(asyncCtx, caller, proof)
      return (ctx) => {
        endPasskey(ctx, caller.user, id)
        holdWithdrawals(ctx, ctx.tables.users.need(caller.user))
        return listOf(ctx, caller.user)
      }
    },
  },
  beginUnlock: (ctx, caller) => ({ passkey: offerPasskey(ctx, 'unlock', caller.user, caller) }),
  unlock: {
    prepare: async (asyncCtx, caller, { answer }) => {
      await checkPasskey(asyncCtx, 'unlock', caller, answer)
      return () => ({})
    },
  },
}
