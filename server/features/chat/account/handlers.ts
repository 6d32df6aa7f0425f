import type { chatAccount } from '#contract/chat/chat-account.ts'
import { hasPasskey } from '#server/identity/passkeys.ts'
import { authenticatorOf } from '#server/identity/authenticator.ts'
import { endSession, openSession } from '#server/identity/callers.ts'
import { noteLogin } from '#server/identity/devices.ts'
import { checkNotFrozen } from '#server/identity/locks.ts'
import { checkLogin, checkStillRight } from '#server/identity/login-guard.ts'
import type { Handlers } from '#server/core/context.ts'
import { pictureOf } from '#server/identity/links.ts'
import { callIn, callServersOf } from '#server/features/chat/call-servers.ts'
import { putUser } from '#server/features/account/view.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkName } from './names.ts'
import { addRecord, deleteRecord, records, updateRecord } from './records.ts'
import { authorisePayment, balance, changePin, tradePin, topUp } from './money.ts'
import { accountOf, chatNumberUsed, mayI, mobileUsed, register, setPower } from './people.ts'
import { chatUserOf } from './view.ts'
import type { ChatAccountContext } from './context.ts'

export const chatAccountHandlers: Handlers<typeof chatAccount, ChatAccountContext> = {
  mayI,
  setPower,
  mobileUsed,
  chatNumberUsed,
  register,
  balance,
  topUp,
  checkPin: tradePin,
  authorisePayment,
  changePin,
  addRecord,
  records,
  updateRecord,
  deleteRecord,
  callInfo: (ctx, { user }, { type }) => {
    const { servers, expireMs } = callServersOf(ctx, user)
    const call = callIn(ctx, user)
    return {
      enabled: ctx.settings.chat.callServers !== null,
      roomID: call?.id ?? null,
      type,
      members: call === null ? [] : [String(call.caller.user), String(call.called.user)],
      servers,
      expireMs,
      serverNowMs: ctx.now(),
    }
  },
  login: {
    prepare: async (asyncCtx, caller, { mobile, password, userDeviceId }) => {
      const device = userDeviceId ?? caller.device
      const open = (user: number) => (ctx: ChatAccountContext) => ({
        userInfo: chatUserOf(ctx, ctx.tables.users.need(user)),
        token: openSession(ctx, user, 'chat', device, caller),
      })
      if (caller.user !== 0 && !password) return open(caller.user)
      if (!mobile || !password) throw new Refusal('login_wrong')
      const user = await checkLogin(asyncCtx, caller, accountOf(mobile), password)
      // A program of the chat has no field for the second factor: with one, the chat is entered by the login.
      if (authenticatorOf(asyncCtx.ctx, user.id) || hasPasskey(asyncCtx.ctx, user.id))
        throw new Refusal('totp_required')
      if (caller.user !== 0 && caller.user !== user.id) throw new Refusal('token_mismatch')
      return (ctx) => {
        checkStillRight(ctx, user)
        checkNotFrozen(ctx, user.id)
        noteLogin(ctx, user.id, caller)
        return open(user.id)(ctx)
      }
    },
  },
  loginStatus: (_ctx, { user }) => ({ userId: String(user), status: 1 }),
  logout: (ctx, { user, session, device }) => {
    for (const each of ctx.tables.sessions.group('user', user))
      if (each.id === session || (each.kind === 'chat' && each.device === device)) endSession(ctx, each, 'logout')
    return {}
  },
  updateUser: (ctx, { user }, input) => {
    const row = ctx.tables.users.need(user)
    const { userName, avatar, signature, sex, address } = input
    if (userName !== undefined) checkName(userName)
    const changed = putUser(ctx, {
      ...row,
      nickname: userName ?? row.nickname,
      avatar: avatar === undefined ? row.avatar : avatar === '' ? null : pictureOf(ctx, user, avatar).id,
      signature: signature ?? row.signature,
      sex: sex ?? row.sex,
      address: address ?? row.address,
    })
    return chatUserOf(ctx, changed)
  },
}
