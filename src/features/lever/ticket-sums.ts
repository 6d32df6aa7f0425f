import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import type { MarketMode } from '#contract/market/market-mode.ts'
import { estimateFill, movedTo, type Estimate, type SeenMarket } from '#contract/lever/lever-fill.ts'
import {
  hazardRate,
  isBurst,
  isLimitRight,
  liquidationPrice,
  numberOf,
  one,
  openingOf,
  valueOf,
  type RiskAccount,
} from '#contract/lever/lever-risk.ts'
import type { LeverEntry, LeverSide } from '#contract/lever/lever-position.ts'
import { bipsOf, defaultSlippage } from '#contract/trigger/trigger-terms.ts'
import type { TriggerSource } from '#contract/wire/orders.ts'
import { unitsOf } from '#src/lib/amount.ts'
import type { Terms } from '#src/parts/lever/account.ts'
import type { StopBasis, StopFault, StopInput } from '#src/parts/lever/stops.ts'

/** The fields of the ticket, as typed. A stop has one field that was typed; the other two are computed from it. */
export type LeverTicket = {
  readonly side: LeverSide
  readonly entry: LeverEntry
  readonly lots: string
  readonly multiple: string
  readonly target: string
  readonly takeProfit: StopInput
  readonly stopLoss: StopInput
  /** The part of the lots that the take profit closes, in percent, and further targets. */
  readonly share: string
  readonly more: readonly Target[]
  /** Percent by which a stop follows the mark, in place of the stop loss. */
  readonly trail: string | null
  /** What it waits for before it is placed. */
  readonly waits: { readonly source: TriggerSource; readonly price: string } | null
}
/** One of several targets: its price, and the part of the lots that it closes, in percent. */
export type Target = { readonly input: StopInput; readonly share: string }

const hundred = 100n * one
/** The typed value, if it is above zero. */
export const typedUnits = (text: string): bigint | null => {
  const units = unitsOf(text)
  return units === 0n ? null : units
}
export const lotsOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** The market that an order meets: of now, or as it is once it has reached the price that the order waits for. */
export const marketFor = ({ waits }: LeverTicket, market: SeenMarket | null): SeenMarket | null => {
  const at = typedUnits(waits?.price ?? '')
  return market === null || at === null ? market : movedTo(market, at)
}

/** The fill that the venue would give for so many lots at this moment; null for a limit order, and without a mark. */
const fillOf = ({ ticket, market, terms }: Known, lots: number): Estimate | null => {
  if (market === null || ticket.entry === 'limit') return null
  const fill = estimateFill(market, {
    side: ticket.side,
    opens: true,
    number: numberOf(lots, terms.lotSize),
    spread: terms.spread,
  })
  return fill.price > 0n ? fill : null
}
/** The opening price: that of the fill, for one lot until there are some, or the limit price. */
export const priceOf = (known: Known): bigint | null =>
  known.ticket.entry === 'limit'
    ? typedUnits(known.ticket.target)
    : (fillOf(known, lotsOf(known.ticket.lots) ?? 1)?.price ?? null)

/** What the typed lots come to in coins; null while they are none. */
export const coinsOf = ({ lots: typed }: LeverTicket, { lotSize }: Terms): string | null => {
  const lots = lotsOf(typed)
  return lots === null ? null : formatDec(numberOf(lots, lotSize))
}

/** The cost of an order, and the account before and after; null for unknown values. */
export type Preview = {
  readonly price: string | null
  readonly number: string | null
  readonly value: string | null
  readonly margin: string | null
  readonly fee: string | null
  readonly cost: string | null
  /** The mark at which the account is liquidated after the order. */
  readonly liquidation: string | null
  /** The net position in this pair after the order, long minus short; null while unknown. */
  readonly net: Net | null
  readonly freeAfter: string | null
  /** Equity in percent of the margin; null without open positions. */
  readonly rateBefore: string | null
  readonly rateAfter: string | null
  /** How the fill differs from the mark; null for a limit order. */
  readonly fill: {
    readonly worst: string | null
    readonly isEnough: boolean
    readonly percent: string
    readonly money: string
  } | null
}
/** The maximum position size per leverage, and the remaining capacity of the market on each side. */
export type Limits = {
  readonly sizes: readonly { readonly multiple: number; readonly lots: number }[]
  readonly room: { readonly long: number; readonly short: number }
  readonly multiples: { readonly long: number; readonly short: number }
}
/** Positive for long, negative for short. */
export type Net = { readonly side: LeverTicket['side'] | 'even'; readonly number: string }
export type Known = {
  readonly ticket: LeverTicket
  readonly terms: Terms
  /** The market that the order meets: of now, or as it is once it has reached what the order waits for. */
  readonly market: SeenMarket | null
  /** What the price that it waits for is now; null while unknown, or where it waits for none. */
  readonly current?: string | null
  readonly account: RiskAccount | null
  readonly burst: bigint
  readonly limits?: Limits | null
  readonly mode?: MarketMode | undefined
}

