import { contentCodes, contentKindOf } from '#contract/chat/chat-content.ts'
import type { Store } from '#server/core/store-port.ts'
import { Refusal } from '#server/core/refusal.ts'
import { chatNoOf } from './places.ts'
import {
  dropsIdOf,
  dropsTable,
  messageTable,
  rowIdOf,
  versionsTable,
  wishOf,
  type MessageRow,
  type DropsRow,
  type PlaceRow,
  type VersionsRow,
} from './rows.ts'
import type { AsyncChatContext, ChatContext } from './context.ts'

// Messages are only in the store, but for those that are not stored yet; one that is in memory is newer than its stored
// copy.

export const messageIn = (body: string): MessageRow => JSON.parse(body)
/** The number in a message's id, if it is one of this chat; 0, which no message has, for any other text. */
export const messageNoOf = (chatId: string, id: string) =>
  id.startsWith(`${chatId}-`) && /^[1-9]\d{0,8}$/.test(id.slice(chatId.length + 1))
    ? Number(id.slice(chatId.length + 1))
    : 0

export async function readMessage({ store }: Pick<AsyncChatContext, 'store'>, chatId: string, n: number) {
  const id = rowIdOf(chatNoOf(chatId), n)
  const body = n === 0 ? null : await store.row(messageTable, id)
  return (ctx: Pick<ChatContext, 'tables'>): MessageRow | undefined =>
    ctx.tables.chatMessages.get(id) ?? (body === null ? undefined : messageIn(body))
}
const versionsIn = (body: string): VersionsRow => JSON.parse(body)
/** What a message said before it was edited, oldest first. */
export async function readVersions({ store }: Pick<AsyncChatContext, 'store'>, id: number) {
  const body = await store.row(versionsTable, id)
  return ({ tables }: Pick<ChatContext, 'tables'>): VersionsRow['list'] =>
    tables.chatVersions.get(id)?.list ?? (body === null ? [] : versionsIn(body).list)
}
const dropsIn = (body: string): DropsRow => JSON.parse(body)
const never = () => false
/** What a member has deleted of the messages around one. */
export async function readDropsRow({ store }: Pick<AsyncChatContext, 'store'>, chat: number, user: number, n: number) {
  const id = dropsIdOf(chat, user, n)
  const body = await store.row(dropsTable, id)
  return ({ tables }: Pick<ChatContext, 'tables'>): readonly number[] =>
    tables.chatDrops.get(id)?.ns ?? (body === null ? [] : dropsIn(body).ns)
}
/** Which of these messages a member has deleted for themselves. */
export async function readDrops(
  { store }: { readonly store: Pick<Store, 'row'> },
  { id, chat, user, droppedN = 0 }: PlaceRow,
  ns: readonly number[],
) {
  // Nothing is read of those who have deleted nothing so new.
  const ids = new Set(ns.filter((n) => n <= droppedN).map((n) => dropsIdOf(chat, user, n)))
  const bodies = await Promise.all([...ids].map(async (each) => store.row(dropsTable, each)))
  const stored = new Set(bodies.flatMap((body) => (body === null ? [] : dropsIn(body).ns)))
  return ({ tables }: Pick<ChatContext, 'tables'>): ((n: number) => boolean) =>
    tables.chatPlaces.get(id)?.droppedN === undefined
      ? never
      : (n) => stored.has(n) || tables.chatDrops.get(dropsIdOf(chat, user, n))?.ns.includes(n) === true
}
/** Messages `low` to `high` of a chat, newest first: the stored ones and those that are not stored yet. */
export async function readSpan({ store }: Pick<AsyncChatContext, 'store'>, chat: number, low: number, high: number) {
  const bodies =
    low > high ? [] : await store.span(messageTable, rowIdOf(chat, low), rowIdOf(chat, high), high - low + 1, 'high')
  const stored = new Map(bodies.map((body) => messageIn(body)).map((row) => [row.n, row]))
  return ({ tables }: Pick<ChatContext, 'tables'>): MessageRow[] => {
    const rows: MessageRow[] = []
    for (let n = high; n >= low; n -= 1) {
      const row = tables.chatMessages.get(rowIdOf(chat, n)) ?? stored.get(n)
      if (row) rows.push(row)
    }
    return rows
  }
}
/** The message that was sent with this id before, if any: a pair of sender and id is one message for ever. */
export async function readWish({ store }: Pick<AsyncChatContext, 'store'>, from: number, cid: string) {
  const wish = wishOf(from, cid)
  const { bodies } = await store.page({ table: messageTable, where: { wish }, limit: 1, offset: 0 })
  const [body] = bodies
  return ({ tables }: Pick<ChatContext, 'tables'>): MessageRow | undefined =>
    tables.chatMessages.one('wish', wish) ?? (body === undefined ? undefined : messageIn(body))
}

/**
 * Refuses what cannot be given on: a packet, a call, a line of the venue's own; and what was revoked or cleared away.
 */
export function checkForwardable(rows: readonly (MessageRow | undefined)[], floorN: number): MessageRow[] {
  return rows.map((row) => {
    if (!row || row.kind !== 'user' || row.revokedBy !== null || row.n <= floorN) throw new Refusal('message_gone')
    if (row.type === contentCodes.redPacket || contentKindOf(row.type) === 'call')
      throw new Refusal('packet_not_forwardable')
    return row
  })
}
