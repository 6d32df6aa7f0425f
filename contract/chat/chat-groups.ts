import * as z from 'zod/mini'
import { groupRow, groupStatus, groupType, imGroup, member, memberType } from './chat.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { file, flag, ms, sid, typed, whole } from '#contract/wire/fields.ts'
import { spec } from '#contract/wire/spec.ts'

const post = { method: 'POST', who: 'in', wrap: 'chat' } as const
/**
 * What any call on a chat may be refused with: strangers are told that there is none, who has left that they are no
 * member any more.
 */
export const memberOnly = ['not_found', 'not_member', 'group_gone'] as const
const groupOnly = [...memberOnly, 'group_only'] as const
const adminOnly = [...groupOnly, 'not_admin'] as const
const chatGroupId = sid
const target = z.strictObject({ chatGroupId })
const people = z.array(sid).check(z.maxLength(200))
const me = { userId: z.optional(sid), groupType: z.optional(z.union([z.int(), z.string()])) }
const optionalFlag = z.optional(flag)
const made = z.object({ id: sid, chatGroupType: groupType, createUser: sid })
const marked = z.object({ readN: z.int(), unread: z.int() })
const limitFlag = z.optional(whole)

/** A signed code, as it is scanned: to join a group, or of a person. `expireTime` in hours; −1 for ever. */
export const scannedQr = z.object({
  businessCode: z.int(),
  expireTime: z.number(),
  createTimeStamp: ms,
  createTime: z.string(),
  createUser: z.string(),
  qrValue: z.record(z.string(), z.unknown()),
  sig: z.string(),
})
export type ScannedQr = z.output<typeof scannedQr>
/** What a code does, by its `businessCode`. */
export const qrBusiness = { download: 0, joinGroup: 1, card: 2, group: 3 } as const

