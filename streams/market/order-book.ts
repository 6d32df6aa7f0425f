import type { Level, PairBook } from '#contract/market/market.ts'
import { bookChecksum } from '#contract/wire/checksum.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import type { Update } from '#streams/kit/live.ts'
import { readDepth } from './read-rows.ts'
import { parseDec } from '#contract/wire/money.ts'

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

type Row = { readonly key: bigint; readonly level: Level }
/** One side of a book, best first. `isCut`: the server has more levels than it sends, so the edge is not the end. */
type Side = { readonly sign: 1n | -1n; readonly rows: readonly Row[]; readonly isCut: boolean }

/** The server sends the best fifty levels of each side. */
const maxLevels = 50
/** With fewer levels than this left of a cut side, those behind the edge come only with a snapshot. */
const minLevels = 10

/** A side built from all its levels: bids descend, asks ascend. */
function sideOf(kind: 'bids' | 'asks', levels: readonly Level[]): Side {
  const sign = kind === 'bids' ? -1n : 1n
  const empty: Side = { sign, rows: [], isCut: false }
  return { ...putAll(empty, levels), isCut: levels.length >= maxLevels }
}

/** Amounts are absolute: a level replaces the one at its price, "0" removes it; removing a missing one does nothing. */
function putAll(side: Side, levels: readonly Level[]): Side {
  if (levels.length === 0) return side
  const rows = [...side.rows]
  const places = new Map<string, number>()
  for (const level of levels) {
    // A side that is built from nothing has no level to replace.
    if (side.rows.length > 0 && replace(rows, places, level)) continue
    put(rows, level, side.sign)
    places.clear()
  }
  return { ...side, rows: rows.slice(0, maxLevels), isCut: side.isCut || rows.length > maxLevels }
}

const isNone = (amount: string) => /^[0.]*$/.test(amount)

/**
 * Most levels only change their amount: those need no search. `places` is where each price stands, and empty once that
 * has changed.
 */
function replace(rows: Row[], places: Map<string, number>, level: Level): boolean {
  if (places.size === 0) rows.forEach((row, at) => places.set(row.level[0], at))
  const at = places.get(level[0])
  const row = at === undefined ? undefined : rows[at]
  if (at === undefined || row === undefined || isNone(level[1])) return false
  rows[at] = { key: row.key, level }
  return true
}

function put(rows: Row[], level: Level, sign: bigint) {
  const key = parseDec(level[0]) * sign
  const at = indexOf(rows, key)
  const isThere = rows[at]?.key === key
  if (isNone(level[1])) rows.splice(at, isThere ? 1 : 0)
  else rows.splice(at, isThere ? 1 : 0, { key, level })
}

function indexOf(rows: readonly Row[], key: bigint): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && row.key < key) low = middle + 1
    else high = middle
  }
  return low
}

const levelsOf = ({ rows }: Side): readonly Level[] => rows.map(({ level }) => level)
/** So many levels were removed that those behind the edge may be missing. */
const isDepleted = ({ rows, isCut }: Side) => isCut && rows.length < minLevels
/** Whether the best bid is not below the best ask; such a book cannot be shown. */
function isCrossed(bids: Side, asks: Side): boolean {
  const bid = bids.rows[0]
  const ask = asks.rows[0]
  return bid !== undefined && ask !== undefined && -bid.key >= ask.key
}
