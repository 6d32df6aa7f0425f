import * as z from 'zod/mini'
import { message, pins, reactionKind, versions } from './chat.ts'
import { sentBodies } from './chat-content.ts'
import { memberOnly } from './chat-groups.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, ms, sid, str, time, typed, whole } from '#contract/wire/fields.ts'
import { spec } from '#contract/wire/spec.ts'
import { sendReply, sent } from '#contract/wire/sent.ts'

const post = { method: 'POST', who: 'in', wrap: 'chat' } as const
/** Messages by id, or whole items of which only the id is read. */
const items = z.array(z.union([sid, z.looseObject({ id: sid })])).check(z.maxLength(200))
const sendType = z.union([z.literal(1), z.literal(2)])
const upload = z.looseObject({
  relativePath: z.string().check(z.maxLength(500)),
  cid: z.optional(sid),
  contentType: z.optional(z.int()),
})
export const maySpeak = ['muted', 'not_friend'] as const
/** Sending one by one, or merged into one message that leads to all of them. */
export const sendTypes = { oneByOne: 1, merged: 2 } as const
const many = ['forward_limit', 'message_gone', 'packet_not_forwardable'] as const

/** Messages as they were when they were shared. */
export const sharedMessages = z.object({
  id: sid,
  title: z.string(),
  createUserName: z.string(),
  createTime: time,
  expireMs: ms,
  serverNowMs: ms,
  records: z.array(
    z.object({
      userName: z.string(),
      userAvatar: z.nullable(z.string()),
      contentType: z.int(),
      content: z.string(),
      createTime: time,
    }),
  ),
})
export type SharedMessages = z.output<typeof sharedMessages>

