import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import type { MarketMode } from '#contract/market/market-mode.ts'
import { estimateFill, type Estimate, type SeenMarket } from '#contract/lever/lever-fill.ts'
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
import { unitsOf } from '#src/lib/amount.ts'
import type { Terms } from '#src/parts/lever/account.ts'
import type { OrderRisk } from '#src/parts/trade/consents.ts'
import { exitAt, type Exit } from '#src/parts/lever/seen-market.ts'
import {
  stopFault,
  stopPrice,
  type StopBasis,
  type StopFault,
  type StopInput,
  type StopKind,
} from '#src/parts/lever/stops.ts'

/** The fields of the ticket, as typed. A stop has one field that was typed; the other two are computed from it. */
export type LeverTicket = {
  readonly side: LeverSide
  readonly entry: LeverEntry
  readonly lots: string
  readonly multiple: string
  readonly target: string
  readonly takeProfit: StopInput
  readonly stopLoss: StopInput
}

const hundred = 100n * one
/** The typed value, if it is above zero. */
const typedUnits = (text: string): bigint | null => {
  const units = unitsOf(text)
  return units === 0n ? null : units
}
const lotsOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

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
const priceOf = (known: Known): bigint | null =>
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
  readonly market: SeenMarket | null
  readonly account: RiskAccount | null
  readonly burst: bigint
  readonly limits?: Limits | null
  readonly mode?: MarketMode | undefined
}

const openingNow = (known: Known) => {
  const { ticket, terms } = known
  const price = priceOf(known)
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

/** What the contract of the ticket would come to at one of its stops; null without that stop. */
export function stopExitOf(known: Known, kind: StopKind): Exit | null {
  const opening = openingNow(known)
  const trigger = unitsOf(stopPrice(known.ticket[kind], kind, basisOf(known)))
  if (opening === null || known.market === null || trigger === null || trigger === 0n) return null
  const { price, number, fee } = opening
  return exitAt(known.market, trigger, {
    side: known.ticket.side,
    price,
    number,
    fee,
    overnight: 0n,
    spread: known.terms.spread,
  })
}
/** What may go wrong with the order of the ticket; the size beside the book of this moment. */
export function riskOf(known: Known, depth: bigint | null): OrderRisk {
  const { ticket, market } = known
  const { fill, liquidation } = previewOf(known)
  const burst = unitsOf(liquidation ?? '')
  const isLong = ticket.side === 'long'
  const at = ticket.entry === 'limit' ? unitsOf(ticket.target) : (market?.mark ?? null)
  const apart = burst === null || at === null || at === 0n ? null : isLong ? at - burst : burst - at
  const stop = unitsOf(stopPrice(ticket.stopLoss, 'stopLoss', basisOf(known)))
  return {
    product: 'lever',
    slippage: fill === null ? null : parseDec(fill.percent),
    multiple: Number(ticket.multiple),
    isAll: (lotsOf(ticket.lots) ?? 0) >= mostLots(known),
    // An order that lessens the position is not what the liquidation comes from.
    liquidation: apart === null || at === null || apart <= 0n ? null : (apart * hundred) / at,
    isStopBeyond:
      burst !== null &&
      apart !== null &&
      apart > 0n &&
      stop !== null &&
      stop > 0n &&
      (isLong ? stop <= burst : stop >= burst),
    depth,
  }
}
/** The net gain at the target for one that is lost at the stop; null unless one wins and the other loses. */
export const rewardOf = (target: Exit | null, stop: Exit | null): string | null =>
  target === null || stop === null || target.net <= 0n || stop.net >= 0n
    ? null
    : formatDec((target.net * 100n) / -stop.net, 2)

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

/** The most lots that the free balance covers, margin and fee included: the more lots, the worse their price. */
export function mostLots(known: Known): number {
  const { ticket, terms, account } = known
  const costOf = (lots: number) => openingNow({ ...known, ticket: { ...ticket, lots: String(lots) } })?.cost ?? 0n
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

export type Field = 'lots' | 'multiple' | 'target' | 'takeProfit' | 'stopLoss'
export type Reason =
  | 'lots_required'
  | 'lots_out_of_range'
  | 'multiple_unknown'
  | 'price_required'
  | 'price_step'
  | 'limit_wrong_side'
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
function limitProblem({ ticket, limits, mode = 'open', market, terms }: Known): Problem | null {
  if (mode !== 'open') return fault('lots', closedBy[mode])
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

/** The first fault in the server's order; both stops if both are wrong. The server checks the same rules again. */
export function problemsOf(known: Known, multiples: readonly number[]): readonly Problem[] {
  const own = ticketProblem(known, multiples)
  const stops = stopProblems(known)
  if (own !== null) return [own, ...stops]
  const money = stops.length === 0 ? (limitProblem(known) ?? moneyProblem(known)) : null
  return money === null ? stops : [money]
}

const fault = (field: Field, reason: Reason, params: Problem['params'] = {}): Problem => ({ field, reason, params })

function ticketProblem({ ticket, terms, market }: Known, multiples: readonly number[]): Problem | null {
  const lots = lotsOf(ticket.lots)
  if (lots === null) return fault('lots', /^\d{16,}$/.test(ticket.lots) ? 'insufficient_balance' : 'lots_required')
  if (lots < terms.min || (terms.max > 0 && lots > terms.max))
    return fault('lots', 'lots_out_of_range', { min: terms.min, max: terms.max })
  if (!multiples.includes(Number(ticket.multiple))) return fault('multiple', 'multiple_unknown')
  if (ticket.entry !== 'limit') return null
  const target = typedUnits(ticket.target)
  if (target === null) return fault('target', 'price_required')
  if (decimalsOf(ticket.target) > terms.scale) return fault('target', 'price_step', { scale: terms.scale })
  return market === null || isLimitRight(ticket.side, target, market.mark) ? null : fault('target', 'limit_wrong_side')
}

/** The fault of each stop, also before there are lots: then of one that is typed as a price. */
export function stopFaultsOf(known: Known): Readonly<Record<StopKind, StopFault | null>> {
  const { ticket, terms, market } = known
  const price = priceOf(known)
  const basis =
    basisOf(known) ??
    (price === null
      ? null
      : { side: ticket.side, price, number: 0n, margin: 0n, cost: 0n, tick: terms.tick, scale: terms.scale })
  const wall = ticket.entry === 'limit' || market === null ? price : market.mark
  const of = (kind: StopKind) =>
    basis === null || wall === null || (basis.number === 0n && ticket[kind].by !== 'price')
      ? null
      : stopFault(ticket[kind], kind, basis, wall)
  return { takeProfit: of('takeProfit'), stopLoss: of('stopLoss') }
}

function stopProblems(known: Known): readonly Problem[] {
  const faults = stopFaultsOf(known)
  return (['takeProfit', 'stopLoss'] as const).flatMap((field) => {
    const wrong = faults[field]
    return wrong === null ? [] : [{ field, ...wrong }]
  })
}

function moneyProblem(known: Known): Problem | null {
  const { account, burst, ticket } = known
  const opening = openingNow(known)
  if (opening === null || account === null) return null
  if (account.free < opening.cost) return fault('lots', 'insufficient_balance')
  const after = accountAfter(known, opening)
  const isOver = ticket.entry === 'market' && after !== null && isBurst(after, burst)
  return isOver ? fault('lots', 'insufficient_balance') : null
}
