import { isTriggerOver } from '#contract/trigger/trigger.ts'
import { bipsOf, trailPrice } from '#contract/trigger/trigger-terms.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { baseUnits, quoteUnits } from '#server/features/market/units.ts'
import type { TriggerContext } from './context.ts'
import type { GroupRow, TriggerRow } from './rows.ts'

/** The hold that the legs of a group share. */
export const groupHold = (id: number) => `trig-group:${id}`
export const liveLegs = ({ tables }: Pick<TriggerContext, 'tables'>, group: number) =>
  tables.triggers.group('group', group).filter((row) => !isTriggerOver(row))
/** The legs that act on the quantity of a group; its entry, which brings that quantity, is none. */
export const actingLegs = (ctx: Pick<TriggerContext, 'tables'>, group: GroupRow) =>
  liveLegs(ctx, group.id).filter(({ act }) => act === group.side)
export const leftOf = ({ q, done }: GroupRow) => q - done

/** Legs that act when their price is reached, at a loss or to open; the others rest, or take a profit. */
const isFirst = ({ when, role }: TriggerRow) => when !== null && role !== 'profit'
const waitsBelow = ({ when, act }: TriggerRow) => when === 'below' || (when === null && act === 'buy')
/** The nearest to the market first, and before it what works already. */
const nearest = (a: TriggerRow, b: TriggerRow) =>
  Number(b.status === 'placed') - Number(a.status === 'placed') ||
  (waitsBelow(a) ? -1 : 1) * ((a.price || a.limit) - (b.price || b.limit)) ||
  a.id - b.id
const sum = (values: Iterable<number>) => [...values].reduce((total, each) => total + each, 0)

function shareOut(legs: readonly TriggerRow[], quantity: number): Map<number, number> {
  let left = quantity
  const sizes = new Map<number, number>()
  for (const { id, by, wanted, filled } of legs.toSorted(nearest)) {
    const size = Math.max(0, by === 'parent' ? left : Math.min(wanted - filled, left))
    sizes.set(id, size)
    left -= size
  }
  return sizes
}
/**
 * What each leg of a group may act on now: the stops share what is left, and so do the targets; what a stop works on
 * already is taken from the targets. Computed where it is needed and never kept.
 */
export function sizesOf(ctx: Pick<TriggerContext, 'tables'>, group: GroupRow): ReadonlyMap<number, number> {
  const legs = actingLegs(ctx, group)
  const firsts = legs.filter(isFirst)
  const sizes = shareOut(firsts, leftOf(group))
  const working = sum(firsts.map(({ id, status }) => (status === 'placed' ? (sizes.get(id) ?? 0) : 0)))
  const others = legs.filter((leg) => !isFirst(leg))
  return new Map([...sizes, ...shareOut(others, leftOf(group) - working)])
}

/** The worst price at which a buy at the market may be made that fires at its trigger, in ticks. */
export const worstOf = (price: number, slippage: string) => price + bipsOf(price, Number(parseDec(slippage, 2)))
/**
 * The price that a trigger fires at; of one that trails a fall to buy, the highest it can be, which is where it begins.
 */
export const firesAt = ({ price, when, trail }: Pick<TriggerRow, 'price' | 'when' | 'trail'>) =>
  trail === null || when === null
    ? price
    : trailPrice(when, trail.by, trail.distance, trail.isActive ? trail.start : trail.activate)
/** What a leg needs of the money of its owner for so many steps. */
export function needOf(pair: Pair, row: TriggerRow, steps: number): bigint {
  if (row.act === 'sell') return baseUnits(pair, steps)
  return quoteUnits(pair, row.limit > 0 ? row.limit : worstOf(firesAt(row), row.slippage), steps)
}
/**
 * What a group needs: as much of its quantity as its legs may act on, the dearest first, for any of them may be the one
 * that acts.
 */
export function groupNeed(ctx: Pick<TriggerContext, 'tables'>, group: GroupRow): bigint {
  const pair = ctx.tables.pairs.need(group.pair)
  const dearest = actingLegs(ctx, group)
    .filter(({ status }) => status !== 'dormant')
    .map((leg) => ({ leg, each: needOf(pair, leg, 1) }))
    .toSorted((a, b) => Number(b.each - a.each) || a.leg.id - b.leg.id)
  let left = leftOf(group)
  let need = 0n
  for (const { leg } of dearest) {
    const steps = Math.max(0, leg.by === 'parent' ? left : Math.min(leg.wanted - leg.filled, left))
    need += needOf(pair, leg, steps)
    left -= steps
  }
  return need
}
/** The quantity of legs that cancel each other: their stops or their targets; null if one of them acts on all of it. */
export function quantityOf(legs: readonly TriggerRow[]): number | null {
  if (legs.some(({ by }) => by === 'parent')) return null
  const sumOf = (some: readonly TriggerRow[]) => sum(some.map(({ wanted, filled }) => wanted - filled))
  return Math.max(sumOf(legs.filter(isFirst)), sumOf(legs.filter((leg) => !isFirst(leg))))
}

/** What of a leg rests in the book. */
export function restingOf({ tables }: Pick<TriggerContext, 'tables'>, { order }: TriggerRow): number {
  const made = order === null ? undefined : tables.spotOrders.get(order)
  return made?.status === 'waiting' ? made.amount - made.filled : 0
}
