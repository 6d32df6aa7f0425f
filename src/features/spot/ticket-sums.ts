import type { Pair } from '#contract/market/market.ts'
import { decimalsOf, divDown, divUp, fixedDec, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import type { SpotKind, SpotSide } from '#contract/spot/spot.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { meanOf, type Fill, type Taker } from './fill-estimate.ts'

/**
 * The content of the ticket as plain decimals. A market buy is entered in quote (`total`), all else in base (`amount`).
 */
export type Ticket = {
  readonly side: SpotSide
  readonly kind: SpotKind
  readonly price: string
  readonly amount: string
  readonly total: string
}
/** The rules of a pair that a ticket needs; they do not depend on the price. */
export type PairRules = Pick<
  Pair,
  | 'id'
  | 'legal_id'
  | 'currency_id'
  | 'legal_name'
  | 'currency_name'
  | 'symbol'
  | 'price_scale'
  | 'amount_scale'
  | 'coin_min_amount'
  | 'coin_max_amount'
  | 'coin_min_total'
  | 'coin_price_band'
>
/** Only the rules of a pair; equal as long as they are unchanged. */
export const rulesOf = ({
  id,
  legal_id,
  currency_id,
  legal_name,
  currency_name,
  symbol,
  price_scale,
  amount_scale,
  coin_min_amount,
  coin_max_amount,
  coin_min_total,
  coin_price_band,
}: Pair): PairRules => ({
  id,
  legal_id,
  currency_id,
  legal_name,
  currency_name,
  symbol,
  price_scale,
  amount_scale,
  coin_min_amount,
  coin_max_amount,
  coin_min_total,
  coin_price_band,
})

/** The cost and receipt of an order, in units; null while inputs are missing. Exact bigints of any size. */
export type Sums = {
  /** Quote for a buy, base for a sell; the maximum that can be charged. */
  readonly pay: bigint | null
  /** The estimated cost of a buy in the current book; null where it equals the maximum. */
  readonly payLikely: bigint | null
  readonly receive: bigint | null
  /** In the received coin. */
  readonly fee: bigint | null
  /** Price × quantity, which the server's minimum total applies to. */
  readonly total: bigint | null
  /** The estimated quote amount that is traded, in the current book. */
  readonly worth: bigint | null
  /** The average price of what fills at once; null if nothing does. */
  readonly fillPrice: bigint | null
  /** Base that fills at once. */
  readonly fills: bigint
  /** Base that does not. */
  readonly rests: bigint
}
const noSums: Sums = {
  pay: null,
  payLikely: null,
  receive: null,
  fee: null,
  total: null,
  worth: null,
  fillPrice: null,
  fills: 0n,
  rests: 0n,
}

const one = 10n ** BigInt(SCALE)

export const isByTotal = ({ side, kind }: Pick<Ticket, 'side' | 'kind'>) => side === 'buy' && kind === 'market'
export const takerOf = (ticket: Ticket): Taker => ({
  side: ticket.side,
  kind: ticket.kind,
  price: ticket.kind === 'market' ? null : unitsOf(ticket.price),
  amount: isByTotal(ticket) ? null : unitsOf(ticket.amount),
  total: isByTotal(ticket) ? unitsOf(ticket.total) : null,
})
/** The price for amounts that do not fill at once: the order's own, or the best opposite one. */
const priceOf = (taker: Taker, { best }: Fill): bigint | null => (taker.kind === 'market' ? best : taker.price)

/** The fee rounds up and the receipt down, as the server books them, so that the review never promises too much. */
const lessFee = (gross: bigint, rate: bigint) => {
  const fee = mulDec(gross, rate, SCALE, true)
  return { fee, receive: gross - fee }
}

/**
 * What fills at once is priced by the book, what rests by its own price; the unfilled
 * part of an IOC or market order yields nothing.
 */
export function sumsOf(ticket: Ticket, fill: Fill, feeRate: string): Sums {
  const taker = takerOf(ticket)
  const price = priceOf(taker, fill)
  const rate = parseDec(feeRate)
  const { amount, total } = taker
  if (total !== null) {
    const isKnown = price !== null && price > 0n
    return {
      ...noSums,
      pay: total,
      total,
      worth: total,
      ...filled(fill, 0n),
      ...(isKnown ? lessFee(fill.base, rate) : {}),
    }
  }
  if (amount === null || price === null) return noSums
  const rest = amount - fill.base
  const waits = taker.kind === 'limit' || taker.kind === 'post_only' ? rest : 0n
  const limit = mulDec(price, amount, SCALE, taker.side === 'buy')
  const worth = fill.quote + mulDec(price, waits, SCALE, taker.side === 'buy')
  return taker.side === 'buy'
    ? {
        ...filled(fill, rest),
        pay: limit,
        payLikely: fill.base === 0n || worth === limit ? null : worth,
        total: limit,
        worth,
        ...lessFee(fill.base + waits, rate),
      }
    : { ...filled(fill, rest), pay: amount, payLikely: null, total: limit, worth, ...lessFee(worth, rate) }
}
const filled = (fill: Fill, rests: bigint) => ({ fillPrice: meanOf(fill), fills: fill.base, rests })

export type Problem = {
  readonly field: 'price' | 'amount' | 'total'
  readonly reason: ProblemReason
  readonly params: Record<string, string>
}
export type ProblemReason =
  | 'price_required'
  | 'quantity_required'
  | 'amount_required'
  | 'amount_below_min'
  | 'amount_above_max'
  | 'total_below_min'
  | 'insufficient_balance'
  | 'insufficient_sellable'
  | 'price_step'
  | 'amount_step'
  | 'price_out_of_band'
  | 'would_take'

const isZero = (text: string) => (unitsOf(text) ?? 0n) === 0n

/** The price band for limit orders, in whole ticks like on the server; null without a last price. */
export type Band = { readonly low: string; readonly high: string }
export function bandOf(
  last: string | null,
  { coin_price_band, price_scale }: Pick<PairRules, 'coin_price_band' | 'price_scale'>,
): Band | null {
  if (last === null) return null
  const ticks = parseDec(last, price_scale)
  const band = parseDec(coin_price_band)
  return {
    low: fixedDec((ticks * (one - band)) / one, price_scale),
    high: fixedDec((ticks * (one + band)) / one, price_scale),
  }
}

type Known = { readonly fill: Fill; readonly free: string | null; readonly band: Band | null }

function priceProblem({ side, kind, price }: Ticket, pair: PairRules, { fill: { best }, band }: Known): Problem | null {
  const units = unitsOf(price)
  if (kind === 'market') return null
  if (units === null || units === 0n) return { field: 'price', reason: 'price_required', params: {} }
  if (decimalsOf(price) > pair.price_scale)
    return { field: 'price', reason: 'price_step', params: { scale: String(pair.price_scale) } }
  if (band !== null && (units < parseDec(band.low) || units > parseDec(band.high)))
    return { field: 'price', reason: 'price_out_of_band', params: band }
  const wouldTake = kind === 'post_only' && best !== null && (side === 'buy' ? units >= best : units <= best)
  return wouldTake ? { field: 'price', reason: 'would_take', params: { best: formatDec(best) } } : null
}

function amountProblem({ amount }: Ticket, pair: PairRules): Problem | null {
  const fault = (reason: ProblemReason, params: Record<string, string> = {}): Problem => ({
    field: 'amount',
    reason,
    params,
  })
  const units = unitsOf(amount)
  if (units === null || units === 0n) return fault('quantity_required')
  if (decimalsOf(amount) > pair.amount_scale) return fault('amount_step', { scale: String(pair.amount_scale) })
  if (units < parseDec(pair.coin_min_amount))
    return fault('amount_below_min', { min: pair.coin_min_amount, coin: pair.currency_name })
  const max = parseDec(pair.coin_max_amount)
  return max > 0n && units > max
    ? fault('amount_above_max', { max: pair.coin_max_amount, coin: pair.currency_name })
    : null
}

/** The first fault, or null. The server checks the same rules again. */
export function problemOf(ticket: Ticket, pair: PairRules, known: Known): Problem | null {
  const field = isByTotal(ticket) ? 'total' : 'amount'
  const ownProblem = priceProblem(ticket, pair, known) ?? (isByTotal(ticket) ? null : amountProblem(ticket, pair))
  if (ownProblem !== null) return ownProblem
  if (isByTotal(ticket) && isZero(ticket.total)) return { field, reason: 'amount_required', params: {} }
  const { pay, total } = sumsOf(ticket, known.fill, '0')
  if (total !== null && total < parseDec(pair.coin_min_total))
    return { field, reason: 'total_below_min', params: { min: pair.coin_min_total, coin: pair.legal_name } }
  if (known.free !== null && pay !== null && pay > parseDec(known.free))
    return { field, reason: ticket.side === 'buy' ? 'insufficient_balance' : 'insufficient_sellable', params: {} }
  return null
}

/** Fills the field that the slider controls: never more than the balance covers, cut to the step. */
export function shareOf(ticket: Ticket, pair: PairRules, fill: Fill, free: string, percent: number): Partial<Ticket> {
  const part = (parseDec(free) * BigInt(percent)) / 100n
  const cut = (units: bigint, scale: number) => formatDec(units - (units % 10n ** BigInt(SCALE - scale)))
  if (isByTotal(ticket)) return { total: cut(part, Math.min(pair.price_scale, SCALE)) }
  if (ticket.side === 'sell') return { amount: cut(part, pair.amount_scale) }
  const price = priceOf(takerOf(ticket), fill)
  if (price === null || price === 0n) return {}
  return { amount: cut(divDown(part * one, price), pair.amount_scale) }
}

/** Why no share of the balance can be taken; null where one can. */
export function noShareOf(ticket: Ticket, pair: PairRules, fill: Fill, free: string | null) {
  if (free === null) return 'loading'
  const { amount, total = amount } = shareOf(ticket, pair, fill, free, 100)
  return total === undefined ? 'price' : isZero(total) ? 'none' : null
}

/**
 * The total of a limit order as text, in the decimals of the price, rounded up; blank while price or amount are
 * missing.
 */
export function totalText(
  { price, amount }: Pick<Ticket, 'price' | 'amount'>,
  { price_scale }: Pick<PairRules, 'price_scale'>,
): string {
  const [priceUnits, amountUnits] = [unitsOf(price), unitsOf(amount)]
  if (priceUnits === null || amountUnits === null || priceUnits === 0n || amountUnits === 0n) return ''
  const scale = Math.min(price_scale, SCALE)
  return fixedDec(divUp(mulDec(priceUnits, amountUnits, SCALE, true), 10n ** BigInt(SCALE - scale)), scale)
}

/** The most that a typed total buys at the price, cut to the step; blank without one of them. */
export function amountFor(total: string, price: string, { amount_scale }: Pick<PairRules, 'amount_scale'>): string {
  const [totalUnits, priceUnits] = [unitsOf(total), unitsOf(price)]
  if (totalUnits === null || priceUnits === null || priceUnits === 0n) return ''
  const amount = divDown(totalUnits * one, priceUnits)
  return formatDec(amount - (amount % 10n ** BigInt(SCALE - amount_scale)))
}

const stepWorth = 100n * one
/**
 * What one step adds to the amount: the power of ten that is worth at most 100 of the quote coin, at least the step of
 * the pair.
 */
export function amountStep(price: string, { amount_scale }: Pick<PairRules, 'amount_scale'>): string {
  const units = unitsOf(price) ?? 0n
  const least = 10n ** BigInt(SCALE - amount_scale)
  if (units === 0n) return formatDec(least)
  let step = least
  while (step < one && mulDec(step * 10n, units) <= stepWorth) step *= 10n
  return formatDec(step)
}

/** The share of the balance that the ticket uses, in whole percent. */
export function percentOf(ticket: Ticket, fill: Fill, free: string | null): number {
  const { pay } = sumsOf(ticket, fill, '0')
  if (free === null || pay === null || parseDec(free) === 0n) return 0
  const share = divUp(pay * 100n, parseDec(free))
  return Number(share > 100n ? 100n : share)
}
