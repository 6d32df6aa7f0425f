import type { chatGroups } from '#contract/chat/chat-groups.ts'
import { qrBusiness } from '#contract/chat/chat-groups.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { emitRow, enter, leave, shut, tellMembers } from '#server/features/chat/members.ts'
import { putChat, putPlace, writeMessage, writeSystem } from '#server/features/chat/log.ts'
import { checkMe, isFriend, nameOf, userOf } from '#server/features/chat/people.ts'
import { adminIn, chatIdOf, chatNoOf, groupIn, maxOf, memberCode, type Place } from '#server/features/chat/places.ts'
import { readQr } from '#server/features/chat/qr.ts'
import { placeId, type PlaceRow } from '#server/features/chat/rows.ts'
import { memberOf } from '#server/features/chat/view.ts'
import type { ChatGroupsContext } from './context.ts'

type Change<K extends keyof typeof chatGroups> = Decide<(typeof chatGroups)[K], ChatGroupsContext>

const isMember = ({ tables }: ChatGroupsContext, chat: number, user: number) =>
  tables.chatPlaces.get(placeId(chat, user))?.isIn === true
export const addMembers: Change<'addMembers'> = (ctx, { user }, { chatGroupId, members, currentUserId }) => {
  checkMe(user, currentUserId)
  const { chat } = groupIn(ctx, user, chatGroupId)
  if (members.length > chatLimits.membersAtOnce) return { data: -3, reason: 'member_limit' }
  const users = [...new Set(members)].map((id) => userOf(ctx, id).id).filter((each) => !isMember(ctx, chat.id, each))
  if (users.some((each) => !isFriend(ctx, user, each))) return { data: -2, reason: 'not_friend' }
  if (chat.count + users.length > maxOf(ctx, chat)) return { data: -1, reason: 'group_full' }
  if (users.length === 0) return { data: 0, reason: 'ok' }
  for (const each of users) enter(ctx, chat.id, each)
  writeSystem(ctx, chat.id, 'memberJoined', {
    optionUserName: nameOf(ctx, user),
    addMember: users.map((each) => nameOf(ctx, each)),
    way: 'invite',
  })
  tellMembers(ctx, chat.id, { changed: users })
  for (const each of users) emitRow(ctx, chat.id, each, 'new')
  return { data: users.length, reason: 'ok' }
}
/** A member of the group whom the caller wants to act on: nobody acts on the owner, and only the owner on admins. */
function subordinate(ctx: ChatGroupsContext, { chat, place }: Place, id: string): PlaceRow {
  const other = ctx.tables.chatPlaces.get(placeId(chat.id, userOf(ctx, id).id))
  if (!other?.isIn) throw new Refusal('not_found')
  if (other.type === 'owner' || (other.type === 'admin' && place.type !== 'owner')) throw new Refusal('not_admin')
  return other
}
export const removeMembers: Change<'removeMembers'> = (ctx, { user }, { chatGroupId, members, currentUserId }) => {
  checkMe(user, currentUserId)
  const at = adminIn(ctx, user, chatGroupId)
  const places = [...new Set(members)].map((id) => subordinate(ctx, at, id))
  if (places.length === 0) return 0
  const gone = places.map((place) => place.user)
  for (const place of places) leave(ctx, place, 'removed')
  writeSystem(ctx, at.chat.id, 'memberRemoved', {
    optionUserName: nameOf(ctx, user),
    delMember: gone.map((each) => nameOf(ctx, each)),
  })
  tellMembers(ctx, at.chat.id, { gone })
  return gone.length
}
const adminsOf = ({ tables }: ChatGroupsContext, chat: number) =>
  tables.chatPlaces.group('chat', chat).filter(({ type }) => type === 'admin').length
/** The group gets another owner; who owned it stays as an admin, if there is room for one. */
function handOver(ctx: ChatGroupsContext, { chat, place }: Place, other: PlaceRow) {
  if (place.type !== 'owner') throw new Refusal('not_admin')
  const changed = putPlace(ctx, { ...other, type: 'owner' })
  putPlace(ctx, { ...place, type: adminsOf(ctx, chat.id) < chatLimits.admins ? 'admin' : 'member' })
  putChat(ctx, { ...ctx.tables.chats.need(chat.id), owner: other.user })
  tellType(ctx, chat.id, place.user, changed)
  const both = [other.user, place.user]
  tellMembers(ctx, chat.id, { changed: both })
  for (const each of both) emitRow(ctx, chat.id, each, 'mine')
  return memberOf(ctx, ctx.tables.chats.need(chat.id), changed)
}
const tellType = (ctx: ChatGroupsContext, chat: number, by: number, { user, type }: PlaceRow) =>
  writeSystem(ctx, chat, 'memberTypeChanged', {
    optionUserName: nameOf(ctx, by),
    userName: nameOf(ctx, user),
    memberType: memberCode(type),
  })