export const chatMessages = {
  history: read({
    description: 'Read messages by their numbers, before, after or around one; or search in them.',
    ...post,
    path: 'imGroupMessageRef/getChatGroupHistoryMessage',
    scope: 'chat',
    input: z.strictObject({
      chatGroupId: sid,
      /** Exclusive bounds; `around` is in the middle of the answer. */
      before: z.optional(whole),
      after: z.optional(whole),
      around: z.optional(whole),
      pageNum: z.optional(whole),
      pageSize: z.optional(whole.check(z.minimum(1), z.maximum(50))),
      limit: z.optional(whole.check(z.minimum(1), z.maximum(50))),
      keyWord: typed(40),
      contentType: z.optional(whole),
    }),
    output: z.array(message),
    refusals: memberOnly,
  }),
  /** Some of each chat, so that a talkative one does not hide the others. `isAll`: nothing was left unread. */
  search: read({
    description: 'Search in the messages of all chats of the account, newest first.',
    ...post,
    path: 'imGroupMessageRef/searchMessages',
    scope: 'chat',
    input: z.strictObject({ keyWord: typed(40) }),
    output: z.object({ list: z.array(message), isAll: z.boolean() }),
    refusals: ['keyword_required'],
  }),
  /** The way out while the socket is away; the same `cid` is the same message, whichever way it comes. */
  send: change({
    description: 'Send a message; the same `cid` is the same message, also over the socket.',
    ...post,
    path: 'imGroupMessageRef/sendMessage',
    scope: 'chat',
    isCapped: true,
    input: sent,
    output: sendReply,
    refusals: [
      ...memberOnly,
      ...maySpeak,
      'text_too_long',
      'content_empty',
      'content_type',
      'file_unknown',
      'cid_reused',
      'not_admin',
    ],
  }),
  revoke: change({
    description: 'Take a message back; its number stays.',
    ...post,
    path: 'imGroupMessageRef/revertMessageById',
    scope: 'chat',
    isCapped: true,
    input: z.looseObject({ id: sid, chatGroupId: sid }),
    output: message,
    refusals: [...memberOnly, 'revoke_too_late', 'packet_active', 'message_gone'],
  }),
  edit: change({
    description: 'Edit a text of the caller for as long as the venue allows; what it said stays readable.',
    ...post,
    path: 'imGroupMessageRef/editMessage',
    scope: 'chat',
    isCapped: true,
    input: z.strictObject({
      id: sid,
      chatGroupId: sid,
      text: sentBodies.text.shape.text,
      mentions: sent.shape.mentions,
    }),
    output: message,
    refusals: [
      ...memberOnly,
      ...maySpeak,
      'message_gone',
      'edit_too_late',
      'edit_limit',
      'content_type',
      'content_empty',
      'text_too_long',
      'not_admin',
    ],
  }),
  versions: read({
    description: 'Read what a message has said since it was sent, oldest first.',
    ...post,
    path: 'imGroupMessageRef/getMessageVersions',
    scope: 'chat',
    input: z.strictObject({ id: sid, chatGroupId: sid }),
    output: versions,
    refusals: [...memberOnly, 'message_gone'],
  }),
  drop: change({
    description: 'Delete a message for oneself, on all devices; others go on seeing it.',
    ...post,
    path: 'imGroupMessageRef/deleteMessageForMe',
    scope: 'chat',
    isCapped: true,
    input: z.strictObject({ id: sid, chatGroupId: sid }),
    output: z.object({ n: z.int() }),
    refusals: [...memberOnly, 'message_gone'],
  }),
  pin: change({
    description: 'Pin a message at the top of its chat, or unpin it; in a group an admin does so.',
    ...post,
    path: 'imGroupMessageRef/pinMessage',
    scope: 'chat',
    isCapped: true,
    input: z.strictObject({ id: sid, chatGroupId: sid, isOn: flag }),
    output: pins,
    refusals: [...memberOnly, ...maySpeak, 'message_gone', 'not_admin'],
  }),
  react: change({
    description: 'React to a message, or take the reaction back; as often as it is repeated, it counts once.',
    ...post,
    path: 'imGroupMessageRef/reactToMessage',
    scope: 'chat',
    isCapped: true,
    input: z.strictObject({ id: sid, chatGroupId: sid, kind: reactionKind, isOn: flag }),
    output: message,
    refusals: [...memberOnly, ...maySpeak, 'message_gone'],
  }),
  reactors: read({
    description: 'List who has reacted to a message, and how.',
    ...post,
    path: 'imGroupMessageRef/getMessageReactions',
    scope: 'chat',
    input: z.strictObject({ id: sid, chatGroupId: sid }),
    output: z.array(
      z.object({ kind: reactionKind, userId: sid, userName: z.string(), userAvatar: z.nullable(z.string()) }),
    ),
    refusals: [...memberOnly, 'message_gone'],
  }),
  readers: read({
    description: 'Addition. List who has read a message of the caller in a group, and of how many who see it.',
    ...post,
    path: 'imGroupMessageRef/getMessageReaders',
    scope: 'chat',
    input: z.strictObject({ id: sid, chatGroupId: sid }),
    output: z.object({
      readers: z.array(z.object({ userId: sid, userName: z.string(), userAvatar: z.nullable(z.string()) })),
      seenBy: z.int(),
    }),
    refusals: [...memberOnly, 'group_only', 'message_gone'],
  }),
  sendFiles: change({
    description: 'Send several uploaded files.',
    ...post,
    path: 'imGroupUserRef/sendGroupFile',
    input: z.strictObject({ chatGroupId: sid, sendFiles: z.array(upload).check(z.maxLength(20)) }),
    output: z.int(),
    refusals: [
      ...memberOnly,
      ...maySpeak,
      'content_empty',
      'content_type',
      'member_limit',
      'file_unknown',
      'file_too_large',
    ],
  }),
  forward: change({
    description: 'Forward messages into chats, one by one or merged.',
    ...post,
    path: 'imGroupUserRef/forwardMsg',
    scope: 'chat',
    isCapped: true,
    input: z.strictObject({
      targetGroup: z.array(z.looseObject({ chatGroupId: sid })).check(z.maxLength(20)),
      messageList: items,
      sendType,
    }),
    output: z.int(),
    refusals: [...memberOnly, ...maySpeak, ...many],
  }),
  forwardToFriends: change({
    description: 'Forward messages to friends, one by one or merged.',
    ...post,
    path: 'imGroupUserRef/forwardMsgToFriends',
    input: z.strictObject({ targetFriends: z.array(sid).check(z.maxLength(20)), messageList: items, sendType }),
    output: z.int(),
    refusals: [...memberOnly, ...maySpeak, ...many],
  }),
  sendCard: change({
    description: 'Send the card of a friend.',
    ...post,
    path: 'imGroupUserRef/forwardFriendToGroup',
    input: z.strictObject({
      chatGroupId: sid,
      friendId: sid,
      friendAvatar: z.optional(z.unknown()),
      userName: z.optional(z.unknown()),
    }),
    output: z.object({ n: z.int() }),
    refusals: [...memberOnly, ...maySpeak],
  }),
  clear: change({
    description: 'Clear a chat for oneself.',
    ...post,
    path: 'imGroupUserRef/clearChatContent',
    input: z.strictObject({ chatGroupId: sid }),
    output: z.object({ floorN: z.int() }),
    refusals: memberOnly,
  }),
  share: change({
    description: 'Keep messages as they are for whoever has the id, for thirty days.',
    ...post,
    path: 'msgShare/addMsgShare',
    input: z.strictObject({ chatGroupId: sid, messageList: items, title: z.optional(str(40)) }),
    output: sid,
    refusals: [...memberOnly, ...many],
  }),
  shared: read({
    description: 'Read messages that were shared or forwarded together.',
    ...post,
    method: 'GET',
    path: 'msgShare/getShareMsgDetail',
    who: 'any',
    input: z.strictObject({ shareID: sid }),
    output: sharedMessages,
    refusals: ['share_gone'],
  }),
}

export const chatMessagesSpec = spec({
  about: 'Messages: history, sending, forwarding, sharing.',
  calls: chatMessages,
  events: [],
  channels: {},
})
