import type { chatFriends } from '#contract/chat/chat-friends.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { applyOf, befriend, emitFriend, friendOf, moveApply } from '#server/features/chat/friendship.ts'
import { avatarOf, isBlocked, isFriend, nameOf, userOf } from '#server/features/chat/people.ts'
import { adminIn, chatIdOf, groupIn, placesOf } from '#server/features/chat/places.ts'
import { pairId, placeId } from '#server/features/chat/rows.ts'
import { acceptLater } from '#server/features/chat/support.ts'
import { infoOf, searchUser, syncContacts } from './search.ts'
import type { ChatFriendsContext } from './context.ts'

const firstLetterOf = (name: string) => {
  const [letter = ''] = name.normalize('NFD').toUpperCase()
  return /[A-Z]/.test(letter) ? letter : '#'
}
const myFriends = (ctx: ChatFriendsContext, user: number) =>
  ctx.tables.chatFriends.group('user', user).map(({ friend }) => friendOf(ctx, user, friend))
const shownName = ({ friendName, userName }: { friendName: string; userName: string }) => friendName || userName
/** Somebody who is a friend of the caller. */
const friendIn = (ctx: ChatFriendsContext, user: number, id: string) => {
  const other = userOf(ctx, id).id
  const row = ctx.tables.chatFriends.get(pairId(user, other))
  if (!row) throw new Refusal('not_friend')
  return row
}

export const chatFriendsHandlers: Handlers<typeof chatFriends, ChatFriendsContext> = {
  apply: (ctx, { user }, { friendId, friendName = '', friendTag = '', friendPower = 0, description = '' }) => {
    const other = userOf(ctx, friendId).id
    if (other === user) throw new Refusal('friend_self')
    if (isFriend(ctx, user, other)) throw new Refusal('already_friend')
    const before = ctx.tables.chatApplies.get(pairId(user, other))
    if (before?.status === 'pending') throw new Refusal('apply_exists')
    const row = ctx.tables.chatApplies.put({
      id: pairId(user, other),
      no: before?.no ?? ctx.tables.chatApplies.count() + 1,
      from: user,
      to: other,
      remark: description,
      name: friendName,
      tag: friendTag,
      power: friendPower,
      status: 'pending',
      at: ctx.now(),
      rev: before?.rev ?? 0,
    })
    // They have asked already: both want it.
    const theirs = ctx.tables.chatApplies.get(pairId(other, user))
    if (theirs?.status === 'pending') {
      moveApply(ctx, theirs, 'accepted')
      befriend(ctx, row)
      return applyOf(ctx, ctx.tables.chatApplies.need(row.id))
    }
    acceptLater(ctx, user, other)
    return applyOf(ctx, moveApply(ctx, row, 'pending'))
  },
  applies: (ctx, { user }, { status }) =>
    ctx.tables.chatApplies
      .group('to', user)
      // Who is blocked is not told so, and is not heard.
      .filter((row) => (status === undefined || row.status === status) && !isBlocked(ctx, row.from, user))
      .toSorted((a, b) => b.at - a.at || b.no - a.no)
      .map((row) => applyOf(ctx, row)),
  answer: (ctx, { user }, { applyUserId, status, expect }) => {
    const row = ctx.tables.chatApplies.get(`${applyUserId}:${user}`)
    if (row?.status !== 'pending' || (expect !== undefined && expect !== row.status) || status === 'pending')
      throw new Refusal('apply_gone')
    if (status === 'accepted') return { status, chatGroupId: chatIdOf(befriend(ctx, row)) }
    moveApply(ctx, row, status)
    return { status, chatGroupId: null }
  },
  friends: (ctx, { user }) => {
    const byLetter = new Map<string, ReturnType<typeof friendOf>[]>()
    for (const friend of myFriends(ctx, user).toSorted((a, b) => shownName(a).localeCompare(shownName(b)))) {
      const letter = firstLetterOf(shownName(friend))
      byLetter.set(letter, [...(byLetter.get(letter) ?? []), friend])
    }
    // Names that begin with no Latin letter come last.
    const letters = [...byLetter.keys()].toSorted((a, b) => Number(a === '#') - Number(b === '#') || (a < b ? -1 : 1))
    return {
      myFriendsIndexList: letters,
      myFriendList: letters.map((firstLetter) => ({ firstLetter, friends: byLetter.get(firstLetter) ?? [] })),
    }
  },
  friend: (ctx, { user }, { friendId }) => infoOf(ctx, user, userOf(ctx, friendId)),
  remark: (ctx, { user }, { friendId, friendName, friendTag, friendPower }) => {
    const row = friendIn(ctx, user, friendId)
    ctx.tables.chatFriends.put({
      ...row,
      name: friendName ?? row.name,
      tag: friendTag ?? row.tag,
      power: friendPower ?? row.power,
    })
    emitFriend(ctx, user, row.friend)
    return friendOf(ctx, user, row.friend)
  },
  remove: (ctx, { user }, { friendId }) => {
    const { friend } = friendIn(ctx, user, friendId)
    ctx.tables.chatFriends.remove(pairId(user, friend))
    ctx.tables.chatFriends.remove(pairId(friend, user))
    // The other side is not told; they find out when they write.
    emitFriend(ctx, user, friend)
    return {}
  },
  block: (ctx, { user }, { friendId, blockFlag }) => {
    const other = userOf(ctx, friendId).id
    if (other === user) throw new Refusal('friend_self')
    const id = pairId(user, other)
    if (blockFlag) ctx.tables.chatBlocks.put({ id, user, other, at: ctx.now() })
    else if (ctx.tables.chatBlocks.get(id)) ctx.tables.chatBlocks.remove(id)
    emitFriend(ctx, user, other)
    return friendOf(ctx, user, other)
  },
  blocked: (ctx, { user }) =>
    ctx.tables.chatBlocks
      .group('user', user)
      .toSorted((a, b) => b.at - a.at)
      .map(({ other }) => friendOf(ctx, user, other)),
  friendsToAdd: (ctx, { user }, { chatGroupId }) => {
    const { chat } = groupIn(ctx, user, chatGroupId)
    return myFriends(ctx, user)
      .filter(({ friendId }) => ctx.tables.chatPlaces.get(placeId(chat.id, Number(friendId)))?.isIn !== true)
      .map(({ friendId, friendName, userName, headImg }) => ({ friendId, friendName, userName, headImg }))
  },
  friendsToRemove: (ctx, { user }, { chatGroupId }) => {
    const { chat, place } = adminIn(ctx, user, chatGroupId)
    return placesOf(ctx, chat)
      .filter(({ type }) => type === 'member' || (type === 'admin' && place.type === 'owner'))
      .map((each) => ({
        userId: String(each.user),
        userName: nameOf(ctx, each.user),
        friendName: ctx.tables.chatFriends.get(pairId(user, each.user))?.name ?? '',
        headImg: avatarOf(ctx, each.user),
        memberType: each.type,
      }))
  },
  searchUser,
  syncContacts,
}
