import type { GroupType, MemberType, ReactionKind } from '#contract/chat/chat.ts'
import type { ApplyStatus } from '#contract/chat/chat-people.ts'
import type { TalkStatus } from '#contract/desk/desk-tools.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { text } from '#server/core/table-def.ts'
import { createCallTables } from './call-rows.ts'
import { createPacketTables } from './packet-rows.ts'

/** What a list of chats shows of the newest message. */
export type LastRow = {
  n: number
  from: number
  kind: MessageKind
  type: number
  text: string
  at: number
  isRevoked: boolean
}
export type MessageKind = 'user' | 'system' | 'dissolved'
/**
 * A chat. `headN` counts its messages, `headS` all its changes; `loud` counts the messages that call for attention, so
 * that unread is a
 * subtraction. `allN` are the newest messages that name everyone. Nothing of it is kept per member (CHAT-11).
 */
export type ChatRow = {
  id: number
  type: GroupType
  name: string
  avatar: string | null
  isMuted: boolean
  owner: number
  creator: number
  notice: string
  max: number
  /** Whoever joins sees what was said before. */
  isOpen: boolean
  /** Of a single chat: both users, the lower number first. */
  pair: string | null
  count: number
  headN: number
  headS: number
  loud: number
  last: LastRow | null
  allN: readonly number[]
  /** Packets that are open. */
  packets: number
  isOver: boolean
  /** Newest first. */
  pins?: PinsRow
  at: number
  rev: number
}
export type PinsRow = { rev: number; list: readonly { n: number; by: number; at: number }[] }
/** A user's place in a chat; it stays when they leave, so that they are told that they have left. */
export type PlaceRow = {
  id: string
  chat: number
  user: number
  type: MemberType
  isIn: boolean
  at: number
  /**
   * How far they have read, and how many messages had called for attention up to there; nothing up to `floorN` is shown
   * to them.
   */
  readN: number
  readLoud: number
  floorN: number
  /** Unread messages that name them. */
  mentions: readonly number[]
  isQuiet: boolean
  isTop: boolean
  /** Hidden at this number, until a newer message comes; null: not hidden. */
  hiddenN: number | null
  /** The notice of this revision was seen. */
  noticeSeen: boolean
  mutedUntil: number
  /** The newest message that they have deleted for themselves; left out before the first. */
  droppedN?: number
  rev: number
}
/** Messages that a user has deleted for themselves, as many numbers of a chat to a row as `dropsPerRow`. */
export type DropsRow = { id: string; ns: readonly number[] }
const dropsPerRow = 500
export const dropsIdOf = (chat: number, user: number, n: number) => `${chat}:${user}:${Math.floor(n / dropsPerRow)}`
/** A message; its id holds the chat and the number. `s` is its number in the chat's log, `loud` the count up to it. */
export type MessageRow = {
  id: number
  chat: number
  n: number
  s: number
  from: number
  kind: MessageKind
  type: number
  /** JSON. Files by path only: links are made for each reader. */
  content: string
  /** What is found by search and shown in previews. */
  text: string
  cid: string | null
  reply: { n: number; from: number } | null
  mentions: 'all' | readonly number[]
  loud: number
  revokedBy: number | null
  isForwarded: boolean
  /** Who has reacted, by kind, in the order in which they did; at most the members of a group. */
  reactions?: Reactors
  /** When it was edited last; what it said before stands in its versions. */
  editedAt?: number
  at: number
  rev: number
}
/** What an edited message said before, oldest first, under its id. */
export type VersionsRow = { id: number; list: readonly { text: string; at: number }[] }
type Reactors = Readonly<Partial<Record<ReactionKind, readonly number[]>>>
/**
 * A change of a chat that is no new message; `body` is the event in wire form, empty for a changed message, which is
 * looked up.
 */
