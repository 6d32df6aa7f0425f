import { partOf } from '#contract/lever/lever-risk.ts'
import { isDistanceFit, leastBips, mostBips, trailPrice } from '#contract/trigger/trigger-terms.ts'
import type { LegInput } from '#contract/wire/orders.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { exitAt, type Exit } from '#src/parts/lever/seen-market.ts'
import {
  stopFault,
  stopPrice,
  stopView,
  type StopBasis,
  type StopFault,
  type StopInput,
  type StopKind,
  type StopView,
} from '#src/parts/lever/stops.ts'
import type { Problem as FormProblem } from '#src/parts/form/checks.ts'
import type { OrderRisk } from '#src/parts/trade/consents.ts'
import {
  basisOf,
  limitProblem,
  lotsOf,
  moneyProblem,
  mostLots,
  openingNow,
  previewOf,
  priceOf,
  ticketProblem,
  type Known,
  type LeverTicket,
  type Problem,
} from './ticket-sums.ts'

// What protects the contract of a ticket: up to five targets, and a stop or one that follows the mark.

/** The parts of the lots that one target may close, in percent. */
export const shares = ['25', '50', '100'] as const
/** The fields of each target, by its place. */
export const targetNames = [
  { text: 'take', by: 'takeBy', share: 'takeShare' },
  { text: 'take2', by: 'takeBy2', share: 'takeShare2' },
  { text: 'take3', by: 'takeBy3', share: 'takeShare3' },
  { text: 'take4', by: 'takeBy4', share: 'takeShare4' },
  { text: 'take5', by: 'takeBy5', share: 'takeShare5' },
] as const
export const mostTargets = targetNames.length
/** The fields in which a guard may be wrong, and the sentence of a fault. */
export const guardFields = [...targetNames.map(({ text }) => text), 'loss', 'trail'] as const
export type FaultOf = (field: (typeof guardFields)[number]) => string | null
/** The stop loss, or a target by its place. */
export type Guard = number | 'loss'
export const kindOf = (guard: Guard): StopKind => (guard === 'loss' ? 'stopLoss' : 'takeProfit')

export const targetsOf = ({ takeProfit, share, more }: LeverTicket) => [{ input: takeProfit, share }, ...more]
export const inputOf = (ticket: LeverTicket, guard: Guard): StopInput =>
  guard === 'loss' ? ticket.stopLoss : (targetsOf(ticket)[guard]?.input ?? { by: 'price', text: '' })
/** The targets that were typed, with their places. */
const typedTargets = (ticket: LeverTicket) =>
  targetsOf(ticket).flatMap((each, at) =>
    (unitsOf(each.input.text) ?? 1n) === 0n || each.input.text === '' ? [] : [{ ...each, at }],
  )
/** What a share of the lots comes to: at least one. */
export const lotsOfShare = (share: string, lots: number) => Math.max(1, Math.floor((lots * Number(share)) / 100))
/** The lots that a guard closes of so many: a target of all of them what the others leave. */
function lotsAt(ticket: LeverTicket, guard: Guard, lots: number): number {
  const share = guard === 'loss' ? '100' : (targetsOf(ticket)[guard]?.share ?? '100')
  if (share !== '100' || guard === 'loss') return lotsOfShare(share, lots)
  const others = typedTargets(ticket).filter((each) => each.at !== guard && each.share !== '100')
  return Math.max(
    1,
    others.reduce((left, each) => left - lotsOfShare(each.share, lots), lots),
  )
}

/** What a guard is computed from: its part of the size, the margin and the fee. */
export function guardBasis(known: Known, guard: Guard): StopBasis | null {
  const basis = basisOf(known)
  const lots = lotsOf(known.ticket.lots)
  if (basis === null || lots === null) return basis
  const part = (all: bigint) => partOf(all, lotsAt(known.ticket, guard, lots), lots)
  return { ...basis, number: part(basis.number), margin: part(basis.margin), cost: part(basis.cost) }
}
/** The price that no guard may lie beyond: that of the opening. */
const wallFor = (known: Known) =>
  known.ticket.entry === 'limit' || known.market === null ? priceOf(known) : known.market.mark

