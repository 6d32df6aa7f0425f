import * as z from 'zod/mini'
import { friend, friendApply } from './chat-people.ts'
import { call } from './chat-call.ts'
import { packet } from './chat-packet.ts'
import { membersChannel, type Merge } from '#contract/wire/channels.ts'
import { coded } from '#contract/wire/coded.ts'
import { flag, ms, sid, time } from '#contract/wire/fields.ts'
import { spec } from '#contract/wire/spec.ts'

/** Limits of the community, shared by both sides (CHAT-2). */
export const chatLimits = {
  text: 4000,
  groupName: 16,
  notice: 300,
  members: 500,
  admins: 10,
  membersAtOnce: 50,
  forwardTargets: 9,
  forwardMessages: 100,
  filesAtOnce: 9,
  revokeMs: 120_000,
  /** So often a message may be edited. */
  edits: 20,
  /** So many messages of a chat are pinned; the oldest gives way. */
  pins: 10,
  sendsPerSecond: 5,
  sendBurst: 10,
  typingEveryMs: 3000,
  typingShownMs: 5000,
  qrLifeMs: 7_200_000,
  shareLifeMs: 30 * 86_400_000,
  preview: 80,
  page: 15,
  maxPage: 50,
  /** How much of a chat's log a device that was away can resume from. */
  resumeEvents: 5000,
  resumeMs: 7 * 86_400_000,
  muteMinutes: 30 * 24 * 60,
  emojiPage: 24,
} as const

/** What a message can be answered with in one tap; clients draw each as one emoji. */
export const reactionKind = z.enum(['like', 'love', 'laugh', 'wow', 'sad', 'thanks', 'rocket'])
export type ReactionKind = z.output<typeof reactionKind>
/** How many have reacted so, and whether the reader is one of them. */
const reaction = z.object({ kind: reactionKind, count: z.int(), mine: flag })
export type Reaction = z.output<typeof reaction>

export const groupType = coded(z.enum(['single', 'group']), { single: 0, group: 1 })
export type GroupType = z.output<typeof groupType>
/** `muted`: only its admins may write. */
export const groupStatus = coded(z.enum(['normal', 'muted']), { normal: 0, muted: 2 })
export const memberType = coded(z.enum(['member', 'admin', 'owner']), { member: 0, admin: 1, owner: 2 })
export type MemberType = z.output<typeof memberType>
export const messageType = coded(z.enum(['dissolved', 'user', 'system']), { dissolved: -1, user: 1, system: 2 })

/** The pinned messages of a chat, newest first; `rev` grows with each change of them or of what they say. */
export const pins = z.object({ rev: z.int(), ns: z.array(z.int()) })
export type Pins = z.output<typeof pins>
/** True if the received copy is newer than the one held. */
export const isPinsAhead = (held: Pins, received: Pins) => received.rev > held.rev
export const noPins: Pins = { rev: 0, ns: [] }

/**
 * A chat as one of its members sees it. Messages are numbered `n` = 1, 2, 3 … without holes; none at or below `floorN`
 * is shown to me.
 */
export const imGroup = z.object({
  id: sid,
  chatGroupName: z.string(),
  chatGroupAvatar: z.nullable(z.string()),
  chatGroupType: groupType,
  chatGroupStatus: groupStatus,
  chatGroupMaster: sid,
  createUser: sid,
  chatNotice: z.string(),
  memberCounts: z.int(),
  /** −1: as many as a group may have. */
  maxCount: z.int(),
  memberType,
  /** 1: my notifications are off. */
  memberTipStatus: flag,
  memberTopFlag: flag,
  hiddenFlag: flag,
  /** 2: show the notice now; 0: it was seen. */
  advShowFlag: z.int(),
  headN: z.int(),
  readN: z.int(),
  floorN: z.int(),
  /** Of a single chat: who is on the other side, and how far they have read. */
  peerUserId: z.nullable(sid),
  peerReadN: z.nullable(z.int()),
  /**
   * Of a single chat: the other side answers by written rules; is of the staff; has blocked me or is no friend, so that
   * I cannot write.
   */
  peerIsBot: flag,
  peerIsStaff: flag,
  maySend: flag,
  /** The other side can be called: a friend, where people call each other. */
  mayCall: z.optional(flag),
  /** Until when I alone may not write; null when I may. */
  mutedUntilMs: z.nullable(ms),
  createTime: time,
  rev: z.int(),
  /** Left out while nothing was ever pinned. */
  pins: z.optional(pins),
})
export type ImGroup = z.output<typeof imGroup>
/**
 * True if the received copy is newer than the one held. `rev` grows with the chat and with my place in it; the numbers
 * never fall.
 */
export const isImGroupAhead = (held: ImGroup, received: ImGroup) =>
  received.rev > held.rev ||
  (received.rev === held.rev &&
    (received.headN > held.headN || received.readN > held.readN || received.floorN > held.floorN))

