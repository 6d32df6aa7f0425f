import type { Position } from '#contract/lever/lever-position.ts'
import { estimateFill, movedTo, quickPrice, type Estimate, type SeenMarket } from '#contract/lever/lever-fill.ts'
import { partOf } from '#contract/lever/lever-risk.ts'
import type { FillLevel } from '#contract/market/market-fill.ts'
import type { Level, PriceRow } from '#contract/market/market.ts'
import { unrealised } from '#contract/pnl.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'

/** The levels in units, read one by one: nearly every walk ends within the first few. */
const levelsOf = (levels: readonly Level[]): Iterable<FillLevel> => ({
  *[Symbol.iterator]() {
    for (const [price, amount] of levels) yield [parseDec(price), parseDec(amount)] as const
  },
})

/** What a page sees of a market; without a book or a net value an estimate leaves them out. Null without a mark. */
export const seenMarket = (
  row: Pick<PriceRow, 'mark' | 'net' | 'net_cap' | 'flow'> | null,
  book: Pick<BookSnapshot, 'bids' | 'asks'> | null,
): SeenMarket | null =>
  row === null
    ? null
    : {
        mark: parseDec(row.mark),
        net: parseDec(row.net ?? '0'),
        cap: parseDec(row.net_cap ?? '0'),
        flow: parseDec(row.flow ?? '0'),
        bids: levelsOf(book?.bids ?? []),
        asks: levelsOf(book?.asks ?? []),
      }

type Held = {
  readonly side: Position['type']
  readonly price: bigint
  readonly number: bigint
  readonly fee: bigint
  readonly overnight: bigint
  readonly spread: bigint
}
/** The fill of a closing and its result after fee and nights. */
export type Exit = Estimate & { readonly net: bigint }

/** What closing would come to in this market; `ageMs` is how long ago the contract was opened. */
export function exitIn(market: SeenMarket, { side, price, number, fee, overnight, spread }: Held, ageMs: number): Exit {
  const fill = estimateFill(market, { side, opens: false, number, spread })
  const at = quickPrice(side, fill.price, { price, spread, ageMs })
  return { ...fill, price: at, net: unrealised({ side, price, number, fee, overnight }, at) }
}

/** What a contract that is about to be opened would come to at a stop, if the book then looks as it does now. */
export const exitAt = (market: SeenMarket, trigger: bigint, held: Held): Exit =>
  exitIn(movedTo(market, trigger, held), held, Infinity)

/** So many lots of an open position. */
export const heldOf = (position: Position, lots: number, spread: bigint): Held => {
  const of = (amount: string) => partOf(parseDec(amount), lots, position.share)
  return {
    side: position.type,
    price: parseDec(position.price),
    number: of(position.number),
    fee: of(position.trade_fee),
    overnight: of(position.overnight_money),
    spread,
  }
}
