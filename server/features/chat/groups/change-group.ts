import type { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { emitRow, enter, openChat, singleOf, tellMembers } from '#server/features/chat/members.ts'
import { putChat, writeSystem } from '#server/features/chat/log.ts'
import { checkMe, isFriend, mayWriteTo, nameOf, userNoOf, userOf } from '#server/features/chat/people.ts'
import { adminIn, chatIdOf } from '#server/features/chat/places.ts'
import { pairOf, placeId, type ChatRow } from '#server/features/chat/rows.ts'
import { imGroupOf } from '#server/features/chat/view.ts'
import { pictureOf } from '#server/identity/links.ts'
import type { ChatGroupsContext } from './context.ts'

type Change<K extends keyof typeof chatGroups> = Decide<(typeof chatGroups)[K], ChatGroupsContext>

/** Names and notices are counted as people read them. */
const checkLength = (text: string, max: number) => {
  if ([...text].length > max) throw new Refusal('text_too_long', { max })
}
const checkName = (name: string | undefined): string => {
  if (name === undefined || name.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]/gu, '') === '')
    throw new Refusal('group_name_required')
  checkLength(name, chatLimits.groupName)
  return name
}
/** Of these users those that are friends of the caller; refuses if one is none, or nobody at all. */
const friendsOf = (ctx: ChatGroupsContext, user: number, ids: readonly string[]): number[] => {
  const users = [...new Set(ids)].filter((id) => id !== String(user)).map(userNoOf)
  if (users.some((other) => !isFriend(ctx, user, other))) throw new Refusal('not_friend')
  return users
}

export const createSingle: Change<'createSingle'> = (ctx, { user }, { fromUser, toUser }) => {
  checkMe(user, fromUser)
  const other = userOf(ctx, toUser).id
  if (other === user) throw new Refusal('friend_self')
  // Whoever has written with somebody finds the chat again, also when they may not write there any more.
  const isKept = ctx.tables.chats.one('pair', pairOf(user, other)) !== undefined
  if (!isKept && !mayWriteTo(ctx, user, other)) throw new Refusal('not_friend')
  const chat = singleOf(ctx, user, other)
  return { id: chatIdOf(chat), chatGroupType: 'single', createUser: String(chat.creator) }
}
export const launch: Change<'launch'> = (
  ctx,
  { user },
  { createUser, chatGroupMembers, chatGroupName, maxCount = -1, chatGroupAvatar },
) => {
  checkMe(user, createUser)
  const name = checkName(chatGroupName)
  if (chatGroupMembers.length > chatLimits.membersAtOnce)
    throw new Refusal('member_limit', { max: chatLimits.membersAtOnce })
  const users = friendsOf(ctx, user, chatGroupMembers)
  const { maxMembers } = ctx.settings.chat
  if (maxCount !== -1 && (maxCount < 2 || maxCount > maxMembers)) throw new Refusal('member_limit', { max: maxMembers })
  if (users.length + 1 > (maxCount === -1 ? maxMembers : maxCount)) throw new Refusal('group_full')
  const avatar = chatGroupAvatar ? pictureOf(ctx, user, chatGroupAvatar).id : null
  const chat = openChat(ctx, { type: 'group', name, avatar, owner: user, max: maxCount, isOpen: false, pair: null })
  enter(ctx, chat.id, user, 'owner')
  for (const each of users) enter(ctx, chat.id, each)
  writeSystem(ctx, chat.id, 'memberJoined', {
    optionUserName: nameOf(ctx, user),
    addMember: users.map((each) => nameOf(ctx, each)),
    way: 'new',
  })
  for (const each of [user, ...users]) emitRow(ctx, chat.id, each, 'new')
  return { id: chatIdOf(chat), chatGroupType: 'group', createUser: String(user) }
}

/** Changes a group, tells its members, and answers with it. */
const changed = (ctx: ChatGroupsContext, user: number, chat: ChatRow, change: Partial<ChatRow>, tell: () => void) => {
  putChat(ctx, { ...ctx.tables.chats.need(chat.id), ...change })
  tell()
  tellMembers(ctx, chat.id)
  return imGroupOf(ctx, {
    chat: ctx.tables.chats.need(chat.id),
    place: ctx.tables.chatPlaces.need(placeId(chat.id, user)),
  })
}
export const setStatus: Change<'setStatus'> = (ctx, { user }, { id, chatGroupStatus }) => {
  const { chat } = adminIn(ctx, user, id)
  const isMuted = chatGroupStatus === 'muted'
  return changed(ctx, user, chat, { isMuted }, () => {
    if (isMuted !== chat.isMuted)
      writeSystem(ctx, chat.id, isMuted ? 'allMuted' : 'unmuted', { optionUserName: nameOf(ctx, user) })
  })
}
export const setName: Change<'setName'> = (ctx, { user }, { id, chatGroupName }) => {
  const { chat } = adminIn(ctx, user, id)
  const name = checkName(chatGroupName)
  return changed(ctx, user, chat, { name }, () => {
    if (name !== chat.name)
      writeSystem(ctx, chat.id, 'nameChanged', { optionUserName: nameOf(ctx, user), chatGroupName: name })
  })
}
export const setNotice: Change<'setNotice'> = (ctx, { user }, { id, chatNotice = '' }) => {
  const { chat } = adminIn(ctx, user, id)
  checkLength(chatNotice, chatLimits.notice)
  return changed(ctx, user, chat, { notice: chatNotice }, () => {
    if (chatNotice === chat.notice) return
    // A new notice is unseen by all but its author. This is rare, and bounded by how many a group may have.
    for (const place of ctx.tables.chatPlaces.group('chat', chat.id))
      ctx.tables.chatPlaces.put({ ...place, noticeSeen: place.user === user, rev: place.rev + 1 })
    writeSystem(ctx, chat.id, 'noticeChanged', { optionUserName: nameOf(ctx, user) })
  })
}
export const setMaxCount: Change<'setMaxCount'> = (ctx, { user }, { id, maxCount }) => {
  const { chat } = adminIn(ctx, user, id)
  const { maxMembers } = ctx.settings.chat
  if (maxCount !== -1 && maxCount < chat.count) throw new Refusal('group_full')
  if (maxCount > maxMembers || maxCount < -1) throw new Refusal('member_limit', { max: maxMembers })
  return changed(ctx, user, chat, { max: maxCount }, () => undefined)
}
