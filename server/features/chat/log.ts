import { chatEvent, chatLimits, type ChatEvent, type ReactionKind } from '#contract/chat/chat.ts'
import { systemCodes, type SystemKind } from '#contract/chat/chat-content.ts'
import { firstOf } from '#contract/wire/characters.ts'
import { writerOf } from '#contract/wire/compiled.ts'
import { channelOf } from './places.ts'
import {
  dropsIdOf,
  placeId,
  rowIdOf,
  type ChatRow,
  type LastRow,
  type MessageKind,
  type MessageRow,
  type PinsRow,
  type PlaceRow,
  type VersionsRow,
} from './rows.ts'
import { messageOf, pinsOf } from './view.ts'
import type { ChatContext } from './context.ts'

const write = writerOf(chatEvent)
const bodyOf = (event: ChatEvent) => JSON.stringify(write(event))
/** Unread messages that name everyone: of so many a chat keeps the numbers. */
const maxAllN = 20
type Mentions = MessageRow['mentions']

/** Notes that a chat has changed for all its members, or one user's place in it. */
const touchChat = ({ chatTouched }: ChatContext, chat: number) => chatTouched.add({ chat, user: null })
export const touchPlace = ({ chatTouched }: ChatContext, user: number, chat: number) => chatTouched.add({ chat, user })
export function putPlace(ctx: ChatContext, place: PlaceRow): PlaceRow {
  touchPlace(ctx, place.user, place.chat)
  return ctx.tables.chatPlaces.put({ ...place, rev: place.rev + 1 })
}
/** Stores a chat whose name, notice, status or members have changed. */
export function putChat(ctx: ChatContext, chat: ChatRow): ChatRow {
  touchChat(ctx, chat.id)
  return ctx.tables.chats.put({ ...chat, rev: chat.rev + 1 })
}

/** What is to be written: who says it, what, and to whom it calls. */
type Said = {
  from: number
  kind: MessageKind
  type: number
  content: string
  text: string
  cid?: string | null
  reply?: MessageRow['reply']
  mentions?: MessageRow['mentions']
  isForwarded?: boolean
  /** Calls for nobody's attention, and reads nothing for its sender. */
  isQuiet?: boolean
}
/**
 * Writes a message: one row, the chat's row, the sender's place, and that of each person named; never a row per member.
 * Its number and
 * its place in the log are the next ones.
 */
export function writeMessage(ctx: ChatContext, chatNo: number, said: Said): MessageRow {
  const { tables, now } = ctx
  const chat = tables.chats.need(chatNo)
  const {
    from,
    kind,
    type,
    content,
    text,
    cid = null,
    reply = null,
    mentions = [],
    isForwarded = false,
    isQuiet = false,
  } = said
  const at = now()
  const n = chat.headN + 1
  const s = chat.headS + 1
  const loud = chat.loud + (kind === 'user' && !isQuiet ? 1 : 0)
  const row = tables.chatMessages.put({
    id: rowIdOf(chatNo, n),
    chat: chatNo,
    n,
    s,
    from,
    kind,
    type,
    content,
    text,
    cid,
    reply,
    mentions,
    loud,
    revokedBy: null,
    isForwarded,
    at,
    rev: 1,
  })
  tables.chats.put({
    ...chat,
    headN: n,
    headS: s,
    loud,
    last: { n, from, kind, type, text: firstOf(text, chatLimits.preview), at, isRevoked: false },
    ...(mentions === 'all' && { allN: [...chat.allN, n].slice(-maxAllN) }),
  })
  const own = from === 0 || isQuiet ? undefined : tables.chatPlaces.get(placeId(chatNo, from))
  // Who sends has read what was there; their own messages never count as unread.
  if (own) tables.chatPlaces.put({ ...own, readN: n, readLoud: loud, mentions: [], rev: own.rev + 1 })
  if (mentions !== 'all')
    for (const user of mentions) {
      const named = user === from ? undefined : tables.chatPlaces.get(placeId(chatNo, user))
      if (named?.isIn)
        tables.chatPlaces.put({ ...named, mentions: [...named.mentions, n].slice(-maxAllN), rev: named.rev + 1 })
    }
  touchChat(ctx, chatNo)
  postMessage(ctx, chat, s, row, 'chat.message')
  return row
}
const postMessage = (
  ctx: ChatContext,
  chat: Pick<ChatRow, 'id'>,
  s: number,
  row: MessageRow,
  ev: 'chat.message' | 'chat.messageChanged',
) => {
  const body = (reader: number) => () => bodyOf({ ev, v: messageOf(ctx, row, reader) })
  ctx.signal({
    kind: 'posted',
    channel: channelOf(chat),
    s,
    at: ctx.now(),
    body: body(0),
    own: row.from === 0 ? null : { user: row.from, body: body(row.from) },
  })
}
/** A line of the venue's own: who came, went, or changed something. Such lines call for nobody's attention. */
export const writeSystem = (ctx: ChatContext, chatNo: number, kind: SystemKind, content: object) =>
  writeMessage(ctx, chatNo, {
    from: 0,
    kind: 'system',
    type: systemCodes[kind],
    content: JSON.stringify(content),
    text: '',
  })

