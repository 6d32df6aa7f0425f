import { depth } from '#contract/market.ts'
import { bookChecksum } from '#contract/wire/checksum.ts'

import type { Level, PairBook } from '#contract/market.ts'
import { decimalsOf, fixedDec, formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
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

/** A row of the shown book; `total` adds up from the best. */
export type BookRow = { readonly price: string; readonly amount: string; readonly total: string }
export type GroupedBook = {
  readonly bids: readonly BookRow[]
  readonly asks: readonly BookRow[]
  /** The greatest total of all rows: what the widest bar stands for. */
  readonly max: string
  readonly spread: string | null
}

/** The book as it is shown: levels gathered to the tick (bids down, asks up), best first, no more than `rows` a side. */
export function groupBook(book: BookSnapshot, tick: string, rows: number): GroupedBook {
  const bids = group(book.bids, tick, rows, false)
  const asks = group(book.asks, tick, rows, true)
  const max = [bids, asks].map((side) => side.at(-1)?.total ?? '0').map((total) => parseDec(total))
  const bid = book.bids[0]?.[0]
  const ask = book.asks[0]?.[0]
  return {
    bids,
    asks,
    max: formatDec(max.reduce((a, b) => (a > b ? a : b))),
    spread: bid === undefined || ask === undefined ? null : formatDec(parseDec(ask) - parseDec(bid)),
  }
}

function group(levels: readonly Level[], tick: string, rows: number, isUp: boolean): readonly BookRow[] {
  const step = parseDec(tick)
  const gathered: { price: bigint; amount: bigint }[] = []
  for (const [priceText, amountText] of levels) {
    const exact = parseDec(priceText)
    const below = step > 0n ? exact - (exact % step) : exact
    const price = isUp && below !== exact ? below + step : below
    const last = gathered.at(-1)
    const amount = parseDec(amountText)
    if (last?.price === price) last.amount += amount
    else if (gathered.length < rows) gathered.push({ price, amount })
    else break
  }
  let total = 0n
  return gathered.map(({ price, amount }) => {
    total += amount
    return { price: priceOf(price, tick), amount: formatDec(amount), total: formatDec(total) }
  })
}

const priceOf = (units: bigint, tick: string) => {
  const decimals = decimalsOf(tick)
  return fixedDec(units / 10n ** BigInt(SCALE - decimals), decimals)
}
