import type { Level, Pair } from '#contract/market/market.ts'
import { decimalsOf, fixedDec, formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'

/** A displayed level; `total` accumulates from the best price. */
export type BookRow = { readonly price: string; readonly amount: string; readonly total: string }
export type GroupedBook = {
  readonly bids: readonly BookRow[]
  readonly asks: readonly BookRow[]
  /** The greatest total of all rows: the width of the widest bar. */
  readonly max: string
  readonly spread: string | null
}

/** The displayed book: levels grouped to the tick (bids down, asks up), best first, at most `rows` per side. */
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

const onTick = (priceText: string, step: bigint, isUp: boolean) => {
  const exact = parseDec(priceText)
  const below = step > 0n ? exact - (exact % step) : exact
  return isUp && below !== exact ? below + step : below
}
/** The displayed level that a price of one side belongs to. */
export const levelOf = (price: string, tick: string, isUp: boolean) =>
  priceOf(onTick(price, parseDec(tick), isUp), tick)

function group(levels: readonly Level[], tick: string, rows: number, isUp: boolean): readonly BookRow[] {
  const step = parseDec(tick)
  const gathered: { price: bigint; amount: bigint }[] = []
  for (const [priceText, amountText] of levels) {
    const price = onTick(priceText, step, isUp)
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

/** The grouping steps of the book: the tick and its multiples by powers of ten. */
export const groupsOf = (pair: Pick<Pair, 'price_scale'>): readonly string[] =>
  [0, 1, 2, 3].map((power) => {
    const scale = pair.price_scale - power
    return scale >= 0 ? fixedDec(1n, scale) : String(10 ** -scale)
  })
