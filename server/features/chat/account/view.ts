import type { ChatUser } from '#contract/chat/chat-login.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { numberOf } from '#server/features/chat/people.ts'
import { makeQr } from '#server/features/chat/qr.ts'
import { linkOf } from '#server/identity/links.ts'
import type { User } from '#server/identity/rows.ts'
import { maskOf } from '#server/identity/targets.ts'
import type { ChatAccountContext } from './context.ts'

/** A user's own chat profile. */
export const chatUserOf = (ctx: ChatAccountContext, user: User): ChatUser => ({
  id: String(user.id),
  userName: user.nickname,
  realName: null,
  mobile: maskOf.mobile(user.mobile) ?? maskOf.email(user.email),
  avatar: user.avatar === null ? null : linkOf(ctx, user.avatar, user.id),
  chatNumber: numberOf(ctx, user.id),
  signature: user.signature,
  sex: user.sex,
  address: user.address,
  level: user.agentLevel,
  qrInfo: makeQr(ctx, { business: 'card', user: user.id, value: { userId: String(user.id) }, hours: -1 }),
  createTime: timeOf(user.createdAt),
})
