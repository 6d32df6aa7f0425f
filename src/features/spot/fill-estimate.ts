import type { Level } from '#contract/market/market.ts'
import type { SpotKind, SpotSide } from '#contract/spot/spot.ts'
import { divDown, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'

/** Both sides of the book, best first. */
export type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
export const noBook: Book = { bids: [], asks: [] }

/** A taker order; a market buy has a total instead of an amount. */
export type Taker = {
  readonly side: SpotSide
  readonly kind: SpotKind
  readonly price: bigint | null
  readonly amount: bigint | null
  readonly total: bigint | null
}
/**
 * The part of an order that fills at once: base amount, quote amount, the best opposite price, the worst that is taken,
 * and whether the levels shown suffice.
 */
export type Fill = {
  readonly best: bigint | null
  readonly worst: bigint | null
  readonly isEnough: boolean
  readonly base: bigint
  readonly quote: bigint
}
export const noFill: Fill = { best: null, worst: null, isEnough: true, base: 0n, quote: 0n }

const one = 10n ** BigInt(SCALE)
const hundred = 100n
/** The server's default slippage limit of a market order, in percent of the best price. */
const marketRoom = 1n

export const facingOf = (side: SpotSide, { bids, asks }: Book) => (side === 'buy' ? asks : bids)
export const bestFacing = (side: SpotSide, book: Book): bigint | null => {
  const best = facingOf(side, book)[0]
  return best === undefined ? null : parseDec(best[0])
}

/** The worst acceptable price; null without one. */
function worstOf({ side, kind, price }: Taker, best: bigint): bigint | null {
  if (kind !== 'market') return price
  const room = (best * marketRoom) / hundred
  return side === 'buy' ? best + room : best - room
}

const isWithin = (side: SpotSide, price: bigint, worst: bigint) => (side === 'buy' ? price <= worst : price >= worst)

/**
 * Walks the book like the matching engine: best first, up to the worst price,
 * until filled. A post-only order takes nothing.
 */
export function estimateFill(taker: Taker, book: Book): Fill {
  const best = bestFacing(taker.side, book)
  const worst = best === null || taker.kind === 'post_only' ? null : worstOf(taker, best)
  let [base, quote] = [0n, 0n]
  let last: bigint | null = null
  let isEnough = worst === null
  for (const [priceText, amountText] of worst === null ? [] : facingOf(taker.side, book)) {
    const price = parseDec(priceText)
    if (worst === null || !isWithin(taker.side, price, worst)) {
      isEnough = true
      break
    }
    const there = parseDec(amountText)
    const wished =
      taker.amount !== null
        ? taker.amount - base
        : taker.total !== null && price > 0n
          ? divDown((taker.total - quote) * one, price)
          : 0n
    const some = wished < there ? wished : there
    if (some > 0n) {
      last = price
      base += some
      quote += mulDec(price, some)
    }
    if (some < there) {
      isEnough = true
      break
    }
  }
  return { best, worst: last, isEnough, base, quote }
}

/** Whether a limit price would fill at once. */
export const isMarketable = ({ side, price }: Pick<Taker, 'side' | 'price'>, book: Book): boolean => {
  const best = bestFacing(side, book)
  return best !== null && price !== null && isWithin(side, best, price)
}

/** The average price of the fill. */
export const meanOf = ({ base, quote }: Pick<Fill, 'base' | 'quote'>): bigint | null =>
  base === 0n ? null : divDown(quote * one, base)

/** How much worse than the best price the mean of the fill is, in percent; null if nothing fills. */
export function slippageOf(fill: Pick<Fill, 'best' | 'base' | 'quote'>): bigint | null {
  const mean = meanOf(fill)
  if (mean === null || fill.best === null || fill.best === 0n) return null
  return ((mean > fill.best ? mean - fill.best : fill.best - mean) * hundred * one) / fill.best
}