export type ChangeRow = { id: number; chat: number; s: number; at: number; n: number; body: string }
/** One direction of a friendship: what `user` calls `friend`, and what of themselves they show. */
type FriendRow = {
  id: string
  user: number
  friend: number
  name: string
  tag: string
  power: number
  at: number
}
type BlockRow = { id: string; user: number; other: number; at: number }
export type ApplyRow = {
  id: string
  no: number
  from: number
  to: number
  remark: string
  name: string
  tag: string
  power: number
  status: ApplyStatus
  at: number
  rev: number
}
/** A chat number that a user chose; without one it is made from their id. */
type ChatNumberRow = { user: number; number: string }
/** A user that answers by written rules, or speaks for the platform. */
type ChatBotRow = { user: number; role: 'support' | 'guest' }

/**
 * A conversation with the customer service; `waitingSince` is when the person wrote what nobody has answered. Kept
 * under the number of its chat.
 */
export type TalkRow = {
  chat: number
  user: number
  status: TalkStatus
  agent: number | null
  openedAt: number
  waitingSince: number | null
  closedAt: number | null
  rev: number
}

export const messageTable = 'chat_messages'
export const changeTable = 'chat_changes'
export const versionsTable = 'chat_versions'
export const dropsTable = 'chat_drops'
/** More than any chat has messages; ids stay exact as numbers up to nine million chats. */
const perChat = 1_000_000_000
/** The id of message `n`, or of change `s`, of a chat. */
export const rowIdOf = (chat: number, number: number) => chat * perChat + number
export const placeId = (chat: number, user: number) => `${chat}:${user}`
export const pairId = (one: number, other: number) => `${one}:${other}`
export const pairOf = (one: number, other: number) => (one < other ? pairId(one, other) : pairId(other, one))
export const wishOf = (from: number, cid: string) => `${from}:${cid.toLowerCase()}`

export const createChatTables = (open: OpenTable) => ({
  ...createPacketTables(open),
  ...createCallTables(open),
  chats: open<ChatRow>({ name: 'chats', key: 'int', id: ({ id }) => id, unique: { pair: ({ pair }) => pair } }),
  chatPlaces: open<PlaceRow>({
    name: 'chat_places',
    key: 'text',
    id: ({ id }) => id,
    groups: { chat: ({ chat, isIn }) => (isIn ? chat : null), user: ({ user, isIn }) => (isIn ? user : null) },
  }),
  chatMessages: open<MessageRow>({
    name: messageTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { wish: text(({ from, cid }) => (cid === null ? null : wishOf(from, cid))) },
    paths: [['wish']],
    unique: { wish: ({ from, cid }) => (cid === null ? null : wishOf(from, cid)) },
  }),
  chatChanges: open<ChangeRow>({ name: changeTable, key: 'int', id: ({ id }) => id, isLive: () => false }),
  chatVersions: open<VersionsRow>({ name: versionsTable, key: 'int', id: ({ id }) => id, isLive: () => false }),
  chatDrops: open<DropsRow>({ name: dropsTable, key: 'text', id: ({ id }) => id, isLive: () => false }),
  chatFriends: open<FriendRow>({
    name: 'chat_friends',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
  chatBlocks: open<BlockRow>({
    name: 'chat_blocks',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
  chatApplies: open<ApplyRow>({
    name: 'chat_applies',
    key: 'text',
    id: ({ id }) => id,
    groups: { to: ({ to }) => to, from: ({ from }) => from },
    unique: { no: ({ no }) => String(no) },
  }),
  chatNumbers: open<ChatNumberRow>({
    name: 'chat_numbers',
    key: 'int',
    id: ({ user }) => user,
    unique: { number: ({ number }) => number.toLowerCase() },
  }),
  chatTalks: open<TalkRow>({
    name: 'chat_talks',
    key: 'int',
    id: ({ chat }) => chat,
    groups: { status: ({ status }) => status },
  }),
  chatBots: open<ChatBotRow>({ name: 'chat_bots', key: 'int', id: ({ user }) => user }),
})
export type ChatTables = ReturnType<typeof createChatTables>