/** Gives the next number of the chat's log to a change that is no new message. */
function takeNumber(ctx: ChatContext, chatNo: number) {
  const chat = ctx.tables.chats.need(chatNo)
  return ctx.tables.chats.put({ ...chat, headS: chat.headS + 1 })
}
/** Tells the members of a chat what has changed in it. */
export function writeChange(
  ctx: ChatContext,
  chatNo: number,
  event: Exclude<ChatEvent, { ev: 'chat.message' | 'chat.messageChanged' }>,
) {
  const chat = takeNumber(ctx, chatNo)
  const body = bodyOf(event)
  ctx.tables.chatChanges.put({
    id: rowIdOf(chatNo, chat.headS),
    chat: chatNo,
    s: chat.headS,
    at: ctx.now(),
    n: 0,
    body,
  })
  ctx.signal({ kind: 'posted', channel: channelOf(chat), s: chat.headS, at: ctx.now(), body: () => body, own: null })
}

/** Adds a member's reaction to a message, or takes it away; one row, however many there are. */
export function reactTo(ctx: ChatContext, row: MessageRow, user: number, kind: ReactionKind, isOn: boolean) {
  const before = row.reactions?.[kind] ?? []
  if (before.includes(user) === isOn) return row
  const users = isOn ? [...before, user] : before.filter((each) => each !== user)
  const after = ctx.tables.chatMessages.put({
    ...row,
    reactions: { ...row.reactions, [kind]: users },
    rev: row.rev + 1,
  })
  writeChange(ctx, row.chat, {
    ev: 'chat.reactionChanged',
    v: { n: row.n, rev: after.rev, kind, count: users.length, userId: String(user), isOn },
  })
  return after
}

