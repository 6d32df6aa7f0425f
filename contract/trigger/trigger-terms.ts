import type { TrailBy, TriggerRole } from '#contract/wire/orders.ts'
import type { Trigger, TriggerAct, TriggerWhen } from './trigger.ts'

// The rules of triggers, shared by server and client. Prices are whole ticks, percents hundredths of a percent.

/** A distance of a trailing trigger is at least two ticks and a tenth of a percent, and at most 30 %. */
export const leastTicks = 2
export const leastBips = 10
export const mostBips = 3000
/** The last trade counts only so near the mark, in thousandths of it: nobody's single trade sells others out. */
const lastBand = 5

/** How much worse than the best price what is made at the market may be, in percent, where nothing is said. */
export const defaultSlippage = {
  buy: '1',
  sell: '5',
  open_long: '0.5',
  open_short: '0.5',
  close: '0.5',
} as const satisfies Record<TriggerAct, string>

/** A share of a price in ticks, rounded up. */
export const bipsOf = (ticks: number, bips: number) => {
  const product = ticks * bips
  return (product - (product % 10_000)) / 10_000 + (product % 10_000 > 0 ? 1 : 0)
}
/** How far from its extreme a trailing trigger fires. */
export const trailGap = (by: TrailBy, distance: number, extreme: number) =>
  by === 'amount' ? distance : bipsOf(extreme, distance)
/** The price at which a trailing trigger fires: below the highest price since it began, or above the lowest. */
export const trailPrice = (when: TriggerWhen, by: TrailBy, distance: number, extreme: number) =>
  extreme + (when === 'below' ? -1 : 1) * trailGap(by, distance, extreme)
/** True if this distance may be asked for at this price. */
export const isDistanceFit = (by: TrailBy, distance: number, price: number) =>
  by === 'percent'
    ? distance >= leastBips && distance <= mostBips && bipsOf(price, distance) >= leastTicks
    : distance >= leastTicks && distance >= bipsOf(price, leastBips) && distance <= bipsOf(price, mostBips)

/** A traded price as a trigger sees it. */
export const heldLast = (price: number, mark: number) => {
  const band = (mark * lastBand - ((mark * lastBand) % 1000)) / 1000
  return Math.min(mark + band, Math.max(mark - band, price))
}
export const isReached = (when: TriggerWhen, price: number, trigger: number) =>
  when === 'above' ? price >= trigger : price <= trigger

type Main = Pick<Trigger, 'source' | 'act'> & {
  readonly by: Trigger['size']['by']
  readonly trail: unknown
  readonly parent: { readonly kind: 'order' | 'position' } | null
}
/**
 * The stop or the target of a whole position at the mark, of which it has one each: the position itself tells its
 * price, and older clients know only these.
 */
export const isMain = ({ by, trail, source, parent, act }: Main) =>
  act === 'close' && by === 'all' && trail === null && source === 'mark' && parent?.kind === 'position'

/** Whether a position or holding that gains by a rise is closed by it: then a stop lies below, and a target above. */
const closesLong = (act: TriggerAct, side: 'long' | 'short') => act === 'sell' || (act === 'close' && side === 'long')
/** Which way the price of a closing trigger has to go; `side` is that of the position. */
export const whenOf = (act: TriggerAct, role: TriggerRole, side: 'long' | 'short'): TriggerWhen =>
  closesLong(act, side) === (role === 'profit') ? 'above' : 'below'
/** Which way a trailing trigger follows: down from the highest price for what gains by a rise. */
export const trailWhen = (act: TriggerAct, side: 'long' | 'short'): TriggerWhen =>
  closesLong(act, side) || act === 'open_short' ? 'below' : 'above'