export const openingNow = (known: Known) => openingAt(known, priceOf(known))
const openingAt = ({ ticket, terms }: Known, price: bigint | null) => {
  const lots = lotsOf(ticket.lots)
  const multiple = lotsOf(ticket.multiple)
  if (price === null || lots === null || multiple === null) return null
  const { lotSize, fee } = terms
  return { price, ...openingOf({ side: ticket.side, price, lots, lotSize, multiple, fee }) }
}

/**
 * The account after the order: margin and fee deducted, one more position. For a
 * limit order the pair is valued at its limit price.
 */
const accountAfter = (known: Known, opening: NonNullable<ReturnType<typeof openingNow>>): RiskAccount | null => {
  const { ticket, terms, account, market } = known
  if (account === null) return null
  const at = ticket.entry === 'limit' ? opening.price : (market?.mark ?? opening.price)
  const leg = {
    pair: terms.base,
    side: ticket.side,
    price: opening.price,
    number: opening.number,
    margin: opening.margin,
    mark: at,
  }
  const legs = account.legs.map((each) => (each.pair === terms.base ? { ...each, mark: at } : each))
  return { free: account.free - opening.cost, legs: [...legs, leg] }
}

export function previewOf(known: Known): Preview {
  const { terms, account, burst } = known
  const opening = openingNow(known)
  const price = priceOf(known)
  const rateOf = (of: RiskAccount | null) => (of === null || of.legs.length === 0 ? null : formatDec(hazardRate(of)))
  const none = {
    number: null,
    value: null,
    margin: null,
    fee: null,
    cost: null,
    liquidation: null,
    net: null,
    freeAfter: null,
    rateAfter: null,
    fill: null,
  }
  const shown = { price: price === null ? null : formatDec(price), rateBefore: rateOf(account) }
  if (opening === null) return { ...none, ...shown }
  const after = accountAfter(known, opening)
  const burstAt = after === null ? null : liquidationPrice(after, terms.base, burst, terms.tick)
  return {
    ...shown,
    number: formatDec(opening.number),
    value: formatDec(opening.value),
    margin: formatDec(opening.margin),
    fee: formatDec(opening.fee),
    cost: formatDec(opening.cost),
    liquidation: burstAt === null ? null : formatDec(burstAt),
    net: after === null ? null : netIn(after, terms.base),
    freeAfter: after === null ? null : formatDec(after.free),
    rateAfter: rateOf(after),
    fill: slipOf(known, opening.number),
  }
}

/** How much worse than the mark the fill is: by the book, the spread and the charge for skew. */
function slipOf(known: Known, number: bigint): Preview['fill'] {
  const { market, ticket } = known
  const fill = fillOf(known, lotsOf(ticket.lots) ?? 1)
  if (fill === null || market === null || market.mark === 0n) return null
  const apart = ticket.side === 'long' ? fill.price - market.mark : market.mark - fill.price
  return {
    worst: fill.worst === null ? null : formatDec(fill.worst),
    isEnough: fill.isEnough,
    percent: formatDec((apart * hundred) / market.mark),
    money: formatDec(valueOf(apart, number)),
  }
}

const netIn = ({ legs }: RiskAccount, pair: number): Net => {
  const own = legs.filter((leg) => leg.pair === pair)
  const net = own.reduce((so, { side, number }) => so + (side === 'long' ? number : -number), 0n)
  return { side: net > 0n ? 'long' : net < 0n ? 'short' : 'even', number: formatDec(net < 0n ? -net : net) }
}

/** The basis of the stops of a ticket; null without a price or a size. */
export const basisOf = (known: Known): StopBasis | null => {
  const opening = openingNow(known)
  if (opening === null) return null
  const { price, number, margin, fee } = opening
  return { side: known.ticket.side, price, number, margin, cost: fee, tick: known.terms.tick, scale: known.terms.scale }
}

const slippageBips = Number(parseDec(defaultSlippage.open_long, 2))
/** What is set aside from now on: margin and fee, of what waits for a price at the worst that it may open at. */
export function heldOf(known: Known): bigint | null {
  const { ticket, terms } = known
  const at = typedUnits(ticket.waits?.price ?? '')
  if (at === null || ticket.entry === 'limit') return openingNow(known)?.cost ?? null
  const ticks = Number(at / terms.tick)
  const worst = ticket.side === 'long' ? BigInt(ticks + bipsOf(ticks, slippageBips)) * terms.tick + terms.spread : at
  return openingAt(known, worst)?.cost ?? null
}

