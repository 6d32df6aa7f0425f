import { chatChannels, chatEvent, chatLimits, typingEvent, type InboxLine } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import { writerOf } from '#contract/wire/compiled.ts'
import type { MembersSource, MissedEvent } from '#server/core/feature.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import type { Store } from '#server/core/store-port.ts'
import { nameOf } from './people.ts'
import { chatIdOf, chatNoOf, isHidden, reasonOutside } from './places.ts'
import { changeTable, messageTable, placeId, rowIdOf, type ChangeRow, type MessageRow } from './rows.ts'
import { inboxLineOf, messageOf } from './view.ts'
import type { ChatContext } from './context.ts'

const write = writerOf(chatEvent)
const writeLines = writerOf(chatChannels.inbox.delta)
const writeAll = writerOf(chatChannels.inbox.snap)
const messageIn = (body: string): MessageRow => JSON.parse(body)
const changeIn = (body: string): ChangeRow => JSON.parse(body)

/**
 * The channels `inbox`, `chat:<id>` and `typing:<id>`. Everything is derived from the chats and the places; nothing is
 * kept per device.
 */
export function createChatChannels(ctx: ChatContext): MembersSource<'inbox' | 'chat' | 'typing'> {
  const { tables, chatTouched, now } = ctx

  const linesOf = (user: number) =>
    tables.chatPlaces.group('user', user).flatMap((place): InboxLine[] => {
      const at = { chat: tables.chats.need(place.chat), place }
      return at.chat.isOver || isHidden(at) ? [] : [inboxLineOf(ctx, at)]
    })
  /** What one user is told of these chats. */
  const changesOf = (user: number, chats: Iterable<number>) => {
    const rows: InboxLine[] = []
    const gone: string[] = []
    for (const chatNo of chats) {
      const chat = tables.chats.get(chatNo)
      const place = tables.chatPlaces.get(placeId(chatNo, user))
      if (!chat || !place) continue
      if (chat.isOver || !place.isIn || isHidden({ chat, place })) gone.push(chatIdOf(chat))
      else rows.push(inboxLineOf(ctx, { chat, place }))
    }
    return { rows, gone }
  }
  const collect = (users: ReadonlySet<number>, from: number): ReadonlyMap<number, unknown> | null => {
    const touches = chatTouched.since(from)
    if (touches === null) return null
    const touched = new Map<number, Set<number>>()
    const add = (user: number, chat: number) => {
      const chats = touched.get(user) ?? new Set()
      chats.add(chat)
      touched.set(user, chats)
    }
    for (const { user, chat } of touches) if (user !== null && users.has(user)) add(user, chat)
    for (const chat of new Set(touches.flatMap((touch) => (touch.user === null ? [touch.chat] : [])))) {
      // A big group and few who look, or the other way round: the shorter list is walked.
      const count = tables.chats.get(chat)?.count ?? 0
      if (count > users.size)
        for (const user of users) {
          if (tables.chatPlaces.get(placeId(chat, user))?.isIn === true) add(user, chat)
        }
      else for (const { user } of tables.chatPlaces.group('chat', chat)) if (users.has(user)) add(user, chat)
    }
    return new Map([...touched].map(([user, chats]) => [user, writeLines(changesOf(user, chats))]))
  }

  /** The messages above `after` in the log, newest first: their numbers in the log grow with their own. */
  const messagesSince = (
    store: Pick<Store, 'span'>,
    chat: number,
    after: number,
    head: number,
  ): Maybe<MessageRow[]> => {
    const found: MessageRow[] = []
    const next = (high: number): Maybe<MessageRow[]> =>
      whenReady(
        store.span(messageTable, rowIdOf(chat, 1), rowIdOf(chat, high), 200, 'high'),
        (bodies): Maybe<MessageRow[]> => {
          const rows = bodies.map(messageIn)
          found.push(...rows.filter(({ s }) => s > after && s <= head))
          const last = rows.at(-1)
          return rows.length === 200 && last !== undefined && last.s > after ? next(last.n - 1) : found
        },
      )
    return next(tables.chats.need(chat).headN)
  }
  const missed = (
    store: Pick<Store, 'span' | 'row'>,
    user: number,
    [id = '']: readonly string[],
    { after, head }: { after: number; head: number },
  ): Maybe<readonly MissedEvent[] | null> => {
    const chat = chatNoOf(id)
    if (head - after > chatLimits.resumeEvents) return null
    const event = (
      ev: 'chat.message' | 'chat.messageChanged',
      s: number,
      at: number,
      row: MessageRow,
    ): MissedEvent => ({
      s,
      at,
      body: JSON.stringify(write({ ev, v: messageOf(ctx, tables.chatMessages.get(row.id) ?? row, user) })),
    })
    return whenReady(messagesSince(store, chat, after, head), (messages) =>
      whenReady(
        store.span(changeTable, rowIdOf(chat, after + 1), rowIdOf(chat, head), chatLimits.resumeEvents, 'low'),
        async (bodies) => {
          const events = messages.map((row) => event('chat.message', row.s, row.at, row))
          for (const { s, at, n, body } of bodies.map(changeIn)) {
            if (body !== '') events.push({ s, at, body })
            else {
              const stored = await store.row(messageTable, rowIdOf(chat, n))
              if (stored !== null) events.push(event('chat.messageChanged', s, at, messageIn(stored)))
            }
          }
          const first = events.reduce((least, { at }) => Math.min(least, at), Infinity)
          return first < now() - chatLimits.resumeMs ? null : events.toSorted((a, b) => a.s - b.s)
        },
      ),
    )
  }
  const checkChat = (user: number, [id = '', ...more]: readonly string[]) =>
    more.length > 0 ? 'channel_unknown' : reasonOutside(ctx, user, id)
  return {
    drain: () => [],
    families: {},
    members: {
      inbox: {
        class: 'state',
        check: (_user, parts) => (parts.length === 0 ? null : 'channel_unknown'),
        snap: (user) => writeAll({ rows: linesOf(user) }),
        head: chatTouched.head,
        collect,
      },
      chat: { class: 'stream', check: checkChat, head: ([id = '']) => tables.chats.need(chatNoOf(id)).headS, missed },
      typing: {
        class: 'latest',
        check: checkChat,
        say: (user) =>
          encode(typingEvent, {
            userId: String(user),
            userName: nameOf(ctx, user),
            untilMs: now() + chatLimits.typingShownMs,
          }),
      },
    },
  }
}
