import type { Pair } from '#contract/market.ts'
import { decimalsOf, divDown, divUp, fixedDec, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import type { SpotKind, SpotSide } from '#contract/spot.ts'

/** What stands in the ticket, as typed. A market buy is given in quote (`total`), all else in base (`amount`). */
export type Ticket = { readonly side: SpotSide; readonly kind: SpotKind; readonly price: string; readonly amount: string; readonly total: string }
/** What a ticket has to know of its pair: what does not move with the price. */
export type PairRules = Pick<
  Pair,
  | 'id' | 'legal_id' | 'currency_id' | 'legal_name' | 'currency_name' | 'symbol' | 'price_scale' | 'amount_scale'
  | 'coin_min_amount' | 'coin_max_amount' | 'coin_min_total'
>
/** The same, without what moves: alike for as long as the rules are. */
export const rulesOf = ({
  id, legal_id, currency_id, legal_name, currency_name, symbol, price_scale, amount_scale, coin_min_amount, coin_max_amount, coin_min_total,
}: Pair): PairRules => ({
  id, legal_id, currency_id, legal_name, currency_name, symbol, price_scale, amount_scale, coin_min_amount, coin_max_amount, coin_min_total,
})
export type Best = { readonly bid: string | null; readonly ask: string | null }

/** What an order would take and bring, in decimal text; null while too little is known. */
export type Sums = {
  /** Quote for a buy, base for a sell; the most that can leave. */
  readonly pay: string | null
  readonly receive: string | null
  /** In the coin received. */
  readonly fee: string | null
  /** Price × quantity. */
  readonly total: string | null
}
export const noSums: Sums = { pay: null, receive: null, fee: null, total: null }

const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text)
const unitsOf = (text: string): bigint | null => (isNumber(text) ? parseDec(text) : null)

export const isByTotal = ({ side, kind }: Pick<Ticket, 'side' | 'kind'>) => side === 'buy' && kind === 'market'
/** The price an order is reckoned at: its own, or the best it would meet. */
export const priceOf = ({ side, kind, price }: Ticket, best: Best): string | null => {
  if (kind !== 'market') return isNumber(price) ? price : null
  return side === 'buy' ? best.ask : best.bid
}

/** Fee rounds up and receipt down, as the venue books them: the review never promises more than comes. */
export function sumsOf(ticket: Ticket, best: Best, feeRate: string): Sums {
  const price = unitsOf(priceOf(ticket, best) ?? '')
  const rate = parseDec(feeRate)
  const less = (gross: bigint) => {
    const fee = mulDec(gross, rate, SCALE, true)
    return { fee: formatDec(fee), receive: formatDec(gross - fee) }
  }
  if (isByTotal(ticket)) {
    const total = unitsOf(ticket.total)
    if (total === null) return noSums
    const base = price === null || price === 0n ? null : divDown(total * 10n ** BigInt(SCALE), price)
    return { pay: formatDec(total), total: formatDec(total), ...(base === null ? { fee: null, receive: null } : less(base)) }
  }
  const amount = unitsOf(ticket.amount)
  if (amount === null || price === null) return noSums
  const total = mulDec(price, amount, SCALE, ticket.side === 'buy')
  return ticket.side === 'buy'
    ? { pay: formatDec(total), total: formatDec(total), ...less(amount) }
    : { pay: formatDec(amount), total: formatDec(total), ...less(total) }
}

export type Problem = { readonly field: 'price' | 'amount' | 'total'; readonly reason: ProblemReason; readonly params: Record<string, string> }
export type ProblemReason =
  | 'price_required' | 'quantity_required' | 'amount_required' | 'amount_below_min' | 'amount_above_max' | 'insufficient_balance' | 'insufficient_sellable'
  | 'price_step' | 'amount_step'

const isZero = (text: string) => !isNumber(text) || parseDec(text) === 0n

/** The first thing that stands in the way, or null. The venue judges the same again. */
export function problemOf(ticket: Ticket, pair: PairRules, best: Best, free: string | null): Problem | null {
  const isTotal = isByTotal(ticket)
  if (ticket.kind !== 'market' && isZero(ticket.price)) return { field: 'price', reason: 'price_required', params: {} }
  if (ticket.kind !== 'market' && decimalsOf(ticket.price) > pair.price_scale)
    return { field: 'price', reason: 'price_step', params: { scale: String(pair.price_scale) } }
  if (isTotal ? isZero(ticket.total) : isZero(ticket.amount))
    return isTotal ? { field: 'total', reason: 'amount_required', params: {} } : { field: 'amount', reason: 'quantity_required', params: {} }
  const field = isTotal ? 'total' : 'amount'
  if (!isTotal) {
    if (decimalsOf(ticket.amount) > pair.amount_scale) return { field, reason: 'amount_step', params: { scale: String(pair.amount_scale) } }
    const amount = parseDec(ticket.amount)
    if (amount < parseDec(pair.coin_min_amount)) return { field, reason: 'amount_below_min', params: { min: pair.coin_min_amount } }
    const max = parseDec(pair.coin_max_amount)
    if (max > 0n && amount > max) return { field, reason: 'amount_above_max', params: { max: pair.coin_max_amount } }
  }
  const { pay, total } = sumsOf(ticket, best, '0')
  if (total !== null && parseDec(total) < parseDec(pair.coin_min_total)) return { field, reason: 'amount_below_min', params: { min: pair.coin_min_total } }
  if (free !== null && pay !== null && parseDec(pay) > parseDec(free))
    return { field, reason: ticket.side === 'buy' ? 'insufficient_balance' : 'insufficient_sellable', params: {} }
  return null
}

/** The field that a share of the balance fills, and with what: never more than the balance covers, cut to the step. */
export function shareOf(ticket: Ticket, pair: PairRules, best: Best, free: string, percent: number): Partial<Ticket> {
  const part = (parseDec(free) * BigInt(percent)) / 100n
  const cut = (units: bigint, scale: number) => fixedTrim(units - (units % 10n ** BigInt(SCALE - scale)))
  if (isByTotal(ticket)) return { total: cut(part, Math.min(pair.price_scale, SCALE)) }
  if (ticket.side === 'sell') return { amount: cut(part, pair.amount_scale) }
  const price = unitsOf(priceOf(ticket, best) ?? '')
  if (price === null || price === 0n) return {}
  return { amount: cut(divDown(part * 10n ** BigInt(SCALE), price), pair.amount_scale) }
}
const fixedTrim = (units: bigint) => formatDec(units)

/** How much of the balance the ticket takes, in whole per cent. */
export function percentOf(ticket: Ticket, best: Best, free: string | null): number {
  const { pay } = sumsOf(ticket, best, '0')
  if (free === null || pay === null || parseDec(free) === 0n) return 0
  return Number(divUp(parseDec(pay) * 100n, parseDec(free)) > 100n ? 100n : divUp(parseDec(pay) * 100n, parseDec(free)))
}

/** The steps prices may be gathered to: the tick and its tens. */
export const groupsOf = (pair: Pick<Pair, 'price_scale'>): readonly string[] =>
  [0, 1, 2, 3].map((power) => {
    const scale = pair.price_scale - power
    return scale >= 0 ? fixedDec(1n, scale) : String(10 ** -scale)
  })
