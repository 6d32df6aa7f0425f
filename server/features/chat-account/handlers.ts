import type { chatAccount, ChatUser } from '#contract/chat-account.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { endSession, openSession } from '#server/identity/callers.ts'
import { checkLogin, passLogin } from '#server/identity/login-guard.ts'
import type { Handlers } from '#server/core/context.ts'
import { fileOf, linkOf } from '#server/identity/links.ts'
import { putUser } from '#server/features/account/view.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { User } from '#server/identity/rows.ts'
import { maskOf, targetOf, typeOfAccount } from '#server/identity/targets.ts'
import type { ChatAccountContext } from './context.ts'

/** Characters that look like Latin letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a', с: 'c', е: 'e', і: 'i', ј: 'j', к: 'k', м: 'm', о: 'o', р: 'p', ѕ: 's', т: 't', у: 'y', ѵ: 'v', х: 'x', α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't',
  0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '|': 'i', ı: 'i', ł: 'l', ø: 'o',
}
/** Two forms of a name for comparison: without invisible characters, spaces and punctuation; and the same in Latin letters without accents. */
const skeletonsOf = (name: string) => {
  const shown = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\s\p{P}]/gu, '')
  const bare = shown.normalize('NFD').toLowerCase().replace(/\p{Mn}/gu, '')
  return [shown, [...bare].map((letter) => lookAlikes[letter] ?? letter).join('')]
}
const isInvisible = (name: string) => name.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]/gu, '') === ''

/** Names that could be mistaken for staff of the platform, in all seven languages. */
const reserved = /official|support|admin|service|kontor|客服|官方|管理|サポート|公式|運営|관리자|고객|공식|soporte|oficial|ฝ่ายบริการ|ทางการ|แอดมิน/i

const chatUserOf = (ctx: ChatAccountContext, user: User): ChatUser => ({
  id: String(user.id),
  userName: user.nickname,
  realName: null,
  mobile: maskOf.mobile(user.mobile) ?? maskOf.email(user.email),
  avatar: user.avatar === null ? null : linkOf(ctx, user.avatar, user.id),
  chatNumber: `k${user.id}`,
  signature: user.signature,
  sex: user.sex,
  address: user.address,
  level: user.agentLevel,
  qrInfo: '',
  createTime: timeOf(user.createdAt),
})

export const chatAccountHandlers: Handlers<typeof chatAccount, ChatAccountContext> = {
  login: {
    prepare: async (asyncCtx, caller, { mobile, password, userDeviceId }) => {
      const device = userDeviceId ?? caller.device
      const open = (user: number) => (ctx: ChatAccountContext) => ({
        userInfo: chatUserOf(ctx, ctx.tables.users.need(user)),
        token: openSession(ctx, user, 'chat', device),
      })
      if (caller.user !== 0 && !password) return open(caller.user)
      if (!mobile || !password) throw new Refusal('login_wrong')
      const target = targetOf(typeOfAccount(mobile), mobile, mobile.includes('@') ? undefined : mobile.split('-')[0])
      const user = await checkLogin(asyncCtx, caller, target, password)
      if (caller.user !== 0 && caller.user !== user.id) throw new Refusal('token_mismatch')
      return (ctx) => {
        const { accountUntil: until_ms, password: current } = ctx.tables.users.need(user.id)
        if (current !== user.password) throw new Refusal('login_wrong')
        if (until_ms > ctx.now()) throw new Refusal('account_locked', { until_ms })
        passLogin(ctx, caller, target, user.id)
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
    if (userName !== undefined && isInvisible(userName)) throw new Refusal('name_required')
    if (userName !== undefined && skeletonsOf(userName).some((skeleton) => reserved.test(skeleton))) throw new Refusal('name_reserved')
    const changed = putUser(ctx, {
      ...row,
      nickname: userName ?? row.nickname,
      avatar: avatar === undefined ? row.avatar : avatar === '' ? null : fileOf(ctx, user, avatar).id,
      signature: signature ?? row.signature,
      sex: sex ?? row.sex,
      address: address ?? row.address,
    })
    return chatUserOf(ctx, changed)
  },
}