/** The fault of a guard, also before there are lots: then of one that is typed as a price. */
export function guardFault(known: Known, guard: Guard): StopFault | null {
  const { ticket, terms } = known
  const input = inputOf(ticket, guard)
  const [price, wall] = [priceOf(known), wallFor(known)]
  const open = { side: ticket.side, number: 0n, margin: 0n, cost: 0n, tick: terms.tick, scale: terms.scale }
  const basis = guardBasis(known, guard) ?? (price === null ? null : { ...open, price })
  if (basis === null || wall === null || (basis.number === 0n && input.by !== 'price')) return null
  return stopFault(input, kindOf(guard), basis, wall)
}
/** The values of a guard; null while its price is on the wrong side, and without a size. */
export const guardView = (known: Known, guard: Guard): StopView | null =>
  guardFault(known, guard) !== null || lotsOf(known.ticket.lots) === null
    ? null
    : stopView(inputOf(known.ticket, guard), kindOf(guard), guardBasis(known, guard))

/** Why the targets together cannot be sent: they close more than there is. Told at the last of them. */
export function sharesFault({ ticket }: Known): { readonly at: number } | null {
  const targets = typedTargets(ticket)
  const lots = lotsOf(ticket.lots)
  const parts = targets.filter(({ share }) => share !== '100')
  const sum = parts.reduce((all, { share }) => all + (lots === null ? Number(share) : lotsOfShare(share, lots)), 0)
  const isOver = targets.length - parts.length > 1 || sum > (lots ?? 100)
  return isOver ? { at: targets.at(-1)?.at ?? 0 } : null
}
/** Why the distance of a trailing stop cannot be sent. */
export function trailFault(known: Known): { readonly min: string; readonly max: string } | null {
  const { trail } = known.ticket
  if (trail === null) return null
  const wall = wallFor(known)
  const isFit =
    (unitsOf(trail) ?? 0n) > 0n &&
    decimalsOf(trail) <= 2 &&
    (wall === null || isDistanceFit('percent', Number(parseDec(trail, 2)), Number(wall / known.terms.tick)))
  return isFit ? null : { min: formatDec(BigInt(leastBips), 2), max: formatDec(BigInt(mostBips), 2) }
}
/** The faults of what older tickets did not have, by field. */
export function legFaults(known: Known): Readonly<Record<string, FormProblem>> {
  const [over, trail] = [sharesFault(known), trailFault(known)]
  return Object.fromEntries<FormProblem>([
    ...targetNames.slice(1).flatMap(({ text }, at): [string, FormProblem][] => {
      const wrong = guardFault(known, at + 1)
      return wrong === null ? [] : [[text, wrong]]
    }),
    ...(over === null ? [] : [[targetNames[over.at]?.text ?? 'take', { reason: 'legs_over', params: {} }] as const]),
    ...(trail === null ? [] : [['trail', { reason: 'distance_range', params: trail }] as const]),
  ])
}
/** Where a trailing stop begins. */
export function trailStart(known: Known): bigint | null {
  const { trail, side } = known.ticket
  const wall = wallFor(known)
  if (trail === null || wall === null || trailFault(known) !== null) return null
  const ticks = Number(wall / known.terms.tick)
  const at = trailPrice(side === 'long' ? 'below' : 'above', 'percent', Number(parseDec(trail, 2)), ticks)
  return at > 0 && Number.isSafeInteger(at) ? BigInt(at) * known.terms.tick : null
}

const priceAt = (known: Known, guard: Guard) =>
  stopPrice(inputOf(known.ticket, guard), kindOf(guard), guardBasis(known, guard))
