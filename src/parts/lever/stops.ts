import type { LeverSide, Position } from '#contract/lever/lever-position.ts'
import { unrealised } from '#contract/pnl.ts'
import { fixedDec, formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { areStopsRight, partOf, priceAtProfit, returnOf } from '#contract/lever/lever-risk.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import type { Terms } from './account.ts'

/** How a stop is entered: as its price, or as the result it brings, in percent of the margin or as an amount. */
export type StopBy = 'price' | 'percent' | 'profit'
export type StopInput = { readonly by: StopBy; readonly text: string }
export const noStop: StopInput = { by: 'price', text: '' }

/** The basis of a stop: opening price, size, margin, and what fee and nights have cost. */
export type StopBasis = {
  readonly side: LeverSide
  readonly price: bigint
  readonly number: bigint
  readonly margin: bigint
  readonly cost: bigint
  readonly tick: bigint
  readonly scale: number
}
/** The basis of the stops of so many lots of an open contract or a waiting order. */
export function basisOfPosition(
  position: Position,
  { tick, scale }: Pick<Terms, 'tick' | 'scale'>,
  lots = position.share,
): StopBasis {
  const of = (amount: string) => partOf(parseDec(amount), lots, position.share)
  return {
    side: position.type,
    price: parseDec(position.price),
    number: of(position.number),
    margin: of(position.origin_caution_money),
    cost: of(position.trade_fee) + of(position.overnight_money),
    tick,
    scale,
  }
}
/**
 * The price that a stop must not lie beyond: the mark, or the limit of an order that waits. The entry is no wall: a
 * stop may lock a profit in.
 */
export const wallOf = (position: Position, mark: string): bigint =>
  parseDec(position.status === 'pending' ? position.price : mark)
/** One stop as price, percent and profit net of fee and nights; the latter two are signed. */
export type StopView = { readonly price: string; readonly percent: string; readonly profit: string }
export type StopKind = 'takeProfit' | 'stopLoss'

const hundred = 100n * 10n ** BigInt(SCALE)
/** The highest price on the wire. */
const beyond = 10n ** BigInt(18 + SCALE)

/** For a stop loss users type the loss without a minus sign. */
const signed = (kind: StopKind, units: bigint) => (kind === 'stopLoss' ? -units : units)

/** The price at which a contract comes to a result net of fee and nights: 0 is its break-even. */
export const priceAtNet = ({ side, price, number, cost, tick }: StopBasis, net: bigint) =>
  priceAtProfit(side, price, number, net + cost, tick)

const priceUnits = (by: StopBy, typed: bigint, kind: StopKind, basis: StopBasis): bigint =>
  by === 'price'
    ? typed
    : priceAtNet(basis, by === 'profit' ? signed(kind, typed) : (signed(kind, typed) * basis.margin) / hundred)

/** The three values of a typed stop; null while it is empty or cannot be calculated. */
export function stopView(input: StopInput, kind: StopKind, basis: StopBasis | null): StopView | null {
  const typed = unitsOf(input.text)
  if (typed === null || typed === 0n) return null
  if (basis === null || basis.number === 0n)
    return input.by === 'price' ? { price: tidyDecimal(input.text), percent: '0', profit: '0' } : null
  const price = priceUnits(input.by, typed, kind, basis)
  if (price <= 0n || price >= beyond) return null
  const profit = unrealised({ ...basis, fee: basis.cost, overnight: 0n }, price)
  return {
    price: fixedDec(price / basis.tick, basis.scale),
    percent: formatDec(returnOf(profit, basis.margin)),
    profit: formatDec(profit),
  }
}

/** Converts the text of a stop when the user switches the unit. */
export function respell(input: StopInput, by: StopBy, kind: StopKind, basis: StopBasis | null): StopInput {
  const view = stopView(input, kind, basis)
  if (view === null || basis === null || basis.number === 0n) return { by, text: by === input.by ? input.text : '' }
  // A stop that locks a profit in is no loss, so that it is only spelled as a price.
  if (by !== 'price' && view.profit.startsWith('-') !== (kind === 'stopLoss')) return input
  const plain = (text: string) => text.replace('-', '')
  const cut = (text: string) => /^\d+(\.\d{1,2})?/.exec(plain(text))?.[0] ?? ''
  return { by, text: by === 'price' ? view.price : by === 'percent' ? cut(view.percent) : plain(view.profit) }
}

/** The stop for the wire: a price, blank for none. */
export const stopPrice = (input: StopInput, kind: StopKind, basis: StopBasis | null): string => {
  const view = stopView(input, kind, basis)
  return view === null ? '' : tidyDecimal(view.price)
}

/** Why a typed stop is invalid, with the price limit it violates. */
export type StopFault = {
  readonly reason: 'ui:number.malformed' | 'price_step' | `lever:stopFaults.${StopKind}${'Above' | 'Below' | 'Beyond'}`
  readonly params: Readonly<Record<string, string | number>>
}

/** The fault of a typed stop beside this price; null when it is valid, blank or zero. */
export function stopFault(input: StopInput, kind: StopKind, basis: StopBasis, wall: bigint): StopFault | null {
  if (input.text === '' || unitsOf(input.text) === 0n) return null
  if (unitsOf(input.text) === null) return { reason: 'ui:number.malformed', params: {} }
  if (input.by === 'price' && (input.text.split('.')[1] ?? '').length > basis.scale)
    return { reason: 'price_step', params: { scale: basis.scale } }
  const view = stopView(input, kind, basis)
  // A loss greater than the maximum loss has no price.
  if (view === null) return { reason: `lever:stopFaults.${kind}Beyond`, params: {} }
  const price = unitsOf(view.price) ?? 0n
  if (areStopsRight(basis.side, { takeProfit: 0n, stopLoss: 0n, [kind]: price }, [wall])) return null
  const isAbove = (kind === 'takeProfit') === (basis.side === 'long')
  return { reason: `lever:stopFaults.${kind}${isAbove ? 'Above' : 'Below'}`, params: { price: formatDec(wall) } }
}