/** A line of the list of chats. */
export const groupRow = z.object({
  imGroup,
  groupUser: z.object({
    /** 0: notifications on. */
    chatStatus: z.int(),
    topFlag: flag,
    hiddenFlag: flag,
    unReadNum: z.int(),
    /** Unread messages that name me. */
    mentionN: z.array(z.int()),
  }),
  imGroupMessageRef: z.nullable(
    z.object({
      id: sid,
      n: z.int(),
      createTime: time,
      createMs: ms,
      lastMsgContent: z.string(),
      messageType,
      contentType: z.int(),
      userName: z.string(),
      revoked: z.boolean(),
      dropped: z.optional(flag),
    }),
  ),
})
export type GroupRow = z.output<typeof groupRow>

/** A member of a chat. `id` is the membership, `userId` the person. */
export const member = z.object({
  id: sid,
  userId: sid,
  userName: z.string(),
  userAvatar: z.nullable(z.string()),
  memberType,
  joinTime: time,
  isBot: flag,
  isStaff: flag,
  mutedUntilMs: z.nullable(ms),
})
export type Member = z.output<typeof member>

/** What a message said, from when on. */
const version = z.object({ text: z.string(), createMs: ms })
export type Version = z.output<typeof version>
export const versions = z.array(version)

/** One message. A revoked one keeps its number, and says nothing any more. Read what it says with `contentOf`. */
export const message = z.object({
  id: sid,
  n: z.int(),
  rev: z.int(),
  /** Of my own messages: the id with which I sent it. */
  cid: z.nullable(z.string()),
  messageType,
  contentType: z.int(),
  content: z.string(),
  fromUserId: sid,
  userName: z.string(),
  userAvatar: z.nullable(z.string()),
  chatGroupId: sid,
  createTime: time,
  createMs: ms,
  meFlag: z.boolean(),
  /** A quote holds the number only; what it says is looked up, so that a revoke blanks it too. */
  replyTo: z.nullable(z.object({ n: z.int(), userName: z.string() })),
  /** The members it names, or all. */
  mentions: z.union([z.literal('all'), z.array(sid)]),
  revoked: z.boolean(),
  revokedBy: z.nullable(z.string()),
  isForwarded: flag,
  /** Left out while nobody has ever reacted, and in what is told to all members alike: then what is held stays. */
  reactions: z.optional(z.array(reaction)),
  /** When its sender edited it last; left out while it says what it said first. */
  editedMs: z.optional(ms),
  /** What it said before, oldest first; told to the desk alone, everybody else asks for it. */
  earlier: z.optional(versions),
  /** True for what the reader has deleted for themselves: it says nothing to them any more, on any of their devices. */
  dropped: z.optional(flag),
})
export type Message = z.output<typeof message>
/** True if the received copy is newer than the one held. */
export const isMessageAhead = (held: Message, received: Message) => received.rev > held.rev

/** The id of a message, from its chat's id and its number. */
export const messageIdOf = (chat: string, n: number) => `${chat}-${n}`

export const inboxLine = z.object({
  chatGroupId: sid,
  headN: z.int(),
  readN: z.int(),
  floorN: z.int(),
  unReadNum: z.int(),
  mentionN: z.array(z.int()),
  last: z.nullable(
    z.object({
      n: z.int(),
      userName: z.string(),
      messageType,
      contentType: z.int(),
      text: z.string(),
      createMs: ms,
      revoked: z.boolean(),
      dropped: z.optional(flag),
    }),
  ),
  rev: z.int(),
})
export type InboxLine = z.output<typeof inboxLine>
/** True if the received copy is newer than the one held. */
export const isInboxLineAhead = (held: InboxLine, received: InboxLine) =>
  received.rev > held.rev || received.headN > held.headN || received.readN > held.readN || received.floorN > held.floorN

const memberChange = z.object({
  chatGroupId: sid,
  memberCounts: z.int(),
  chatGroupName: z.string(),
  chatGroupStatus: groupStatus,
  /** Who came or changed; and who is gone. */
  members: z.array(member),
  gone: z.array(sid),
})
export type MemberChange = z.output<typeof memberChange>
/** The part of a packet that every member of its chat is told when it changes. */
const packetChange = z.object({
  redBagId: sid,
  n: z.int(),
  takenNums: z.int(),
  status: packet.shape.status,
  rev: z.int(),
})

/** One member has added or taken away one reaction; `count` and `rev` are those of the message afterwards. */
const reactionChange = z.object({
  n: z.int(),
  rev: z.int(),
  kind: reactionKind,
  count: z.int(),
  userId: sid,
  isOn: flag,
})
export type ReactionChange = z.output<typeof reactionChange>
/** True if the change is not in the held copy of its message yet. */
export const isReactionAhead = (held: Message, received: ReactionChange) => received.rev > held.rev

