import { chatEvent, chatLimits } from '#contract/chat/chat.ts'
import { writerOf } from '#contract/wire/compiled.ts'
import type { MissedEvent } from '#server/core/feature.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import type { Store } from '#server/core/store-port.ts'
import type { ChatContext } from './context.ts'
import { changeTable, messageTable, placeId, rowIdOf, type ChangeRow, type MessageRow } from './rows.ts'
import { readDrops } from './stored.ts'
import { messageOf } from './view.ts'

const write = writerOf(chatEvent)
const messageIn = (body: string): MessageRow => JSON.parse(body)
const changeIn = (body: string): ChangeRow => JSON.parse(body)
type Span = Pick<Store, 'span'>

/** The messages above `after` in the log, newest first: their numbers in the log grow with their own. */
function messagesSince(ctx: ChatContext, store: Span, chat: number, after: number, head: number): Maybe<MessageRow[]> {
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
  return next(ctx.tables.chats.need(chat).headN)
}

/** What one member has missed of a chat; null if it is too much or too old to be told event by event. */
export function missedIn(
  ctx: ChatContext,
  store: Span & Pick<Store, 'row'>,
  user: number,
  chat: number,
  { after, head }: { after: number; head: number },
): Maybe<readonly MissedEvent[] | null> {
  if (head - after > chatLimits.resumeEvents) return null
  const place = ctx.tables.chatPlaces.need(placeId(chat, user))
  const eventOf = (
    isDropped: (n: number) => boolean,
    ev: 'chat.message' | 'chat.messageChanged',
    { s, at, row }: { s: number; at: number; row: MessageRow },
  ): MissedEvent => ({
    s,
    at,
    body: JSON.stringify(
      write({ ev, v: messageOf(ctx, ctx.tables.chatMessages.get(row.id) ?? row, user, isDropped(row.n)) }),
    ),
  })
  return whenReady(messagesSince(ctx, store, chat, after, head), (messages) =>
    whenReady(
      store.span(changeTable, rowIdOf(chat, after + 1), rowIdOf(chat, head), chatLimits.resumeEvents, 'low'),
      async (bodies) => {
        const changes = bodies.map(changeIn)
        const isDropped = (
          await readDrops(
            { store },
            place,
            [...messages, ...changes].map(({ n }) => n),
          )
        )(ctx)
        const events = messages.map((row) => eventOf(isDropped, 'chat.message', { s: row.s, at: row.at, row }))
        for (const { s, at, n, body } of changes) {
          if (body !== '') events.push({ s, at, body })
          else {
            const stored = await store.row(messageTable, rowIdOf(chat, n))
            if (stored !== null)
              events.push(eventOf(isDropped, 'chat.messageChanged', { s, at, row: messageIn(stored) }))
          }
        }
        const first = events.reduce((least, { at }) => Math.min(least, at), Infinity)
        return first < ctx.now() - chatLimits.resumeMs ? null : events.toSorted((a, b) => a.s - b.s)
      },
    ),
  )
}
