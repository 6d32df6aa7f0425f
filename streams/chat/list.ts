import { chatChannels, isImGroupAhead, isInboxLineAhead, type GroupRow, type InboxLine } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import type { Event } from '#contract/events.ts'
import { decode } from '#contract/wire/coded.ts'
import { channel$ } from '#streams/kit/channel.ts'
import { channelDeps, type StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { ownLive$, readings$, type OwnMessage } from '#streams/kit/own-channel.ts'
import { defer, filter, merge, mergeMap, scan, share, Subject, tap, type Observable } from 'rxjs'

/** A chat in the caller's list. */
export type ChatRow = {
  readonly id: string
  readonly group: GroupRow['imGroup']
  readonly last: GroupRow['imGroupMessageRef']
  readonly unread: number
  /** Unread messages that name the caller. */
  readonly mentions: readonly number[]
  readonly isMuted: boolean
  readonly isPinned: boolean
}
/** Rows as they were read or told, and lines of the inbox, which change with every message. */
type ChatList = {
  readonly rows: ReadonlyMap<string, GroupRow>
  readonly lines: ReadonlyMap<string, InboxLine>
  readonly isWhole: boolean
}
export type InboxNews = {
  readonly rows: readonly InboxLine[]
  readonly gone: readonly string[]
  readonly isWhole: boolean
}
export const emptyChats: ChatList = { rows: new Map(), lines: new Map(), isWhole: false }

/** What the inbox would say of a row. */
const lineOf = ({
  imGroup: { id, headN, readN, floorN, rev },
  groupUser: { unReadNum, mentionN },
}: GroupRow): InboxLine => ({
  chatGroupId: id,
  headN,
  readN,
  floorN,
  unReadNum,
  mentionN,
  last: null,
  rev,
})

const takeRow = (list: ChatList, row: GroupRow): ChatList => {
  const held = list.rows.get(row.imGroup.id)
  if (held !== undefined && isImGroupAhead(row.imGroup, held.imGroup)) return list
  return { ...list, rows: new Map(list.rows).set(row.imGroup.id, row) }
}
const dropChats = (list: ChatList, ids: readonly string[]): ChatList => {
  if (ids.length === 0) return list
  const [rows, lines] = [new Map(list.rows), new Map(list.lines)]
  for (const id of ids) {
    rows.delete(id)
    lines.delete(id)
  }
  return { ...list, rows, lines }
}

/** Takes an event of the caller's own channel. */
export const takeChatEvent = (list: ChatList, event: Event): ChatList => {
  if (event.ev === 'chat.groupChanged') return takeRow(list, event.v)
  if (event.ev === 'chat.groupGone') return dropChats(list, [event.v.chatGroupId])
  return list
}
/** Takes a snapshot or a delta of the inbox. */
export const takeInbox = (list: ChatList, { rows, gone, isWhole }: InboxNews): ChatList => {
  const lines = new Map(isWhole ? [] : list.lines)
  for (const line of rows) {
    const held = list.lines.get(line.chatGroupId)
    lines.set(line.chatGroupId, held !== undefined && !isInboxLineAhead(held, line) ? held : line)
  }
  const left = isWhole ? [...list.rows.keys()].filter((id) => !lines.has(id) && list.lines.has(id)) : gone
  return dropChats({ ...list, lines }, left)
}
/** Takes all chats of the caller, as they were read. What is not among them is gone. */
export const takeAllChats = (list: ChatList, rows: readonly GroupRow[]): ChatList => {
  const named = new Set(rows.map(({ imGroup }) => imGroup.id))
  const left = [...list.rows].filter(([id]) => named.has(id) || list.lines.has(id))
  return rows.reduce(takeRow, { ...list, rows: new Map(left), isWhole: true })
}

const rowOf = (row: GroupRow, line: InboxLine | undefined): ChatRow => {
  const { imGroup, groupUser, imGroupMessageRef } = row
  const own = { id: imGroup.id, isMuted: groupUser.chatStatus !== 0, isPinned: groupUser.topFlag }
  if (line === undefined || isInboxLineAhead(line, lineOf(row)))
    return {
      ...own,
      group: imGroup,
      last: imGroupMessageRef,
      unread: groupUser.unReadNum,
      mentions: groupUser.mentionN,
    }
  const { last } = line
  const group = {
    ...imGroup,
    headN: Math.max(line.headN, imGroup.headN),
    readN: Math.max(line.readN, imGroup.readN),
    floorN: Math.max(line.floorN, imGroup.floorN),
  }
  const ref = last && {
    id: '',
    n: last.n,
    createTime: '',
    createMs: last.createMs,
    lastMsgContent: last.text,
    messageType: last.messageType,
    contentType: last.contentType,
    userName: last.userName,
    revoked: last.revoked,
    dropped: last.dropped,
  }
  return { ...own, group, last: ref, unread: line.unReadNum, mentions: line.mentionN }
}
const atOf = ({ last }: ChatRow) => last?.createMs ?? 0
/** The visible chats: pinned ones first, then the newest; null before all of them are known. */
export const chatsIn = ({ rows, lines, isWhole }: ChatList): readonly ChatRow[] | null =>
  isWhole
    ? [...rows.values()]
        .filter(
          ({ groupUser, imGroup }) => !groupUser.hiddenFlag || (lines.get(imGroup.id)?.headN ?? 0) > imGroup.headN,
        )
        .map((row) => rowOf(row, lines.get(row.imGroup.id)))
        .toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned) || atOf(b) - atOf(a) || (a.id < b.id ? 1 : -1))
    : null
