import type { GroupWhy } from '#contract/chat/chat.ts'
import { channelOf, chatIdOf } from './places.ts'
import { pairOf, placeId, type ChatRow, type PlaceRow } from './rows.ts'
import { putChat, putPlace, touchPlace, writeChange } from './log.ts'
import { groupRowOf, memberOf } from './view.ts'
import type { ChatContext } from './context.ts'

/** Sends a user their line of a chat, because it changed for another reason than a message. */
export function emitRow(ctx: ChatContext, chatNo: number, user: number, why: GroupWhy) {
  const chat = ctx.tables.chats.need(chatNo)
  ctx.emit(user, {
    ev: 'chat.groupChanged',
    v: groupRowOf(ctx, { chat, place: ctx.tables.chatPlaces.need(placeId(chatNo, user)) }),
    why,
  })
}

type NewChat = Pick<ChatRow, 'type' | 'name' | 'avatar' | 'owner' | 'max' | 'isOpen' | 'pair'>
export const openChat = (ctx: ChatContext, fields: NewChat): ChatRow =>
  ctx.tables.chats.put({
    ...fields,
    id: ctx.tables.chats.nextId(),
    creator: fields.owner,
    isMuted: false,
    notice: '',
    count: 0,
    headN: 0,
    headS: 0,
    loud: 0,
    last: null,
    allN: [],
    packets: 0,
    isOver: false,
    at: ctx.now(),
    rev: 1,
  })
/**
 * Enters a user. Who comes later does not see what was said before, unless the group is open; what they had read stays
 * read.
 */
export function enter(ctx: ChatContext, chatNo: number, user: number, type: PlaceRow['type'] = 'member'): PlaceRow {
  const chat = ctx.tables.chats.need(chatNo)
  const id = placeId(chatNo, user)
  const before = ctx.tables.chatPlaces.get(id)
  const floorN = chat.isOpen ? (before?.floorN ?? 0) : chat.headN
  const place = ctx.tables.chatPlaces.put({
    id,
    chat: chatNo,
    user,
    type,
    isIn: true,
    at: ctx.now(),
    readN: chat.headN,
    readLoud: chat.loud,
    floorN,
    mentions: [],
    isQuiet: false,
    isTop: false,
    hiddenN: null,
    noticeSeen: false,
    mutedUntil: before?.mutedUntil ?? 0,
    rev: (before?.rev ?? 0) + 1,
  })
  putChat(ctx, { ...chat, count: chat.count + 1 })
  touchPlace(ctx, user, chatNo)
  return place
}
/** A user's place ends; from this commit on they are sent nothing of the chat (C2). */
export function leave(ctx: ChatContext, place: PlaceRow, why: 'removed' | 'quit') {
  const chat = ctx.tables.chats.need(place.chat)
  putPlace(ctx, { ...place, isIn: false, type: 'member', mentions: [], isTop: false, hiddenN: null })
  putChat(ctx, { ...chat, count: chat.count - 1 })
  ctx.emit(place.user, { ev: 'chat.groupGone', v: { chatGroupId: chatIdOf(chat) }, why })
  shut(ctx, chat, place.user, 'not_member')
}
export const shut = (ctx: ChatContext, chat: ChatRow, user: number, reason: 'not_member' | 'group_gone') => {
  for (const channel of [channelOf(chat), `typing:${chatIdOf(chat)}`])
    ctx.signal({ kind: 'shut', channel, user, reason })
}
/** Tells a chat who came, changed or went, with its name and status as they are now. */
export function tellMembers(
  ctx: ChatContext,
  chatNo: number,
  { changed = [], gone = [] }: { changed?: readonly number[]; gone?: readonly number[] } = {},
) {
  const chat = ctx.tables.chats.need(chatNo)
  writeChange(ctx, chatNo, {
    ev: 'chat.memberChanged',
    v: {
      chatGroupId: chatIdOf(chat),
      memberCounts: chat.count,
      chatGroupName: chat.name,
      chatGroupStatus: chat.isMuted ? 'muted' : 'normal',
      members: changed.map((user) => memberOf(ctx, chat, ctx.tables.chatPlaces.need(placeId(chatNo, user)))),
      gone: gone.map(String),
    },
  })
}

/** The single chat of two users, opened if there is none. */
export function singleOf(ctx: ChatContext, user: number, other: number): ChatRow {
  const pair = pairOf(user, other)
  const existing = ctx.tables.chats.one('pair', pair)
  if (existing) return existing
  const chat = openChat(ctx, { type: 'single', name: '', avatar: null, owner: user, max: 2, isOpen: true, pair })
  for (const each of [user, other]) enter(ctx, chat.id, each)
  for (const each of [user, other]) emitRow(ctx, chat.id, each, 'new')
  return ctx.tables.chats.need(chat.id)
}