/** The first price of what ends a loss; null without any. */
const stopAt = (known: Known) => {
  const at = known.ticket.trail === null ? unitsOf(priceAt(known, 'loss')) : trailStart(known)
  return at === 0n ? null : at
}
/** What is sent: the target of the whole contract and its stop, as older clients know them, and all other legs. */
export function guardsOf(known: Known): { take: string; stop: string; legs: LegInput[] } {
  const { ticket } = known
  const lots = lotsOf(ticket.lots) ?? 0
  const targets = typedTargets(ticket)
  const whole = targets.find(({ share }) => share === '100')
  return {
    take: whole === undefined ? '' : priceAt(known, whole.at),
    stop: priceAt(known, 'loss'),
    legs: [
      ...targets
        .filter((each) => each !== whole)
        .map(({ at, share }) => ({
          role: 'profit' as const,
          trigger_price: priceAt(known, at),
          share: lotsOfShare(share, lots),
        })),
      ...(ticket.trail === null
        ? []
        : [{ role: 'stop' as const, trail: { by: 'percent' as const, distance: ticket.trail } }]),
    ],
  }
}

/** What the contract of the ticket would come to at one of its guards. */
export type GuardExit = {
  readonly guard: Guard
  /** How many targets there are, and the lots of this one. */
  readonly of: number
  readonly lots: number
  readonly at: bigint
  readonly exit: Exit
}
export function exitsOf(known: Known): readonly GuardExit[] {
  const { ticket, market, terms } = known
  const opening = openingNow(known)
  const lots = lotsOf(ticket.lots)
  if (opening === null || market === null || lots === null) return []
  const targets = typedTargets(ticket)
  const exit = (guard: Guard, at: bigint | null, some: number): GuardExit[] => {
    if (at === null || at === 0n || guardFault(known, guard) !== null) return []
    const part = (all: bigint) => partOf(all, some, lots)
    const held = {
      side: ticket.side,
      price: opening.price,
      number: part(opening.number),
      fee: part(opening.fee),
      overnight: 0n,
      spread: terms.spread,
    }
    return [{ guard, of: targets.length, lots: some, at, exit: exitAt(market, at, held) }]
  }
  return [
    ...targets.flatMap(({ at }) => exit(at, unitsOf(priceAt(known, at)), lotsAt(ticket, at, lots))),
    ...exit('loss', stopAt(known), lots),
  ]
}
/** The net gain at all targets for one that is lost at the stop; null unless one wins and the other loses. */
export function rewardOf(exits: readonly GuardExit[]): string | null {
  const loss = exits.find(({ guard }) => guard === 'loss')?.exit.net ?? 0n
  const gain = exits.reduce((sum, { guard, exit }) => (guard === 'loss' ? sum : sum + exit.net), 0n)
  return gain <= 0n || loss >= 0n ? null : formatDec((gain * 100n) / -loss, 2)
}

const hundred = parseDec('100')
/** What may go wrong with the order of the ticket; the size beside the book of this moment. */
export function riskOf(known: Known, depth: bigint | null): OrderRisk {
  const { ticket, market } = known
  const { fill, liquidation } = previewOf(known)
  const burst = unitsOf(liquidation ?? '')
  const isLong = ticket.side === 'long'
  const at = ticket.entry === 'limit' ? unitsOf(ticket.target) : (market?.mark ?? null)
  const apart = burst === null || at === null || at === 0n ? null : isLong ? at - burst : burst - at
  const stop = stopAt(known)
  return {
    product: 'lever',
    slippage: fill === null ? null : parseDec(fill.percent),
    multiple: Number(ticket.multiple),
    isAll: (lotsOf(ticket.lots) ?? 0) >= mostLots(known),
    // An order that lessens the position is not what the liquidation comes from.
    liquidation: apart === null || at === null || apart <= 0n ? null : (apart * hundred) / at,
    isStopBeyond:
      burst !== null && apart !== null && apart > 0n && stop !== null && (isLong ? stop <= burst : stop >= burst),
    depth,
  }
}

/** The first fault in the server's order; both stops if both are wrong. The server checks the same rules again. */
export function problemsOf(known: Known, multiples: readonly number[]): readonly Problem[] {
  const own = ticketProblem(known, multiples)
  const stops = ([0, 'loss'] as const).flatMap((guard) => {
    const wrong = guardFault(known, guard)
    return wrong === null ? [] : [{ field: kindOf(guard), ...wrong }]
  })
  if (own !== null) return [own, ...stops]
  const money = stops.length === 0 ? (limitProblem(known) ?? moneyProblem(known)) : null
  return money === null ? stops : [money]
}
