import { defaultSlippage, isDistanceFit, leastBips, mostBips, trailPrice } from '#contract/trigger/trigger-terms.ts'
import type { SpotSide } from '#contract/spot/spot.ts'
import type { LegInput, TriggerSource } from '#contract/wire/orders.ts'
import { decimalsOf, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import type { Problem } from '#src/parts/form/checks.ts'
import { sourceOf } from '#src/parts/trigger/source-price.ts'
import { fillAt } from './bracket.ts'
import { meanOf, type Book, type Fill } from './fill-estimate.ts'
import type { PairRules } from './ticket-sums.ts'

/** What waits for a price: a stop, one that follows the price, or two of which one takes from the other. */
export type WaitType = 'stop' | 'trail' | 'oco'
/** The content of the form as plain decimals. */
export type Wait = {
  readonly side: SpotSide
  readonly type: WaitType
  readonly source: TriggerSource
  readonly trigger: string
  /** What is made then is a limit order. */
  readonly isLimit: boolean
  readonly limit: string
  /** The other price of an OCO, at which an order rests from now on. */
  readonly rest: string
  /** Percent, and the price at which following begins; blank is at once. */
  readonly distance: string
  readonly activate: string
  readonly amount: string
  readonly total: string
}
export type WaitField = 'trigger' | 'limit' | 'rest' | 'distance' | 'activate' | 'amount' | 'total'

const isBlank = (text: string) => (unitsOf(text) ?? 0n) === 0n
/** A buy at the market is paid for by a total: what it will cost is not known before. */
export const isByTotal = ({ side, type, isLimit }: Pick<Wait, 'side' | 'type' | 'isLimit'>) =>
  side === 'buy' && type !== 'oco' && !isLimit

const sizeOf = (wait: Wait) => (isByTotal(wait) ? { total: wait.total } : { amount: wait.amount })
const limitOf = ({ isLimit, limit }: Wait) => (isLimit ? { price: limit } : {})
/** Whether a sale waits for a fall, or a buy for a rise: then it is a stop, else it takes a better price. */
const isAgainst = ({ side, trigger }: Wait, current: string | null) =>
  current === null ||
  (side === 'sell' ? parseDec(trigger) <= parseDec(current) : parseDec(trigger) >= parseDec(current))

/** The legs as they are sent. */
export function legsOf(wait: Wait, current: string | null): LegInput[] {
  const { side, type, source, trigger, rest, distance, activate } = wait
  const role = side === 'buy' ? 'entry' : 'stop'
  const size = sizeOf(wait)
  if (type === 'trail')
    return [
      {
        role,
        source,
        trail: { by: 'percent', distance, ...(!isBlank(activate) && { activate_price: activate }) },
        ...size,
      },
    ]
  const first: LegInput = { role, source, trigger_price: trigger, ...limitOf(wait), ...size }
  if (type === 'oco') return [first, { role: side === 'buy' ? 'entry' : 'profit', price: rest, ...size }]
  return [side === 'sell' && !isAgainst(wait, current) ? { ...first, role: 'profit' } : first]
}

/** The price at which it would fire: as typed, or behind the price of now; null while it is open. */
export function firesAt(wait: Wait, current: string | null, scale: number): bigint | null {
  if (wait.type !== 'trail') return isBlank(wait.trigger) ? null : unitsOf(wait.trigger)
  const start = isBlank(wait.activate) ? current : wait.activate
  const bips = unitsOf(wait.distance)
  if (start === null || bips === null || bips === 0n) return null
  const ticks = trailPrice(
    wait.side === 'sell' ? 'below' : 'above',
    'percent',
    Number(parseDec(wait.distance, 2)),
    Number(parseDec(start, scale)),
  )
  // Beyond what a number holds exactly nobody trades.
  return ticks > 0 && Number.isSafeInteger(ticks) ? BigInt(ticks) * 10n ** BigInt(SCALE - scale) : null
}

const one = 10n ** BigInt(SCALE)
const hundred = parseDec('100')
/** What is set aside from now on: base of a sale, quote of a buy; null while it is open. */
export function needOf(wait: Wait, at: bigint | null): bigint | null {
  if (isByTotal(wait)) return unitsOf(wait.total)
  const amount = unitsOf(wait.amount)
  if (amount === null || wait.side === 'sell') return amount
  const dearest = [unitsOf(wait.limit) ?? 0n, wait.type === 'oco' ? (unitsOf(wait.rest) ?? 0n) : 0n]
  if (!wait.isLimit && at !== null) dearest.push(at + (at * parseDec(defaultSlippage.buy)) / hundred)
  const price = dearest.reduce((most, each) => (each > most ? each : most), 0n)
  return price === 0n ? null : mulDec(price, amount, SCALE, true)
}

/** What it comes to when it fires, if the book looks then as it does now. */
export type WaitSums = {
  readonly at: bigint | null
  readonly need: bigint | null
  readonly fill: Fill | null
  readonly mean: bigint | null
  /** In the coin that is received, less the fee. */
  readonly receive: bigint | null
  readonly fee: bigint | null
}
export function waitSums(
  wait: Wait,
  { current, book, feeRate, scale }: { current: string | null; book: Book; feeRate: string; scale: number },
): WaitSums {
  const at = firesAt(wait, current, scale)
  const need = needOf(wait, at)
  const none = { at, need, fill: null, mean: null, receive: null, fee: null }
  const byTotal = isByTotal(wait)
  const amount = byTotal ? null : unitsOf(wait.amount)
  const total = byTotal ? unitsOf(wait.total) : null
  if (at === null || at === 0n || (amount ?? total ?? 0n) === 0n) return none
  const limit = wait.isLimit ? unitsOf(wait.limit) : null
  const fill = !wait.isLimit ? fillAt({ side: wait.side, amount, total }, at, book) : null
  const mean = limit ?? (fill === null ? null : meanOf(fill))
  if (mean === null || mean === 0n) return { ...none, fill }
  const base = amount ?? ((total ?? 0n) * one) / mean
  const gross = wait.side === 'buy' ? base : mulDec(mean, base)
  const fee = mulDec(gross, parseDec(feeRate), SCALE, true)
  return { at, need, fill, mean, fee, receive: gross - fee }
}

type Known = { readonly current: string | null; readonly free: string | null; readonly need: bigint | null }
type Faults = Partial<Record<WaitField, Problem>>
const said = (reason: string, params: Record<string, string> = {}): Problem => ({ reason, params })
const steps = (text: string, scale: number) =>
  decimalsOf(text) > scale ? said('price_step', { scale: String(scale) }) : undefined

function triggerFault(wait: Wait, { current }: Known, scale: number): Problem | undefined {
  if (isBlank(wait.trigger)) return said('trigger_required')
  const wrong = steps(wait.trigger, scale)
  if (wrong !== undefined || current === null) return wrong
  const isAtOnce = wait.type === 'oco' ? !isAgainst(wait, current) : false
  return isAtOnce || parseDec(wait.trigger) === parseDec(current)
    ? said('trigger_beyond', { price: current })
    : undefined
}
function restFault({ side, rest }: Wait, { current }: Known, scale: number): Problem | undefined {
  if (isBlank(rest)) return said('price_required')
  const isBetter =
    current === null || (side === 'sell' ? parseDec(rest) > parseDec(current) : parseDec(rest) < parseDec(current))
  return steps(rest, scale) ?? (isBetter ? undefined : said(`trigger:rest.${side}`, { price: current ?? '' }))
}
function distanceFault({ distance, activate }: Wait, { current }: Known, scale: number): Problem | undefined {
  const range = { min: formatDec(BigInt(leastBips), 2), max: formatDec(BigInt(mostBips), 2) }
  if (isBlank(distance)) return said('trigger_required')
  const start = isBlank(activate) ? current : activate
  const isFit =
    decimalsOf(distance) <= 2 &&
    (start === null || isDistanceFit('percent', Number(parseDec(distance, 2)), Number(parseDec(start, scale))))
  return isFit ? undefined : said('distance_range', range)
}
function amountFault(wait: Wait, pair: PairRules, { free, need }: Known): Faults {
  const field = isByTotal(wait) ? 'total' : 'amount'
  const text = wait[field]
  if (isBlank(text)) return { [field]: said(field === 'total' ? 'amount_required' : 'quantity_required') }
  if (field === 'amount') {
    const { amount_scale, currency_name: coin, coin_min_amount: min, coin_max_amount: max } = pair
    if (decimalsOf(text) > amount_scale) return { amount: said('amount_step', { scale: String(amount_scale) }) }
    if (parseDec(text) < parseDec(min)) return { amount: said('amount_below_min', { min, coin }) }
    if (parseDec(max) > 0n && parseDec(text) > parseDec(max)) return { amount: said('amount_above_max', { max, coin }) }
  }
  if (need !== null && wait.side === 'buy' && need < parseDec(pair.coin_min_total))
    return { [field]: said('total_below_min', { min: pair.coin_min_total, coin: pair.legal_name }) }
  return need !== null && free !== null && need > parseDec(free)
    ? { [field]: said(wait.side === 'buy' ? 'insufficient_balance' : 'insufficient_sellable') }
    : {}
}

/** Why it cannot be sent, by field. The venue checks the same again. */
export function waitFaults(wait: Wait, pair: PairRules, known: Known): Faults {
  const { price_scale: scale } = pair
  const found: Faults = { ...amountFault(wait, pair, known) }
  const put = (field: WaitField, fault: Problem | undefined) => {
    if (fault !== undefined) found[field] = fault
  }
  if (wait.type === 'trail') {
    put('distance', distanceFault(wait, known, scale))
    if (!isBlank(wait.activate)) put('activate', steps(wait.activate, scale))
  } else {
    put('trigger', triggerFault(wait, known, scale))
    if (wait.isLimit) put('limit', isBlank(wait.limit) ? said('price_required') : steps(wait.limit, scale))
  }
  if (wait.type === 'oco') put('rest', restFault(wait, known, scale))
  return found
}
/** The typed texts as plain decimals. */
export const waitOf = (about: Pick<Wait, 'side' | 'type'>, texts: Readonly<Record<string, string>>): Wait => {
  const plain = (name: string) => tidyDecimal(texts[name] ?? '')
  const isLimit = texts['makes'] === 'limit' && about.type !== 'trail'
  return {
    ...about,
    source: sourceOf(texts['source'] ?? '', 'last'),
    trigger: plain('trigger'),
    isLimit,
    limit: isLimit ? plain('limit') : '',
    rest: plain('rest'),
    distance: plain('distance'),
    activate: plain('activate'),
    amount: plain('amount'),
    total: plain('total'),
  }
}