/** Who is named by a message now and was not, or the other way round, has it among what names them. */
function moveMentions(ctx: ChatContext, { chat, n, from }: MessageRow, before: Mentions, after: Mentions) {
  const [were, are] = [before, after].map((users) => new Set(users === 'all' ? [] : users))
  for (const user of new Set([...(were ?? []), ...(are ?? [])])) {
    const place = ctx.tables.chatPlaces.get(placeId(chat, user))
    if (place === undefined || user === from) continue
    const others = place.mentions.filter((each) => each !== n)
    const isNamed = are?.has(user) === true && place.isIn && n > Math.max(place.readN, place.floorN)
    const mentions = isNamed ? [...others, n].toSorted((a, b) => a - b).slice(-maxAllN) : others
    if (mentions.length !== place.mentions.length) putPlace(ctx, { ...place, mentions })
  }
}
/** Stores the pinned messages of a chat, and tells its members. */
export function putPins(ctx: ChatContext, chatNo: number, change: (list: PinsRow['list']) => PinsRow['list']) {
  const chat = ctx.tables.chats.need(chatNo)
  const { rev, list } = chat.pins ?? { rev: 0, list: [] }
  const pins = { rev: rev + 1, list: change(list).slice(0, chatLimits.pins) }
  putChat(ctx, { ...chat, pins })
  writeChange(ctx, chatNo, { ev: 'chat.pinsChanged', v: pinsOf(pins) })
  return pins
}
/** Stores a message that has changed, tells its chat, and shows it so in the lists of chats. */
function putChanged(ctx: ChatContext, before: MessageRow, changes: Partial<MessageRow>, shown: Partial<LastRow>) {
  const { tables } = ctx
  const row = tables.chatMessages.put({ ...before, ...changes, rev: before.rev + 1 })
  const chat = takeNumber(ctx, row.chat)
  const others = chat.allN.filter((n) => n !== row.n)
  tables.chats.put({
    ...chat,
    last: chat.last?.n === row.n ? { ...chat.last, ...shown } : chat.last,
    allN: row.mentions === 'all' ? [...others, row.n].toSorted((a, b) => a - b).slice(-maxAllN) : others,
    // The lists of chats take a line for newer by this alone.
    rev: chat.rev + 1,
  })
  moveMentions(ctx, row, before.mentions, row.mentions)
  tables.chatChanges.put({
    id: rowIdOf(row.chat, chat.headS),
    chat: row.chat,
    s: chat.headS,
    at: ctx.now(),
    n: row.n,
    body: '',
  })
  touchChat(ctx, row.chat)
  postMessage(ctx, chat, chat.headS, row, 'chat.messageChanged')
  // Whoever sees what is pinned, and does not hold the message, reads it again.
  if (chat.pins?.list.some(({ n }) => n === row.n) === true)
    putPins(ctx, chat.id, (list) => (row.revokedBy === null ? list : list.filter(({ n }) => n !== row.n)))
  return row
}
/**
 * Takes a message back. What it said is gone from the row and its versions, the list of chats and whoever it named; it
 * keeps its number (C3).
 */
export function revokeMessage(ctx: ChatContext, row: MessageRow, by: number): MessageRow {
  if (row.editedAt !== undefined) ctx.tables.chatVersions.put({ id: row.id, list: [] })
  const blank = { content: '{}', text: '', mentions: [], revokedBy: by }
  return putChanged(ctx, row, blank, { text: '', isRevoked: true })
}
/** Lets a text say something else; `earlier` is what it said before it said what it says now. */
export function editMessage(
  ctx: ChatContext,
  row: MessageRow,
  said: Pick<MessageRow, 'content' | 'text' | 'mentions'>,
  earlier: VersionsRow['list'],
): MessageRow {
  const before = { text: row.text, at: row.editedAt ?? row.at }
  ctx.tables.chatVersions.put({ id: row.id, list: [...earlier, before] })
  return putChanged(ctx, row, { ...said, editedAt: ctx.now() }, { text: firstOf(said.text, chatLimits.preview) })
}

/** Deletes a message for one member; `ns` are those of its row that were deleted before. */
export function dropMessage(ctx: ChatContext, place: PlaceRow, n: number, ns: readonly number[]) {
  const { chat, user } = place
  ctx.tables.chatDrops.put({ id: dropsIdOf(chat, user, n), ns: [...ns, n] })
  const mentions = place.mentions.filter((each) => each !== n)
  putPlace(ctx, { ...place, mentions, droppedN: Math.max(place.droppedN ?? 0, n) })
  ctx.emit(user, { ev: 'chat.messageDropped', v: { chatGroupId: `g${chat}`, n } })
}
/** Moves a member's read mark; it never falls. `loud` is the count at `upTo`. */
export function markRead(ctx: ChatContext, place: PlaceRow, upTo: number, loud: number): PlaceRow {
  if (upTo <= place.readN) return place
  const read = putPlace(ctx, {
    ...place,
    readN: upTo,
    readLoud: loud,
    mentions: place.mentions.filter((n) => n > upTo),
  })
  const chat = ctx.tables.chats.need(place.chat)
  if (chat.type === 'single')
    writeChange(ctx, chat.id, { ev: 'chat.peerRead', v: { userId: String(place.user), readN: upTo } })
  return read
}
