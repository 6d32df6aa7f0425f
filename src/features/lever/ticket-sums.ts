import { decimalsOf, formatDec } from '#contract/wire/money.ts'
import type { MarketMode } from '#contract/market-mode.ts'
import { entryPrice, hazardRate, isBurst, isLimitRight, liquidationPrice, numberOf, openingOf, type RiskAccount } from '#contract/lever-risk.ts'
import type { LeverTicket } from '#machines/lever-ticket.ts'
import { unitsOf } from '#src/lib/amount.ts'
import type { Terms } from '#src/parts/lever/account.ts'
import { stopFault, type StopBasis, type StopFault, type StopKind } from '#src/parts/lever/stops.ts'

/** The typed value, if it is above zero. */
const typedUnits = (text: string): bigint | null => {
  const units = unitsOf(text)
  return units === 0n ? null : units
}
const lotsOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** The opening price: the mark with the spread against the user, or the limit price. */
export const priceOf = ({ side, entry, target }: LeverTicket, mark: bigint | null, { spread }: Terms): bigint | null => {
  if (entry === 'limit') return typedUnits(target)
  const price = mark === null ? 0n : entryPrice(side, mark, spread)
  return price > 0n ? price : null
}

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
}
/** The maximum position size per leverage, and the remaining capacity of the market on each side. */
export type Limits = {
  readonly sizes: readonly { readonly multiple: number; readonly lots: number }[]
  readonly room: { readonly long: number; readonly short: number }
  readonly multiples: { readonly long: number; readonly short: number }
}
/** Positive for long, negative for short. */
export type Net = { readonly side: LeverTicket['side'] | 'even'; readonly number: string }
type Known = {
  readonly ticket: LeverTicket; readonly terms: Terms; readonly mark: bigint | null; readonly account: RiskAccount | null; readonly burst: bigint
  readonly limits?: Limits | null; readonly mode?: MarketMode | undefined
}

const openingNow = ({ ticket, terms, mark }: Known) => {
  const price = priceOf(ticket, mark, terms)
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
  const { ticket, terms, account, mark } = known
  if (account === null) return null
  const at = ticket.entry === 'limit' ? opening.price : (mark ?? opening.price)
  const leg = { pair: terms.base, side: ticket.side, price: opening.price, number: opening.number, margin: opening.margin, mark: at }
  const legs = account.legs.map((each) => (each.pair === terms.base ? { ...each, mark: at } : each))
  return { free: account.free - opening.cost, legs: [...legs, leg] }
}

