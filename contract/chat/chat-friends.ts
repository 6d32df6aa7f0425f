import * as z from 'zod/mini'
import { applyStatus, contactStatus, friend, friendApply, sex } from './chat-people.ts'
import { memberOnly } from './chat-groups.ts'
import { memberType } from './chat.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, sid, typed, whole } from '#contract/wire/fields.ts'
import { spec } from '#contract/wire/spec.ts'

const post = { method: 'POST', who: 'in', wrap: 'chat' } as const
const picture = z.nullable(z.string())
const named = { friendName: typed(20), friendTag: typed(20) }
const person = z.strictObject({ friendId: sid })

/** Somebody as others see them. */
export const friendInfo = z.object({
  friendId: sid,
  friendName: z.string(),
  userName: z.string(),
  headImg: picture,
  /** Masked, and only if they allow it. */
  mobile: z.nullable(z.string()),
  sex,
  chatNumber: z.string(),
  address: z.nullable(z.string()),
  signature: z.nullable(z.string()),
  isFriend: flag,
  isBlocked: flag,
  isBot: flag,
  isStaff: flag,
  /** A request of mine, or to me, that is open. */
  apply: z.nullable(z.enum(['mine', 'theirs'])),
  chatGroupId: z.nullable(sid),
  qrInfo: z.string(),
})
export type FriendInfo = z.output<typeof friendInfo>

export const chatFriends = {
  apply: change({
    ...post,
    path: 'imUserFriend/addFriend',
    input: z.strictObject({
      friendId: sid,
      ...named,
      friendMobile: z.optional(z.unknown()),
      /** What they may see of me: 0 all, 1 not my number, 2 not my profile, 3 neither. */
      friendPower: z.optional(whole.check(z.maximum(3))),
      description: typed(60),
    }),
    output: friendApply,
    refusals: ['not_found', 'friend_self', 'already_friend', 'apply_exists'],
  }),
  applies: read({
    ...post,
    path: 'imUserFriend/checkFriendApply',
    input: z.strictObject({ status: z.optional(applyStatus) }),
    output: z.array(friendApply),
    refusals: [],
  }),
  answer: change({
    ...post,
    path: 'imUserFriend/handleFriendApply',
    input: z.strictObject({ applyUserId: sid, status: applyStatus, expect: z.optional(applyStatus) }),
    output: z.object({ status: applyStatus, chatGroupId: z.nullable(sid) }),
    refusals: ['apply_gone'],
  }),
  friends: read({
    ...post,
    path: 'imUserFriend/getMyFriendList',
    input: z.strictObject({}),
    output: z.object({
      myFriendsIndexList: z.array(z.string()),
      myFriendList: z.array(z.object({ firstLetter: z.string(), friends: z.array(friend) })),
    }),
    refusals: [],
  }),
  friend: read({
    ...post,
    path: 'imUserFriend/getFriendInfo',
    input: person,
    output: friendInfo,
    refusals: ['not_found'],
  }),
  /** Not in the family, as the next three: my name for a friend. */
  remark: change({
    ...post,
    path: 'imUserFriend/updateFriendInfo',
    input: z.strictObject({ friendId: sid, ...named, friendPower: z.optional(whole.check(z.maximum(3))) }),
    output: friend,
    refusals: ['not_found', 'not_friend'],
  }),
  remove: change({
    ...post,
    path: 'imUserFriend/deleteFriend',
    input: person,
    output: z.object({}),
    refusals: ['not_found', 'not_friend'],
  }),
  block: change({
    ...post,
    path: 'imUserFriend/blockUser',
    input: z.strictObject({ friendId: sid, blockFlag: flag }),
    output: friend,
    refusals: ['not_found', 'friend_self'],
  }),
  blocked: read({
    ...post,
    path: 'imUserFriend/getMyBlockList',
    input: z.strictObject({}),
    output: z.array(friend),
    refusals: [],
  }),
  friendsToAdd: read({
    ...post,
    path: 'imUserFriend/getMyFriendListForAdd',
    input: z.strictObject({ chatGroupId: sid }),
    output: z.array(z.object({ friendId: sid, friendName: z.string(), userName: z.string(), headImg: picture })),
    refusals: [...memberOnly, 'group_only'],
  }),
  friendsToRemove: read({
    ...post,
    path: 'imUserFriend/getMyFriendListForDel',
    input: z.strictObject({ chatGroupId: sid }),
    output: z.array(
      z.object({ userId: sid, userName: z.string(), friendName: z.string(), headImg: picture, memberType }),
    ),
    refusals: [...memberOnly, 'group_only', 'not_admin'],
  }),
  searchUser: read({
    ...post,
    path: 'imUser/searchUser',
    input: z.strictObject({ keyWord: typed(60) }),
    output: z.array(
      z.object({
        id: sid,
        userName: z.string(),
        avatar: picture,
        mobile: z.nullable(z.string()),
        address: z.nullable(z.string()),
        chatNumber: z.string(),
        isFriend: flag,
        isBot: flag,
        isStaff: flag,
      }),
    ),
    refusals: ['keyword_required'],
  }),
  syncContacts: read({
    ...post,
    path: 'imUser/syncContacts',
    input: z.strictObject({ phoneContacts: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(500)) }),
    output: z.array(
      z.object({
        userId: sid,
        userName: z.string(),
        realName: z.nullable(z.string()),
        mobile: z.string(),
        avatar: picture,
        status: contactStatus,
      }),
    ),
    refusals: [],
  }),
}

export const chatFriendsSpec = spec({ calls: chatFriends, events: [], channels: {} })
