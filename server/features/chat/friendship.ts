import type { ApplyStatus, Friend, FriendApply } from '#contract/chat/chat-people.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { singleOf } from './members.ts'
import { writeSystem } from './log.ts'
import { avatarOf, isBlocked, isChatBot, isFriend, isStaff, nameOf } from './people.ts'
import { pairId, type ApplyRow, type ChatRow } from './rows.ts'
import type { ChatContext } from './context.ts'

/** A request in wire form: `id` is who asked. */
export const applyOf = (ctx: ChatContext, row: ApplyRow): FriendApply => ({
  id: String(row.from),
  applyId: String(row.no),
  userName: nameOf(ctx, row.from),
  avatar: avatarOf(ctx, row.from),
  remark: row.remark,
  status: row.status,
  createTime: timeOf(row.at),
  createMs: row.at,
  rev: row.rev,
})
export const friendOf = (ctx: ChatContext, user: number, other: number): Friend => ({
  id: pairId(user, other).replace(':', '-'),
  friendId: String(other),
  friendName: ctx.tables.chatFriends.get(pairId(user, other))?.name ?? '',
  userName: nameOf(ctx, other),
  headImg: avatarOf(ctx, other),
  isFriend: isFriend(ctx, user, other),
  isBlocked: isBlocked(ctx, other, user),
  isBot: isChatBot(ctx, other),
  isStaff: isStaff(ctx, other),
})
export const emitFriend = (ctx: ChatContext, user: number, other: number) =>
  ctx.emit(user, { ev: 'chat.friendChanged', v: friendOf(ctx, user, other) })

/** The only code that changes a request. Both sides are told; of a refusal only who refused. */
export function moveApply(ctx: ChatContext, row: ApplyRow, status: ApplyStatus): ApplyRow {
  const moved = ctx.tables.chatApplies.put({ ...row, status, rev: row.rev + 1 })
  const why = status === 'accepted' ? 'accepted' : status === 'refused' ? 'refused' : 'came'
  const v = applyOf(ctx, moved)
  if (!isBlocked(ctx, row.from, row.to)) ctx.emit(row.to, { ev: 'chat.applyChanged', v, why })
  if (status === 'accepted') ctx.emit(row.from, { ev: 'chat.applyChanged', v, why })
  return moved
}
/** Makes two users friends: each keeps the name they gave when they asked, and their chat begins. */
export function befriend(ctx: ChatContext, row: ApplyRow): ChatRow {
  moveApply(ctx, row, 'accepted')
  const at = ctx.now()
  const put = (user: number, friend: number, name: string, tag: string, power: number) =>
    ctx.tables.chatFriends.put({ id: pairId(user, friend), user, friend, name, tag, power, at })
  put(row.from, row.to, row.name, row.tag, row.power)
  // Who was asked may have asked as well.
  const back = ctx.tables.chatApplies.get(pairId(row.to, row.from))
  put(row.to, row.from, back?.name ?? '', back?.tag ?? '', back?.power ?? 0)
  for (const [user, other] of [
    [row.from, row.to],
    [row.to, row.from],
  ] as const)
    emitFriend(ctx, user, other)
  const chat = singleOf(ctx, row.from, row.to)
  writeSystem(ctx, chat.id, 'friendAdded', { userName: nameOf(ctx, row.to) })
  return chat
}