export function previewOf(known: Known): Preview {
  const { terms, account, burst, ticket, mark } = known
  const opening = openingNow(known)
  const price = priceOf(ticket, mark, terms)
  const rateOf = (of: RiskAccount | null) => (of === null || of.legs.length === 0 ? null : formatDec(hazardRate(of)))
  const none = { number: null, value: null, margin: null, fee: null, cost: null, liquidation: null, net: null, freeAfter: null, rateAfter: null }
  const shown = { price: price === null ? null : formatDec(price), rateBefore: rateOf(account) }
  if (opening === null) return { ...none, ...shown }
  const after = accountAfter(known, opening)
  const burstAt = after === null ? null : liquidationPrice(after, terms.base, burst, terms.tick)
  return {
    ...shown,
    number: formatDec(opening.number), value: formatDec(opening.value), margin: formatDec(opening.margin), fee: formatDec(opening.fee),
    cost: formatDec(opening.cost), liquidation: burstAt === null ? null : formatDec(burstAt), net: after === null ? null : netIn(after, terms.base),
    freeAfter: after === null ? null : formatDec(after.free), rateAfter: rateOf(after),
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
  const { price, number, margin } = opening
  return { side: known.ticket.side, price, number, margin, tick: known.terms.tick, scale: known.terms.scale }
}

/** The most lots that the free balance covers, margin and fee included. */
export function mostLots(known: Known): number {
  const { ticket, terms, account } = known
  const one = openingNow({ ...known, ticket: { ...ticket, lots: '1' } })
  if (one === null || account === null || one.cost === 0n) return 0
  const most = Number(account.free / one.cost)
  const fits = (lots: number) => (openingNow({ ...known, ticket: { ...ticket, lots: String(lots) } })?.cost ?? 0n) <= account.free
  // Margin and fee are rounded up once for all lots, so a few more may fit than the sum of single lots.
  const found = most > 0 && fits(most + 1) ? most + 1 : most
  return terms.max > 0 ? Math.min(found, terms.max) : found
}

export type Field = 'lots' | 'multiple' | 'target' | 'takeProfit' | 'stopLoss'
export type Reason =
  | 'lots_required' | 'lots_out_of_range' | 'multiple_unknown' | 'price_required' | 'price_step' | 'limit_wrong_side' | 'insufficient_balance'
  | 'size_over_limit' | 'net_full' | 'multiple_over' | 'market_fast' | 'market_arming' | 'market_closed' | StopFault['reason']
export type Problem = { readonly field: Field; readonly reason: Reason; readonly params: Readonly<Record<string, string | number>> }

const closedBy = { fast: 'market_fast', reduce_only: 'market_arming', cancel_only: 'market_arming', halted: 'market_closed' } as const
/** The fault by market mode, remaining capacity or size limit, with the largest allowed value. */
function limitProblem({ ticket, limits, mode = 'open', mark, terms }: Known): Problem | null {
  if (mode !== 'open') return fault('lots', closedBy[mode])
  if (!limits) return null
  const lots = lotsOf(ticket.lots) ?? 0
  const multiple = Number(ticket.multiple)
  const most = limits.sizes.find((each) => each.multiple === multiple)?.lots ?? lots
  if (lots > most) return fault('lots', 'size_over_limit', { max: most, value: mark === null ? '' : formatDec((mark * terms.lotSize * BigInt(most)) / 10n ** 16n, 0) })
  if (lots > limits.room[ticket.side]) return fault('lots', 'net_full', { max: limits.room[ticket.side] })
  return multiple > limits.multiples[ticket.side] ? fault('multiple', 'multiple_over', { max: limits.multiples[ticket.side] }) : null
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

function ticketProblem({ ticket, terms, mark }: Known, multiples: readonly number[]): Problem | null {
  const lots = lotsOf(ticket.lots)
  if (lots === null) return fault('lots', /^\d{16,}$/.test(ticket.lots) ? 'insufficient_balance' : 'lots_required')
  if (lots < terms.min || (terms.max > 0 && lots > terms.max)) return fault('lots', 'lots_out_of_range', { min: terms.min, max: terms.max })
  if (!multiples.includes(Number(ticket.multiple))) return fault('multiple', 'multiple_unknown')
  if (ticket.entry !== 'limit') return null
  const target = typedUnits(ticket.target)
  if (target === null) return fault('target', 'price_required')
  if (decimalsOf(ticket.target) > terms.scale) return fault('target', 'price_step', { scale: terms.scale })
  return mark === null || isLimitRight(ticket.side, target, mark) ? null : fault('target', 'limit_wrong_side')
}

/** The fault of each stop, also before there are lots: then of one that is typed as a price. */
export function stopFaultsOf(known: Known): Readonly<Record<StopKind, StopFault | null>> {
  const { ticket, terms, mark } = known
  const price = priceOf(ticket, mark, terms)
  const basis = basisOf(known) ?? (price === null ? null : { side: ticket.side, price, number: 0n, margin: 0n, tick: terms.tick, scale: terms.scale })
  const from = price === null ? [] : ticket.entry === 'limit' || mark === null ? [price] : [price, mark]
  const of = (kind: StopKind) =>
    basis === null || (basis.number === 0n && ticket[kind].by !== 'price') ? null : stopFault(ticket[kind], kind, basis, from)
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