/** Chats of the inbox whose row is not known yet. */
const unknownIn = ({ rows, lines, isWhole }: ChatList) =>
  isWhole ? [...lines.keys()].filter((id) => !rows.has(id)) : []
/** Unread messages in all chats that are not muted. */
export const unreadIn = (chats: readonly ChatRow[]) =>
  chats.reduce((sum, { unread, isMuted, mentions }) => sum + (isMuted ? mentions.length : unread), 0)

/** The channel `inbox`. */
const inbox$ = (deps: StreamDeps): Observable<InboxNews | OwnMessage> =>
  channel$('inbox', { ...channelDeps(deps), kind: 'state' }).pipe(
    mergeMap((received): (InboxNews | OwnMessage)[] => {
      if (received.type === 'confirmed' || received.type === 'syncing') return [{ type: received.type }]
      if (received.type === 'snap') {
        const read = decode(chatChannels.inbox.snap, received.data)
        return read.success ? [{ rows: read.data.rows, gone: [], isWhole: true }] : []
      }
      if (received.type !== 'delta') return []
      const read = decode(chatChannels.inbox.delta, received.data)
      return read.success ? [{ ...read.data, isWhole: false }] : []
    }),
  )

const isInbox = (news: InboxNews | OwnMessage | readonly GroupRow[]): news is InboxNews => 'gone' in news
const isRead = (news: InboxNews | OwnMessage | readonly GroupRow[]): news is readonly GroupRow[] => Array.isArray(news)

/** The caller's chats as a live list: read once, moved by the inbox and by events; a chat that turns up is read. */
export const chats$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<readonly ChatRow[]>> =>
  defer(() => {
    const again$ = new Subject<OwnMessage>()
    const asked = new Set<string>()
    const both$ = merge(own$, again$).pipe(share())
    const readAll = () => deps.read(chatGroups.mine, {})
    const news$: Observable<InboxNews | OwnMessage | readonly GroupRow[]> = merge(
      readings$(both$, readAll, deps),
      own$,
      inbox$(deps).pipe(filter((news) => !('type' in news))),
    )
    const list$ = news$.pipe(
      scan((list, news) => {
        if (isRead(news)) return takeAllChats(list, news)
        if (isInbox(news)) return takeInbox(list, news)
        return news.type === 'event' ? takeChatEvent(list, news.event) : list
      }, emptyChats),
      tap((list) => {
        const unknown = unknownIn(list).filter((id) => !asked.has(id))
        for (const id of asked) if (list.rows.has(id)) asked.delete(id)
        if (unknown.length === 0) return
        for (const id of unknown) asked.add(id)
        again$.next({ type: 'fresh' })
      }),
    )
    return ownLive$(deps, own$, list$, chatsIn)
  })
