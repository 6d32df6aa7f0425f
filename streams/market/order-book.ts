import type { Level, PairBook } from '#contract/market/market.ts'
import { bookChecksum } from '#contract/wire/checksum.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { isCrossed, isDepleted, levelsOf, putAll, sideOf, type Side } from './levels.ts'
import type { Update } from '#streams/kit/live.ts'
import { readDepth } from './read-rows.ts'

/** Both sides of one market, best first. */
export type BookSnapshot = {
  readonly market: string
  readonly seq: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** The book as stored between two messages of the server. */
export type LocalBook = { readonly market: string; readonly seq: number; readonly bids: Side; readonly asks: Side }
type BookStep = {
  readonly book: LocalBook | null
  readonly update: Update<BookSnapshot> | null
  /** The local book is invalid: the channel has to start over. */
  readonly isWrong: boolean
}

/** Takes a message of `depth:<market>`: the book after it, what to show, and whether the book is wrong. */
export function takeDepth(market: string, book: LocalBook | null, message: ChannelEvent): BookStep {
  const { type } = message
  if (type === 'away' || type === 'off') return { book, update: { type: 'away' }, isWrong: false }
  if (type === 'syncing' || type === 'confirmed') return { book, update: { type }, isWrong: false }
  if (message.type !== 'snap' && message.type !== 'delta') return { book, update: null, isWrong: false }
  const { seq } = message
  const read = readDepth(message.data)
  if (read === null) return { book, update: { type: 'syncing' }, isWrong: true }
  const { bids, asks, cs } = read
  const next = message.type === 'snap' ? bookOf(market, seq, bids, asks) : applyDelta(book, seq, bids, asks)
  if (next === null) return { book, update: null, isWrong: false }
  const checksum = bookChecksum(levelsOf(next.bids), levelsOf(next.asks))
  const isWrong = checksum !== cs || isDepleted(next.bids) || isDepleted(next.asks)
  return { book: next, update: isWrong ? { type: 'syncing' } : updateOf(next), isWrong }
}

/** Takes a book by HTTP, while the socket delivers none; one older than the shown book changes nothing. */
export function takePolledBook(market: string, shownSeq: number, polled: PairBook): Update<BookSnapshot> | null {
  const { seq, bids, asks } = polled
  if (seq < shownSeq) return null
  return seq === shownSeq ? { type: 'confirmed' } : updateOf(bookOf(market, seq, bids, asks))
}

type Levels = readonly Level[]
const bookOf = (market: string, seq: number, bids: Levels, asks: Levels): LocalBook => ({
  market,
  seq,
  bids: sideOf('bids', bids),
  asks: sideOf('asks', asks),
})
const applyDelta = (book: LocalBook | null, seq: number, bids: Levels, asks: Levels): LocalBook | null =>
  book && { ...book, seq, bids: putAll(book.bids, bids), asks: putAll(book.asks, asks) }

/** A crossed book is not repaired by guessing: the last good one stays, marked as syncing. */
function updateOf({ market, seq, bids, asks }: LocalBook): Update<BookSnapshot> {
  if (isCrossed(bids, asks)) return { type: 'syncing' }
  return { type: 'value', value: { market, seq, bids: levelsOf(bids), asks: levelsOf(asks) } }
}
