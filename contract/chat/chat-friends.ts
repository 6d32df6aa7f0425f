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
    description: 'Ask somebody to become friends.',
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
    description: 'List the requests to the account.',
    ...post,
    path: 'imUserFriend/checkFriendApply',
    input: z.strictObject({ status: z.optional(applyStatus) }),
    output: z.array(friendApply),
    refusals: [],
  }),
  answer: change({
    description: 'Accept or refuse a request.',
    ...post,
    path: 'imUserFriend/handleFriendApply',
    input: z.strictObject({ applyUserId: sid, status: applyStatus, expect: z.optional(applyStatus) }),
    output: z.object({ status: applyStatus, chatGroupId: z.nullable(sid) }),
    refusals: ['apply_gone'],
  }),
  friends: read({
    description: 'List the friends of the account by the first letter.',
    ...post,
    path: 'imUserFriend/getMyFriendList',
    scope: 'chat',
    input: z.strictObject({}),
    output: z.object({
      myFriendsIndexList: z.array(z.string()),
      myFriendList: z.array(z.object({ firstLetter: z.string(), friends: z.array(friend) })),
    }),
    refusals: [],
  }),
  friend: read({
    description: 'Read somebody as the account may see them, with their card.',
    ...post,
    path: 'imUserFriend/getFriendInfo',
    scope: 'chat',
    input: person,
    output: friendInfo,
    refusals: ['not_found'],
  }),
  /** Not in the family, as the next three: my name for a friend. */
  remark: change({
    description: "Give a friend a name of one's own.",
    ...post,
    path: 'imUserFriend/updateFriendInfo',
    input: z.strictObject({ friendId: sid, ...named, friendPower: z.optional(whole.check(z.maximum(3))) }),
    output: friend,
    refusals: ['not_found', 'not_friend'],
  }),
  remove: change({
    description: 'End a friendship.',
    ...post,
    path: 'imUserFriend/deleteFriend',
    input: person,
    output: z.object({}),
    refusals: ['not_found', 'not_friend'],
  }),
  block: change({
    description: 'Block somebody, or hear them again.',
    ...post,
    path: 'imUserFriend/blockUser',
    input: z.strictObject({ friendId: sid, blockFlag: flag }),
    output: friend,
    refusals: ['not_found', 'friend_self'],
  }),
  blocked: read({
    description: 'List who is blocked.',
    ...post,
    path: 'imUserFriend/getMyBlockList',
    input: z.strictObject({}),
    output: z.array(friend),
    refusals: [],
  }),
  friendsToAdd: read({
    description: 'List friends who are not in a group yet.',
    ...post,
    path: 'imUserFriend/getMyFriendListForAdd',
    input: z.strictObject({ chatGroupId: sid }),
    output: z.array(z.object({ friendId: sid, friendName: z.string(), userName: z.string(), headImg: picture })),
    refusals: [...memberOnly, 'group_only'],
  }),
  friendsToRemove: read({
    description: 'List members whom the account may remove.',
    ...post,
    path: 'imUserFriend/getMyFriendListForDel',
    input: z.strictObject({ chatGroupId: sid }),
    output: z.array(
      z.object({ userId: sid, userName: z.string(), friendName: z.string(), headImg: picture, memberType }),
    ),
    refusals: [...memberOnly, 'group_only', 'not_admin'],
  }),
  searchUser: read({
    description: 'Find people by a whole number, phone or mail, or by letters of their name.',
    rate: 'guess',
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
    description: 'Find who of these phone numbers is here; the list is not kept.',
    rate: 'guess',
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

export const chatFriendsSpec = spec({
  about: 'Friends, requests and people.',
  calls: chatFriends,
  events: [],
  channels: {},
})