/** The most lots that the free balance covers, margin and fee included: the more lots, the worse their price. */
export function mostLots(known: Known): number {
  const { ticket, terms, account } = known
  const costOf = (lots: number) => heldOf({ ...known, ticket: { ...ticket, lots: String(lots) } }) ?? 0n
  const one = costOf(1)
  if (account === null || one === 0n) return 0
  // Margin and fee are rounded up once for all lots, so one more may fit than the sum of single lots.
  const bound = Number(account.free / one) + 1
  let [fits, over] = [0, (terms.max > 0 ? Math.min(bound, terms.max) : bound) + 1]
  while (over - fits > 1) {
    const half = Math.floor((fits + over) / 2)
    if (costOf(half) <= account.free) fits = half
    else over = half
  }
  return fits
}

/** The most lots, and why there are none. */
export function mostOf(known: Known) {
  const most = mostLots(known)
  const { ticket, account } = known
  if (most > 0) return { most, why: null }
  if (ticket.entry === 'limit' && typedUnits(ticket.target) === null) return { most, why: 'price' } as const
  return { most, why: account === null || priceOf(known) === null ? 'waiting' : 'none' } as const
}

export type Field = 'lots' | 'multiple' | 'target' | 'trigger' | 'takeProfit' | 'stopLoss'
export type Reason =
  | 'lots_required'
  | 'lots_out_of_range'
  | 'multiple_unknown'
  | 'price_required'
  | 'price_step'
  | 'limit_wrong_side'
  | 'trigger_required'
  | 'trigger_beyond'
  | 'insufficient_balance'
  | 'size_over_limit'
  | 'net_full'
  | 'multiple_over'
  | 'market_fast'
  | 'market_arming'
  | 'market_closed'
  | StopFault['reason']
export type Problem = {
  readonly field: Field
  readonly reason: Reason
  readonly params: Readonly<Record<string, string | number>>
}

const closedBy = {
  fast: 'market_fast',
  reduce_only: 'market_arming',
  cancel_only: 'market_arming',
  halted: 'market_closed',
} as const
/** The fault by market mode, remaining capacity or size limit, with the largest allowed value. */
export function limitProblem({ ticket, limits, mode = 'open', market, terms }: Known): Problem | null {
  // What waits for a price meets the market of then.
  if (mode !== 'open' && ticket.waits === null) return fault('lots', closedBy[mode])
  if (!limits) return null
  const lots = lotsOf(ticket.lots) ?? 0
  const multiple = Number(ticket.multiple)
  const most = limits.sizes.find((each) => each.multiple === multiple)?.lots ?? lots
  if (lots > most)
    return fault('lots', 'size_over_limit', {
      max: most,
      value: market === null ? '' : formatDec((market.mark * terms.lotSize * BigInt(most)) / 10n ** 16n, 0),
    })
  if (lots > limits.room[ticket.side]) return fault('lots', 'net_full', { max: limits.room[ticket.side] })
  return multiple > limits.multiples[ticket.side]
    ? fault('multiple', 'multiple_over', { max: limits.multiples[ticket.side] })
    : null
}

const fault = (field: Field, reason: Reason, params: Problem['params'] = {}): Problem => ({ field, reason, params })

export function ticketProblem(known: Known, multiples: readonly number[]): Problem | null {
  const { ticket, terms, market } = known
  const lots = lotsOf(ticket.lots)
  if (lots === null) return fault('lots', /^\d{16,}$/.test(ticket.lots) ? 'insufficient_balance' : 'lots_required')
  if (lots < terms.min || (terms.max > 0 && lots > terms.max))
    return fault('lots', 'lots_out_of_range', { min: terms.min, max: terms.max })
  if (!multiples.includes(Number(ticket.multiple))) return fault('multiple', 'multiple_unknown')
  const waits = waitsProblem(known)
  if (waits !== null || ticket.entry !== 'limit') return waits
  const target = typedUnits(ticket.target)
  if (target === null) return fault('target', 'price_required')
  if (decimalsOf(ticket.target) > terms.scale) return fault('target', 'price_step', { scale: terms.scale })
  // What is placed later fills at once where it can.
  const isRight = market === null || ticket.waits !== null || isLimitRight(ticket.side, target, market.mark)
  return isRight ? null : fault('target', 'limit_wrong_side')
}
function waitsProblem({ ticket: { waits }, terms, current = null }: Known): Problem | null {
  if (waits === null) return null
  const price = typedUnits(waits.price)
  if (price === null) return fault('trigger', 'trigger_required')
  if (decimalsOf(waits.price) > terms.scale) return fault('trigger', 'price_step', { scale: terms.scale })
  return current !== null && price === parseDec(current) ? fault('trigger', 'trigger_beyond', { price: current }) : null
}

export function moneyProblem(known: Known): Problem | null {
  const { account, burst, ticket } = known
  const opening = openingNow(known)
  const cost = heldOf(known)
  if (opening === null || cost === null || account === null) return null
  if (account.free < cost) return fault('lots', 'insufficient_balance')
  const after = accountAfter(known, opening)
  const isOver = ticket.entry === 'market' && after !== null && isBurst(after, burst)
  return isOver ? fault('lots', 'insufficient_balance') : null
}
