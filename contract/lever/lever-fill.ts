import { premiumAverageMs, premiumCap } from '#contract/market/market-mark.ts'
import { walkLevels, type FillLevel } from '#contract/market/market-fill.ts'
import { divDown, divUp, parseDec, SCALE } from '#contract/wire/money.ts'
import type { LeverSide } from './lever-position.ts'

/**
 * At what price the house fills a position, and how much of a market it takes. All values in units of 10^-8; the rules
 * are told in docs/economics.md. The server decides with these functions; a ticket and a receipt compute the same.
 */
const one = 10n ** BigInt(SCALE)
const hundred = 100n * one
/** A position closed in profit this soon after it was opened pays the spread again. */
export const quickCloseMs = 60_000
/**
 * So long after an opening nobody gains from a price that was known elsewhere before; a size that was filled stands in
 * the book as long.
 */
export const leadMs = 5000
/**
 * This part of the cap (percent) may be taken without a charge; at the full cap the price is worse by `skewMost`
 * percent.
 */
export const skewFree = '5'
export const skewMost = '0.2'
/** How far a thin book makes a fill worse at most, in percent of the mark: as far as it could move the mark. */
export const bookCap = premiumCap
/** Times per second that the market maker restores its quotes. */
export const requotesPerSecond = 4

/**
 * The largest net value that all users together may hold in a market whose maker quotes `depth` within 0.1 % of the
 * index: half of what bounds the gain of moving the mark by what moving it costs (W × r × D ÷ 4).
 */
export const measuredCap = (depth: bigint) => (depth * BigInt(premiumAverageMs / 1000) * BigInt(requotesPerSecond)) / 4n
/**
 * What it costs at least to move the mark by 0.1 %: the book has to be held beside the index against a maker that
 * restores its quotes r times a second. With a book held x times as far, for 150 s × ln(x ÷ (x − 1)), the cost is r × D
 * × 0.1 % ÷ 2 × 150 × x² × ln(x ÷ (x − 1)), which is smallest near x = 1.4.
 */
const cheapestHold = 1.4
export const moveCost = (depth: bigint) => {
  const shape = cheapestHold * cheapestHold * Math.log(cheapestHold / (cheapestHold - 1))
  return (depth * BigInt(Math.round(shape * requotesPerSecond * (premiumAverageMs / 1000) * 1e3))) / 2_000_000n
}

const abs = (value: bigint) => (value < 0n ? -value : value)
const above = (value: bigint, free: bigint) => (abs(value) > free ? abs(value) - free : 0n)
/**
 * How much worse a fill is, per coin, for what it adds to the net value of the market: nothing if it makes it smaller.
 * Rounded up.
 */
export function skewShift(
  mark: bigint,
  { before, after, cap }: { before: bigint; after: bigint; cap: bigint },
): bigint {
  const free = (cap * parseDec(skewFree)) / hundred
  const from = above(before, free)
  const to = above(after, free)
  if (to <= from || cap <= 0n || after === before) return 0n
  return divUp(
    mark * parseDec(skewMost) * (skewArea(to, cap) - skewArea(from, cap)),
    hundred * 2n * cap * abs(after - before),
  )
}
/**
 * Twice the area under the charge, which rises to the full cap and stays there: closing a position may leave a market
 * beyond its cap.
 */
const skewArea = (value: bigint, cap: bigint) => (value <= cap ? value * value : 2n * cap * value - cap * cap)

export type FillTerms = {
  side: LeverSide
  /** True when the position is opened, false when it is closed. */
  opens: boolean
  mark: bigint
  /** Mean price of filling the position in the book; null if the market maker does not quote it. */
  book: bigint | null
  spread: bigint
  shift: bigint
}
/** Price of a fill: the worse of mark and book, with the spread when opened, and the charge for skew. */
export function fillPrice({ side, opens, mark, book, spread, shift }: FillTerms): bigint {
  const room = divDown(mark * parseDec(bookCap), hundred)
  const buys = (side === 'long') === opens
  const beside = opens ? spread + shift : shift
  if (buys) return (book === null || book <= mark ? mark : book > mark + room ? mark + room : book) + beside
  return (book === null || book >= mark ? mark : book < mark - room ? mark - room : book) - beside
}
/**
 * What somebody outside the venue sees of a market: its mark, net value and cap of all contracts, what was filled net
 * in the last seconds, and both sides of its book, best first.
 */
export type SeenMarket = {
  readonly mark: bigint
  readonly net: bigint
  readonly cap: bigint
  readonly flow?: bigint
  readonly bids: Iterable<FillLevel>
  readonly asks: Iterable<FillLevel>
}
export type Filling = {
  readonly side: LeverSide
  readonly opens: boolean
  readonly number: bigint
  readonly spread: bigint
}
/**
 * The price of a fill; the last level of the book that it needs, and whether the levels seen are enough: if not, the
 * price is at least so bad.
 */
