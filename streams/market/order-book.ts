import { depth } from '#contract/market.ts'
import { bookChecksum } from '#contract/wire/checksum.ts'

import type { Level, PairBook } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { isCrossed, isEaten, levelsOf, putAll, sideOf, type Side } from './levels.ts'
import type { Update } from '#streams/kit/live.ts'

/** Both sides of one market, best first. */
export type BookSnapshot = {
  readonly market: string
  readonly seq: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** The book as it is kept between two words of the server. */
export type KeptBook = { readonly market: string; readonly seq: number; readonly bids: Side; readonly asks: Side }
export type BookStep = {
  readonly book: KeptBook | null
  readonly update: Update<BookSnapshot> | null
  /** What is held cannot be right: the channel has to begin anew. */
  readonly isWrong: boolean
}

/** Takes a word of `depth:<market>`: the book it makes, what to show of it, whether it has a hole. */
export function takeDepth(market: string, book: KeptBook | null, told: ChannelEvent): BookStep {
  if (told.type === 'away' || told.type === 'off') return { book, update: { type: 'away' }, isWrong: false }
  if (told.type === 'syncing' || told.type === 'confirmed') return { book, update: { type: told.type }, isWrong: false }
  if (told.type !== 'snap' && told.type !== 'delta') return { book, update: null, isWrong: false }
  const read = decode(depth[told.type], told.data)
  if (!read.success) return { book, update: { type: 'syncing' }, isWrong: true }
  const { bids, asks, cs } = read.data
  const next = told.type === 'snap' ? bookOf(market, told.seq, bids, asks) : change(book, told.seq, bids, asks)
  if (next === null) return { book, update: null, isWrong: false }
  const isWrong = bookChecksum(levelsOf(next.bids), levelsOf(next.asks)) !== cs || isEaten(next.bids) || isEaten(next.asks)
  return { book: next, update: isWrong ? { type: 'syncing' } : signOf(next), isWrong }
}

/** A book by HTTP, for as long as the socket does not feed one; older than what is shown says nothing. */
export function takePolledBook(market: string, shownSeq: number, { seq, bids, asks }: PairBook): Update<BookSnapshot> | null {
  if (seq < shownSeq) return null
  return seq === shownSeq ? { type: 'confirmed' } : signOf(bookOf(market, seq, bids, asks))
}

const bookOf = (market: string, seq: number, bids: readonly Level[], asks: readonly Level[]): KeptBook => ({
  market, seq, bids: sideOf('bids', bids), asks: sideOf('asks', asks),
})
const change = (book: KeptBook | null, seq: number, bids: readonly Level[], asks: readonly Level[]): KeptBook | null =>
  book && { ...book, seq, bids: putAll(book.bids, bids), asks: putAll(book.asks, asks) }

/** Crossed is shown as syncing over the last good book, not repaired by taste. */
function signOf({ market, seq, bids, asks }: KeptBook): Update<BookSnapshot> {
  if (isCrossed(bids, asks)) return { type: 'syncing' }
  return { type: 'value', value: { market, seq, bids: levelsOf(bids), asks: levelsOf(asks) } }
}
