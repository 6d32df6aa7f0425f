import type { chatMessages } from '#contract/chat/chat-messages.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { chatIdOf, chatsOf, placeIn, reasonOutside } from '#server/features/chat/places.ts'
import { rowIdOf, messageTable, type MessageRow, type PlaceRow } from '#server/features/chat/rows.ts'
import { messageIn, readDrops, readSpan } from '#server/features/chat/stored.ts'
import { messageOf } from '#server/features/chat/view.ts'
import type { AsyncChatMessagesContext, ChatMessagesContext } from './context.ts'

type Asked = Omit<InputOf<typeof chatMessages.history>, 'chatGroupId'>
const scanPage = 500
/** A search reads so many messages at most; the next page goes on from there. */
const maxScanned = 100_000
/** That in all chats tells so many of each, and reads a newer chat first. */
const overAll = { scanned: 20_000, ofEach: 5, found: 50 } as const

/** The numbers that are asked for; `from` and `to` included. */
function spanOf(
  { before, after, around, pageNum, pageSize, limit }: Asked,
  { headN, floorN }: { headN: number; floorN: number },
) {
  const count = limit ?? pageSize ?? chatLimits.page
  const first = floorN + 1
  if (after !== undefined) {
    const from = Math.max(first, after + 1)
    return { from, to: Math.min(headN, from + count - 1) }
  }
  const half = Math.floor(count / 2)
  const to =
    around !== undefined
      ? Math.min(headN, Math.max(around + half, first + count - 1))
      : Math.min(headN, (before ?? headN + 1) - 1) - ((pageNum ?? 1) - 1) * count
  return { from: Math.max(first, to - count + 1), to }
}
const numbers = (low: number, high: number) => Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => low + at)
const pause = () => new Promise<void>((done) => void setImmediate(done))
const isFoundBy =
  ({ keyWord = '', contentType }: Asked) =>
  (row: MessageRow) =>
    row.kind === 'user' &&
    row.revokedBy === null &&
    (contentType === undefined || row.type === contentType) &&
    row.text.toLowerCase().includes(keyWord.toLowerCase())
/** Searches backwards through what was said, a page at a time, so that nobody waits for somebody's search. */
async function search(
  asyncCtx: AsyncChatMessagesContext,
  place: PlaceRow,
  asked: Asked,
  { headN, floorN }: { headN: number; floorN: number },
  most = maxScanned,
) {
  const { chat } = place
  const { ctx, store } = asyncCtx
  const { tables } = ctx
  const { limit, pageSize, pageNum = 1, before } = asked
  const count = limit ?? pageSize ?? chatLimits.page
  const found: MessageRow[] = []
  const matches = isFoundBy(asked)
  let high = Math.min(headN, (before ?? headN + 1) - 1)
  let skipped = (pageNum - 1) * count
  const take = (row: MessageRow) => {
    if (found.length >= count || !matches(row)) return
    if (skipped > 0) skipped -= 1
    else found.push(row)
  }
  let scanned = 0
  for (; high > floorN && found.length < count && scanned < most; scanned += scanPage) {
    const low = Math.max(floorN + 1, high - scanPage + 1)
    const bodies = await store.span(messageTable, rowIdOf(chat, low), rowIdOf(chat, high), scanPage, 'high')
    const stored = new Map(bodies.map(messageIn).map((row) => [row.n, row]))
    const isDropped = (await readDrops(asyncCtx, place, numbers(low, high)))(ctx)
    for (let n = high; n >= low; n -= 1) {
      const row = tables.chatMessages.get(rowIdOf(chat, n)) ?? stored.get(n)
      if (row && !isDropped(n)) take(row)
    }
    high = low - 1
    await pause()
  }
  return { found, scanned, isAll: high <= floorN }
}
/** What was found, as it is now: whatever was revoked or edited away during the search is not told. */
const stillFound = ({ tables }: ChatMessagesContext, rows: readonly MessageRow[], asked: Asked) =>
  rows.map((row) => tables.chatMessages.get(row.id) ?? row).filter(isFoundBy(asked))

/** What was said, newest first; nothing at or below the reader's floor, and what they have deleted says nothing. */
export const history: Prepared<typeof chatMessages.history, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, input) => {
    const { chat, place } = placeIn(asyncCtx.ctx, user, input.chatGroupId)
    const bounds = { headN: chat.headN, floorN: place.floorN }
    if (input.keyWord || input.contentType !== undefined) {
      const { found } = await search(asyncCtx, place, input, bounds)
      return (ctx) => {
        placeIn(ctx, user, input.chatGroupId)
        return stillFound(ctx, found, input).map((row) => messageOf(ctx, row, user))
      }
    }
    const { from, to } = spanOf(input, bounds)
    const rows = await readSpan(asyncCtx, chat.id, from, to)
    const drops = await readDrops(asyncCtx, place, numbers(from, to))
    return (ctx) => {
      placeIn(ctx, user, input.chatGroupId)
      const isDropped = drops(ctx)
      return rows(ctx).map((row) => messageOf(ctx, row, user, isDropped(row.n)))
    }
  },
}

/** Searches one chat after the other, the newest first; what they share is how much is read for one search. */
export const searchAll: Prepared<typeof chatMessages.search, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, { keyWord = '' }) => {
    if (keyWord === '') throw new Refusal('keyword_required')
    const asked = { keyWord, limit: overAll.ofEach }
    const rows: MessageRow[] = []
    let [left, isAll] = [overAll.scanned, true]
    for (const { chat, place } of chatsOf(asyncCtx.ctx, user)) {
      if (left <= 0 || rows.length >= overAll.found) {
        isAll = false
        break
      }
      const bounds = { headN: chat.headN, floorN: place.floorN }
      const one = await search(asyncCtx, place, asked, bounds, left)
      rows.push(...one.found)
      left -= one.scanned
      isAll &&= one.isAll || one.found.length >= overAll.ofEach
    }
    return (ctx) => ({
      list: stillFound(ctx, rows, asked)
        .filter((row) => reasonOutside(ctx, user, chatIdOf({ id: row.chat })) === null)
        .toSorted((a, b) => b.at - a.at || b.n - a.n)
        .map((row) => messageOf(ctx, row, user)),
      isAll,
    })
  },
}