export type Estimate = { readonly price: bigint; readonly worst: bigint | null; readonly isEnough: boolean }

/** The price at which the house would fill now, computed as the venue does. */
export function estimateFill(
  { mark, net, cap, flow = 0n, bids, asks }: SeenMarket,
  { side, opens, number, spread }: Filling,
): Estimate {
  const buys = (side === 'long') === opens
  const walk = walkLevels(buys ? asks : bids, number, buys ? 'buy' : 'sell', takenBy(flow, buys ? 1n : -1n))
  const change = (mark * number * (buys ? 1n : -1n)) / one
  const shift = skewShift(mark, { before: net, after: net + change, cap })
  return {
    price: fillPrice({ side, opens, mark, book: walk?.mean ?? null, spread, shift }),
    worst: walk?.worst ?? null,
    isEnough: walk?.isEnough ?? true,
  }
}
/**
 * The market as it would be at another mark: the book moves with it and is full again, and the net value by what was
 * opened meanwhile.
 */
export function movedTo(
  { mark, net, cap, flow = 0n, bids, asks }: SeenMarket,
  at: bigint,
  opened: { readonly side: LeverSide; readonly number: bigint } | null = null,
): SeenMarket {
  const number = opened === null ? 0n : opened.side === 'long' ? opened.number : -opened.number
  const shifted = (levels: Iterable<FillLevel>) =>
    [...levels].map(([price, amount]) => [price + at - mark, amount] as const)
  return {
    mark: at,
    net: net + (mark * number) / one,
    cap,
    flow: at === mark ? flow + number : 0n,
    bids: shifted(bids),
    asks: shifted(asks),
  }
}
/**
 * Closing price of a position that was opened `ageMs` ago: one in profit and younger than a minute pays the spread, but
 * no more than its profit.
 */
export function quickPrice(
  side: LeverSide,
  close: bigint,
  { price, spread, ageMs }: { price: bigint; spread: bigint; ageMs: number },
): bigint {
  if (ageMs >= quickCloseMs) return close
  if (side === 'long') return close <= price ? close : close - spread < price ? price : close - spread
  return close >= price ? close : close + spread > price ? price : close + spread
}

/**
 * Opening price of a position after a mark of its first seconds: what the mark has run ahead of it beyond half of the
 * fee, the owner does
 * not gain. Who saw the move before the venue did gains no more than half of the fee they paid, in however many orders.
 */
export function leadPrice(
  side: LeverSide,
  price: bigint,
  { mark, fee, number }: { mark: bigint; fee: bigint; number: bigint },
): bigint {
  const room = number === 0n ? 0n : divDown(fee * one, 2n * number)
  const least = side === 'long' ? mark - room : mark + room
  return side === 'long' ? (least > price ? least : price) : least < price ? least : price
}
/**
 * Closing price of a position after a mark of the first seconds since its owner closed it at `first`: what the mark
 * has run away beyond half of the fee is the owner's, up to `bookCap` percent. Who saw the move before the venue did
 * saves no more than that half by closing ahead of it.
 */
export function tailPrice(
  side: LeverSide,
  price: bigint,
  { first, ...terms }: { mark: bigint; fee: bigint; number: bigint; first: bigint },
): bigint {
  const room = divDown(first * parseDec(bookCap), hundred)
  if (side === 'long') {
    const moved = leadPrice('short', price, terms)
    return moved < first - room ? first - room : moved
  }
  const moved = leadPrice('long', price, terms)
  return moved > first + room ? first + room : moved
}
/**
 * What is left after a time of the base amount that users have bought (positive) or sold net: it fades as the book is
 * filled up again.
 */
export const flowLeft = (flow: bigint, ageMs: number) =>
  (flow * BigInt(Math.round(Math.exp(-Math.max(0, ageMs) / leadMs) * 1e6))) / 1_000_000n
/**
 * How much of the side of the book that a change (positive is bought) would fill against counts as taken by what was
 * filled just before.
 */
export const takenBy = (flow: bigint, change: bigint) => (flow > 0n === change > 0n ? abs(flow) : 0n)

/**
 * The highest leverage while users hold `net` of `cap`: from half of the cap on, the initial margin rises linearly to
 * the whole value.
 */
export function highestMultiple(most: number, net: bigint, cap: bigint): number {
  const half = cap / 2n
  if (abs(net) <= half || cap <= half) return most
  if (abs(net) >= cap) return 1
  const share = Number(((abs(net) - half) * 1_000_000n) / (cap - half)) / 1e6
  const initial = 1 / most + share * (1 - 1 / most)
  return Math.max(1, Math.floor(1 / initial + 1e-9))
}
