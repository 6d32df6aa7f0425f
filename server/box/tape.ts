import { parseDec } from '#contract/wire/money.ts'
import type { VenueContext } from '#server/features.ts'
import type { Feed, FeedPrice } from '#server/features/market/prices/feeds.ts'
import { houseTaker, type Market } from '#server/features/market/market.ts'
import type { BookSide } from '#server/features/market/book/book.ts'
import { placeOrder } from '#server/features/spot/settle.ts'

/** A file that makes no sense; its sentence says why. */
export class TapeError extends Error {}
type Decimals = string
/** One candle, or one trade, as the file has it. */
type TapeRow =
  | readonly [at: number, open: Decimals, high: Decimals, low: Decimals, close: Decimals, volume: Decimals]
  | readonly [at: number, price: Decimals, amount: Decimals, side: BookSide]
/** What a market has traded elsewhere, oldest first. */
export type Tape = { readonly market: string; readonly rows: readonly TapeRow[] }

/** Public files have microseconds since 2025, and milliseconds before. */
const msOf = (text: string | undefined) => {
  const at = Number(text)
  return at > 1e14 ? Math.floor(at / 1000) : at
}
const isCandle = (row: TapeRow) => row.length === 6
/** The columns of Binance: `open_time,open,high,low,close,volume` or `id,price,qty,quote_qty,time,is_buyer_maker`. */
function rowOf(line: string, no: number): TapeRow {
  const cells = line.split(',')
  const [first, open = '', high = '', low = '', close = '', volume = ''] = cells
  const isTrade = /^(?:true|false)$/i.test(volume)
  const row: TapeRow = isTrade
    ? [msOf(close), open, high, /^true$/i.test(volume) ? 'sell' : 'buy']
    : [msOf(first), open, high, low, close, volume]
  const [at, ...rest] = row
  const numbers = rest.filter((cell) => cell !== 'buy' && cell !== 'sell')
  if (!Number.isSafeInteger(at) || at <= 0 || numbers.some((cell) => !/^\d+(?:\.\d+)?$/.test(cell)))
    throw new TapeError(`line ${no} of the tape is neither a candle nor a trade: ${line.slice(0, 80)}`)
  return row
}
/** Reads a tape; a first line of names is passed over. */
export function readTape(text: string, market: string): Tape {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const skipped = /^\d/.test(lines[0] ?? '') ? 0 : 1
  const rows = lines.slice(skipped).map((line, at) => rowOf(line, at + skipped + 1))
  const [first] = rows
  if (!first) throw new TapeError('the tape has no line')
  const isMixed = rows.some(
    (row, at) => isCandle(row) !== isCandle(first) || (at > 0 && row[0] < (rows[at - 1]?.[0] ?? 0)),
  )
  if (isMixed) throw new TapeError('the lines of a tape are all candles or all trades, the oldest first')
  return { market, rows }
}
/** When a tape begins: its first minute. */
export const tapeStart = ({ rows }: Tape) => Math.floor((rows[0]?.[0] ?? 0) / 60_000) * 60_000

/** One print: price in ticks, amount in steps. */
type Print = { readonly at: number; readonly price: number; readonly amount: number; readonly side: BookSide }
/** A decimal in units of a scale: what the market cannot tell is cut off. */
const unitsIn = (text: Decimals, scale: number) => {
  const [whole = '0', part = ''] = text.split('.')
  return Number(parseDec(part === '' ? whole : `${whole}.${part.slice(0, scale).padEnd(1, '0')}`, scale))
}
const minuteMs = 60_000
/** A candle is four prints: open, the nearer end first, the other one, and close just before the next begins. */
function* printsOf({ rows }: Tape, { priceScale, amountScale }: Market['pair'], tickMs: number): Generator<Print> {
  for (const [no, row] of rows.entries()) {
    const [at] = row
    if (row.length === 4) {
      yield { at, price: unitsIn(row[1], priceScale), amount: unitsIn(row[2], amountScale), side: row[3] }
      continue
    }
    const span = (rows[no + 1]?.[0] ?? at + minuteMs) - at
    const [open, high, low, close] = [row[1], row[2], row[3], row[4]].map((price) => unitsIn(price, priceScale))
    const volume = Math.max(4, unitsIn(row[5], amountScale))
    const quarter = Math.floor(volume / 4)
    const isUp = (close ?? 0) >= (open ?? 0)
    const way = isUp ? [open, low, high, close] : [open, high, low, close]
    let last = way[0] ?? 0
    for (const [step, price = 0] of way.entries()) {
      const amount = step === 3 ? volume - 3 * quarter : quarter
      const when = step === 3 ? at + span - tickMs : at + Math.floor((span * step) / 3)
      yield { at: when, price, amount, side: price >= last ? 'buy' : 'sell' }
      last = price
    }
  }
}

/**
 * Trades what the tape has traded: whoever rests at a better price or at the same is met first, the rest trades between
 * others. The quotes of the house give way, so that the price is that of the tape.
 */
function printIn(ctx: VenueContext, market: Market, { price, amount, side }: Print) {
  ctx.onRollback(market.reload)
  for (const id of market.house.keys()) market.cancel(id)
  const isMet = (at: number) => (side === 'buy' ? at <= price : at >= price)
  const there = market.book().depth(side === 'buy' ? 'sell' : 'buy', Infinity)
  const resting = there.filter(([at]) => isMet(at)).reduce((sum, [, steps]) => sum + steps, 0)
  const order = { id: market.nextHouseId(), owner: houseTaker, side, kind: 'ioc', price, amount: resting } as const
  if (resting > 0) placeOrder(ctx, market, order)
  if (amount > resting) market.recordTrade({ side, price, amount: amount - resting })
}

type Playing = { readonly tickMs: number; readonly played: { playedTo: number } }
/**
 * Plays a tape from where it has been played to: `print` trades what is due until `before`, and the feed tells the last
 * price there was.
 */
export function createPlayer(tape: Tape, market: Market, inner: Feed, { tickMs, played }: Playing) {
  const prints = printsOf(tape, market.pair, tickMs)
  let next = prints.next()
  let last: number | null = null
  for (; next.done !== true && next.value.at < played.playedTo; next = prints.next()) last = next.value.price
  const feed: Feed = {
    ...inner,
    read: (atMs): readonly FeedPrice[] =>
      inner.read(atMs).map((each) => (each.market === tape.market && last !== null ? { ...each, price: last } : each)),
  }
  return {
    feed,
    print: (ctx: VenueContext, before: number) => {
      for (; next.done !== true && next.value.at < before; next = prints.next()) {
        last = next.value.price
        printIn(ctx, market, next.value)
      }
      played.playedTo = Math.max(played.playedTo, before)
    },
  }
}