/** Events of one chat, numbered by its own log. */
export const chatEvent = z.discriminatedUnion('ev', [
  z.object({ ev: z.literal('chat.message'), v: message, why: z.optional(z.string()) }),
  z.object({ ev: z.literal('chat.messageChanged'), v: message, why: z.optional(z.string()) }),
  z.object({ ev: z.literal('chat.memberChanged'), v: memberChange, why: z.optional(z.string()) }),
  z.object({ ev: z.literal('chat.packetChanged'), v: packetChange, why: z.optional(z.string()) }),
  z.object({
    ev: z.literal('chat.peerRead'),
    v: z.object({ userId: sid, readN: z.int() }),
    why: z.optional(z.string()),
  }),
  z.object({ ev: z.literal('chat.reactionChanged'), v: reactionChange, why: z.optional(z.string()) }),
  z.object({ ev: z.literal('chat.pinsChanged'), v: pins, why: z.optional(z.string()) }),
])
export type ChatEvent = z.output<typeof chatEvent>
export const typingEvent = z.object({ userId: sid, userName: z.string(), untilMs: ms })
export type TypingEvent = z.output<typeof typingEvent>

const rowsOf = (data: unknown, field: string): readonly unknown[] => {
  const list: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined
  return Array.isArray(list) ? list : []
}
const idIn = (row: unknown): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, 'chatGroupId') : undefined
/** Per chat the newest line counts; a chat that is gone has none, unless it came back. */
const mergeInbox: Merge = (older, newer) => {
  const gone = new Set(rowsOf(newer, 'gone'))
  const rows = new Map<unknown, unknown>()
  for (const row of rowsOf(older, 'rows')) if (!gone.has(idIn(row))) rows.set(idIn(row), row)
  for (const row of rowsOf(newer, 'rows')) rows.set(idIn(row), row)
  const before = rowsOf(older, 'gone').filter((id) => !rows.has(id))
  return { rows: [...rows.values()], gone: [...new Set([...before, ...gone])] }
}
const nothing = z.object({})

export const chatChannels = {
  /** My chats that are not hidden; `inbox`. */
  inbox: membersChannel({
    parts: [],
    class: 'state',
    snap: z.object({ rows: z.array(inboxLine) }),
    delta: z.object({ rows: z.array(inboxLine), gone: z.array(sid) }),
    merge: mergeInbox,
  }),
  /** One chat, for its members; `chat:<id>`. */
  chat: membersChannel({ parts: ['chat'], class: 'stream', snap: nothing, delta: chatEvent }),
  /** Who is typing; `typing:<chat>`. Nothing of it is stored. */
  typing: membersChannel({ parts: ['chat'], class: 'latest', snap: nothing, delta: typingEvent }),
}

const why = z.optional(z.string())
export const groupWhy = z.enum([
  'new',
  'name',
  'notice',
  'status',
  'max',
  'mine',
  'hidden',
  'shown',
  'cleared',
  'members',
])
export type GroupWhy = z.output<typeof groupWhy>
/** Sent to a member whose list changes for another reason than a message. */
export const groupChanged = z.object({ ev: z.literal('chat.groupChanged'), v: groupRow, why: z.optional(groupWhy) })
export const groupGone = z.object({
  ev: z.literal('chat.groupGone'),
  v: z.object({ chatGroupId: sid }),
  why: z.optional(z.enum(['removed', 'quit', 'dissolved'])),
})
export const applyChanged = z.object({
  ev: z.literal('chat.applyChanged'),
  v: friendApply,
  why: z.optional(z.enum(['came', 'accepted', 'refused'])),
})
export const friendChanged = z.object({ ev: z.literal('chat.friendChanged'), v: friend, why })
/** Sent to the sender and the takers of a packet. */
export const packetChanged = z.object({
  ev: z.literal('chat.packetChanged'),
  v: packet,
  why: z.optional(z.enum(['taken', 'exhausted', 'expired'])),
})
/** Sent to who has deleted a message for themselves. */
export const messageDropped = z.object({
  ev: z.literal('chat.messageDropped'),
  v: z.object({ chatGroupId: sid, n: z.int() }),
  why,
})
/**
 * Sent to both sides of a call; `ring`: again, for a page that was opened while it rings; `unanswered`:
 * to who was called, that they have missed it.
 */
export const callChanged = z.object({
  ev: z.literal('chat.callChanged'),
  v: call,
  why: z.optional(z.enum(['ring', 'said', 'unanswered'])),
})
export const powerChanged = z.object({
  ev: z.literal('chat.powerChanged'),
  v: z.object({ powerCode: z.string(), powerFlag: flag }),
  why,
})

export const chatSpec = spec({
  calls: {},
  events: [
    groupChanged,
    groupGone,
    applyChanged,
    friendChanged,
    packetChanged,
    messageDropped,
    callChanged,
    powerChanged,
  ],
  channels: chatChannels,
})
