import { chatChannels, chatLimits, typingEvent, type InboxLine } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import { writerOf } from '#contract/wire/compiled.ts'
import type { MembersSource } from '#server/core/feature.ts'
import { missedIn } from './missed.ts'
import { nameOf } from './people.ts'
import { chatIdOf, chatNoOf, isHidden, reasonOutside } from './places.ts'
import { placeId } from './rows.ts'
import { inboxLineOf } from './view.ts'
import type { ChatContext } from './context.ts'

const writeLines = writerOf(chatChannels.inbox.delta)
const writeAll = writerOf(chatChannels.inbox.snap)

/** The chats of one user. */
const linesOf = (ctx: ChatContext, user: number) =>
  ctx.tables.chatPlaces.group('user', user).flatMap((place): InboxLine[] => {
    const at = { chat: ctx.tables.chats.need(place.chat), place }
    return at.chat.isOver || isHidden(at) ? [] : [inboxLineOf(ctx, at)]
  })
/** What one user is told of these chats. */
const changesOf = (ctx: ChatContext, user: number, chats: Iterable<number>) => {
  const { tables } = ctx
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

/**
 * The channels `inbox`, `chat:<id>` and `typing:<id>`. Everything is derived from the chats and the places; nothing is
 * kept per device.
 */
export function createChatChannels(ctx: ChatContext): MembersSource<'inbox' | 'chat' | 'typing'> {
  const { tables, chatTouched, now } = ctx

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
    return new Map([...touched].map(([user, chats]) => [user, writeLines(changesOf(ctx, user, chats))]))
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
        snap: (user) => writeAll({ rows: linesOf(ctx, user) }),
        head: chatTouched.head,
        collect,
      },
      chat: {
        class: 'stream',
        check: checkChat,
        head: ([id = '']) => tables.chats.need(chatNoOf(id)).headS,
        missed: (store, user, [id = ''], span) => missedIn(ctx, store, user, chatNoOf(id), span),
      },
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