export const chatGroups = {
  mine: read({
    description: 'List the chats of the account with newest message, unread messages and mentions; pinned first.',
    ...post,
    path: 'imChatGroup/getMyChatGroupList',
    scope: 'chat',
    input: z.strictObject({ includeHidden: optionalFlag }),
    output: z.array(groupRow),
    refusals: [],
  }),
  search: read({
    description: 'Find chats of the account by name.',
    ...post,
    path: 'imChatGroup/searchChatGroup',
    scope: 'chat',
    input: z.strictObject({ keyWord: typed(40) }),
    output: z.array(
      z.object({
        id: sid,
        chatGroupAvatar: z.nullable(z.string()),
        chatGroupName: z.string(),
        chatGroupType: groupType,
        memberCounts: z.int(),
      }),
    ),
    refusals: ['keyword_required'],
  }),
  mineForForward: read({
    description: 'List the chats into which the account may write.',
    ...post,
    path: 'imChatGroup/getMyChatGroupListForForward',
    input: z.strictObject({}),
    output: z.array(
      z.object({
        id: sid,
        chatGroupName: z.string(),
        chatGroupAvatar: z.nullable(z.string()),
        chatGroupType: groupType,
      }),
    ),
    refusals: [],
  }),
  info: read({
    description: 'Read one chat, and the signed code with which others join it.',
    ...post,
    path: 'imChatGroup/getChatGroupInfo',
    input: target,
    /** `qrInfo`: a signed code with which others join; empty for a single chat. */
    output: z.object({ imGroup, qrInfo: z.string(), qrExpireMs: ms, serverNowMs: ms }),
    refusals: memberOnly,
  }),
  createSingle: change({
    description: 'Open the chat with one person: a friend, the other side of an open OTC order, or support.',
    ...post,
    path: 'imChatGroup/createSingleChat',
    scope: 'chat',
    isCapped: true,
    input: z.strictObject({ fromUser: z.optional(sid), toUser: sid, friendName: typed(40) }),
    output: made,
    refusals: ['not_friend', 'friend_self', 'not_found'],
  }),
  launch: change({
    description: 'Open a group with friends.',
    ...post,
    path: 'imChatGroup/launchChatGroup',
    who: 'pw:addNewGroup',
    input: z.strictObject({
      createUser: z.optional(sid),
      chatGroupMembers: people,
      chatGroupName: typed(100),
      maxCount: z.optional(z.int()),
      chatGroupAvatar: file,
    }),
    output: made,
    refusals: ['group_name_required', 'text_too_long', 'not_friend', 'group_full', 'member_limit', 'file_unknown'],
  }),
  setStatus: change({
    description: 'Mute all but the admins of a group, or let all write again.',
    ...post,
    path: 'imChatGroup/updateGroupStatus',
    input: z.strictObject({ id: sid, chatGroupStatus: groupStatus }),
    output: imGroup,
    refusals: adminOnly,
  }),
  setName: change({
    description: 'Name a group.',
    ...post,
    path: 'imChatGroup/updateGroupName',
    input: z.strictObject({ id: sid, chatGroupName: typed(100) }),
    output: imGroup,
    refusals: [...adminOnly, 'group_name_required', 'text_too_long'],
  }),
  setNotice: change({
    description: 'Set the notice of a group.',
    ...post,
    path: 'imChatGroup/updateGroupNotice',
    input: z.strictObject({ id: sid, chatNotice: typed(1000) }),
    output: imGroup,
    refusals: [...adminOnly, 'text_too_long'],
  }),
  setMaxCount: change({
    description: 'Set how many members a group may have.',
    ...post,
    path: 'imChatGroup/updateGroupMaxCount',
    input: z.strictObject({ id: sid, maxCount: z.int() }),
    output: imGroup,
    refusals: [...adminOnly, 'group_full', 'member_limit'],
  }),
  readAll: change({
    description: 'Mark messages as read, up to a number or all.',
    ...post,
    path: 'imChatGroup/clearUnReadMsg',
    scope: 'chat',
    isCapped: true,
    input: z.strictObject({ chatGroupId, ...me, upTo: z.optional(whole) }),
    output: marked,
    refusals: memberOnly,
  }),
  readAllByQuery: change({
    description: 'Mark all messages of a chat as read.',
    ...post,
    path: 'imChatGroup/clearUnReadNum',
    input: target,
    output: marked,
    refusals: memberOnly,
  }),
  addMembers: change({
    description: 'Add friends to a group.',
    ...post,
    path: 'imGroupUserRef/addMemberForGroup',
    isBeside: true,
    input: z.strictObject({ chatGroupId, members: people, currentUserId: z.optional(sid) }),
    /** How many were added; below zero nobody was, and `reason` says why. */
    output: z.object({ data: z.int(), reason: z.enum(['ok', 'group_full', 'not_friend', 'member_limit']) }),
    refusals: groupOnly,
  }),
  removeMembers: change({
    description: 'Remove members from a group.',
    ...post,
    path: 'imGroupUserRef/deleteMemberForGroup',
    input: z.strictObject({ chatGroupId, members: people, currentUserId: z.optional(sid) }),
    output: z.int(),
    refusals: adminOnly,
  }),
  setMemberType: change({
    description: 'Make a member an admin, an admin a member, or hand the group over to another owner.',
    ...post,
    path: 'imGroupUserRef/changeGroupMemberType',
    input: z.strictObject({ chatGroupId, userId: sid, memberType }),
    output: member,
    refusals: [...adminOnly, 'member_limit'],
  }),
  /** Not in the family: one member may not write for some minutes; 0 lets them write again. */
  muteMember: change({
    description: 'Keep one member from writing for some minutes.',
    ...post,
    path: 'imGroupUserRef/muteGroupMember',
    input: z.strictObject({ chatGroupId, userId: sid, minutes: whole }),
    output: member,
    refusals: adminOnly,
  }),
  hide: change({
    description: 'Hide a chat until its next message.',
    ...post,
    path: 'imGroupUserRef/hiddenGroup',
    input: target,
    output: z.object({ hiddenFlag: flag }),
    refusals: memberOnly,
  }),
  unhide: change({
    description: 'Show a hidden chat again.',
    ...post,
    path: 'imGroupUserRef/activeHiddenFlag',
    input: z.strictObject({ chatGroupId, ...me }),
    output: z.object({ hiddenFlag: flag }),
    refusals: memberOnly,
  }),
  soundOn: read({
    description: 'Read whether a chat may make a sound.',
    ...post,
    path: 'imGroupUserRef/getChatPingBiFlag',
    input: z.strictObject({ chatGroupId, ...me }),
    output: z.boolean(),
    refusals: memberOnly,
  }),
  members: read({
    description: 'List the members of a chat.',
    ...post,
    path: 'imGroupUserRef/getChatGroupMembers',
    scope: 'chat',
    input: z.strictObject({ chatGroupId, limitFlag, keyWord: typed(40) }),
    output: z.array(member),
    refusals: memberOnly,
  }),
  admins: read({
    description: 'List the admins of a group.',
    ...post,
    path: 'imGroupUserRef/getGroupAdminMembers',
    input: z.strictObject({ chatGroupId, limitFlag }),
    output: z.array(member),
    refusals: groupOnly,
  }),
  setMine: change({
    description: 'Pin, silence or hide a chat, or note that its notice was seen.',
    ...post,
    path: 'imGroupUserRef/updateChatGroupInfo',
    input: z.strictObject({
      chatGroupId,
      chatStatus: optionalFlag,
      topFlag: optionalFlag,
      hiddenFlag: optionalFlag,
      advShowFlag: z.optional(z.literal(0)),
    }),
    output: groupRow,
    refusals: memberOnly,
  }),
  quit: change({
    description: 'Leave a group.',
    ...post,
    path: 'imGroupUserRef/quitChatGroup',
    input: target,
    output: z.object({}),
    refusals: [...groupOnly, 'owner_cannot_quit'],
  }),
  dissolve: change({
    description: 'End a group for all.',
    ...post,
    path: 'imGroupUserRef/delChatGroup',
    input: target,
    output: z.object({}),
    refusals: [...adminOnly, 'packet_active'],
  }),
  callMembers: read({
    description: 'List who is in the call of a chat.',
    ...post,
    path: 'imGroupUserRef/getChatGroupTrcMembers',
    input: target,
    output: z.array(z.object({ trcRemoteUserId: z.string(), userId: sid, userName: z.string() })),
    refusals: memberOnly,
  }),
  memberInfo: read({
    description: 'Read one member of a chat.',
    ...post,
    path: 'imUser/getGroupMemberInfo',
    scope: 'chat',
    input: z.strictObject({ groupUserId: sid }),
    output: z.extend(member, {
      chatNumber: z.string(),
      signature: z.nullable(z.string()),
      isFriend: flag,
      isBlocked: flag,
      chatGroupId,
    }),
    refusals: memberOnly,
  }),
  joinByQr: change({
    description: 'Join a group by its signed code.',
    ...post,
    path: 'imUser/scanQRJoinGroup',
    input: z.strictObject({
      qrValue: z.union([z.string().check(z.maxLength(2000)), z.record(z.string(), z.unknown())]),
    }),
    /** `joined` is false for who was a member already. */
    output: z.object({ chatGroupId, joined: z.boolean() }),
    refusals: ['qr_expired', 'qr_invalid', 'qr_foreign', 'group_full', 'group_gone'],
  }),
}

export const chatGroupsSpec = spec({
  about: 'Chats, groups and their members.',
  calls: chatGroups,
  events: [],
  channels: {},
})