export const setMemberType: Change<'setMemberType'> = (ctx, { user }, { chatGroupId, userId, memberType }) => {
  const at = adminIn(ctx, user, chatGroupId)
  const other = subordinate(ctx, at, userId)
  if (memberType === 'owner') return handOver(ctx, at, other)
  if (other.type === memberType) return memberOf(ctx, at.chat, other)
  if (memberType === 'admin' && adminsOf(ctx, at.chat.id) >= chatLimits.admins)
    throw new Refusal('member_limit', { max: chatLimits.admins })
  const changed = putPlace(ctx, { ...other, type: memberType })
  tellType(ctx, at.chat.id, user, changed)
  tellMembers(ctx, at.chat.id, { changed: [other.user] })
  emitRow(ctx, at.chat.id, other.user, 'mine')
  return memberOf(ctx, at.chat, changed)
}
export const muteMember: Change<'muteMember'> = (ctx, { user }, { chatGroupId, userId, minutes }) => {
  const at = adminIn(ctx, user, chatGroupId)
  const other = subordinate(ctx, at, userId)
  const changed = putPlace(ctx, {
    ...other,
    mutedUntil: minutes === 0 ? 0 : ctx.now() + Math.min(minutes, chatLimits.muteMinutes) * 60_000,
  })
  tellMembers(ctx, at.chat.id, { changed: [other.user] })
  emitRow(ctx, at.chat.id, other.user, 'mine')
  return memberOf(ctx, at.chat, changed)
}
export const quit: Change<'quit'> = (ctx, { user }, { chatGroupId }) => {
  const { chat, place } = groupIn(ctx, user, chatGroupId)
  if (place.type === 'owner') throw new Refusal('owner_cannot_quit')
  leave(ctx, place, 'quit')
  writeSystem(ctx, chat.id, 'memberLeft', { userName: nameOf(ctx, user) })
  tellMembers(ctx, chat.id, { gone: [user] })
  return {}
}
/** Ends the group for all. Its last message says so. */
export const dissolve: Change<'dissolve'> = (ctx, { user }, { chatGroupId }) => {
  const { chat, place } = groupIn(ctx, user, chatGroupId)
  if (place.type !== 'owner') throw new Refusal('not_admin')
  if (chat.packets > 0) throw new Refusal('packet_active')
  writeMessage(ctx, chat.id, { from: 0, kind: 'dissolved', type: 0, content: '{}', text: '' })
  const over = putChat(ctx, { ...ctx.tables.chats.need(chat.id), isOver: true })
  for (const each of ctx.tables.chatPlaces.group('chat', chat.id)) {
    ctx.emit(each.user, { ev: 'chat.groupGone', v: { chatGroupId: chatIdOf(chat) }, why: 'dissolved' })
    shut(ctx, over, each.user, 'group_gone')
  }
  return {}
}
export const joinByQr: Change<'joinByQr'> = (ctx, { user }, { qrValue }) => {
  const { businessCode, qrValue: value, createUser } = readQr(ctx, qrValue)
  if (businessCode !== qrBusiness.joinGroup && businessCode !== qrBusiness.group) throw new Refusal('qr_invalid')
  const chatGroupId = String(value['chatGroupId'])
  const chat = ctx.tables.chats.get(chatNoOf(chatGroupId))
  if (!chat || chat.isOver || chat.type === 'single') throw new Refusal('group_gone')
  if (isMember(ctx, chat.id, user)) return { chatGroupId, joined: false }
  // A code of somebody who has left opens nothing.
  if (!isMember(ctx, chat.id, Number(createUser))) throw new Refusal('qr_expired')
  if (chat.count + 1 > maxOf(ctx, chat)) throw new Refusal('group_full')
  enter(ctx, chat.id, user)
  writeSystem(ctx, chat.id, 'memberJoined', {
    optionUserName: nameOf(ctx, Number(createUser)),
    addMember: [nameOf(ctx, user)],
    way: 'qr',
  })
  tellMembers(ctx, chat.id, { changed: [user] })
  emitRow(ctx, chat.id, user, 'new')
  return { chatGroupId, joined: true }
}
