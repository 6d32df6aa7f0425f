import type { Position } from '#contract/lever/lever-position.ts'
import { marketOf } from '#contract/market/market.ts'
import { saleResult } from '#contract/pnl.ts'
import type { SpotOrder } from '#contract/spot/spot.ts'
import { bipsOf, isDistanceFit, isMain, leastBips, mostBips, trailPrice } from '#contract/trigger/trigger-terms.ts'
import {
  isTriggerOver,
  mayTriggerTransition,
  type Trigger,
  type TriggerProduct,
  type TriggerWhen,
} from '#contract/trigger/trigger.ts'
import type { TriggerSource } from '#contract/wire/orders.ts'
import { compareDec, fixedDec, formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import type { TriggerAction } from '#machines/trigger/trigger-order.ts'
import { steppedPrice } from '#src/lib/chart-space.ts'
import type { Terms } from '#src/parts/lever/account.ts'
import { basisOfPosition, stopView } from '#src/parts/lever/stops.ts'
import type { OwnLine, OwnTrigger } from './own-lines.ts'

/** Where trailing triggers stand now, by `at <id>` and `best <id>`. */
export type TrailPrices = Readonly<Record<string, string | null>>

/**
 * The triggers that have a line of their own in a market. The stop and the target of a whole position are lines of the
 * position, and one that is placed stands as its order.
 */
export const triggersIn = (all: readonly Trigger[], market: string, product: TriggerProduct | undefined) =>
  all.filter(
    (each) =>
      marketOf(each.symbol) === market &&
      (product === undefined || each.product === product) &&
      !isTriggerOver(each) &&
      each.status !== 'placed' &&
      !isMain({ ...each, by: each.size.by }),
  )

export function triggerLines(
  triggers: readonly Trigger[],
  positions: readonly Position[],
  orders: readonly SpotOrder[],
  trails: TrailPrices,
): readonly OwnTrigger[] {
  return triggers.flatMap((trigger): OwnTrigger[] => {
    const { id, parent, trigger_price, makes, trail, group_id } = trigger
    const price = trail === null ? (trigger_price ?? makes.price) : (trails[`at ${id}`] ?? trail.trigger_now)
    if (price === null) return []
    const position = parent?.kind === 'position' ? positions.find((each) => each.id === parent.id) : undefined
    const entry = orders.find((each) => each.group_id !== undefined && each.group_id === group_id && !each.trigger_id)
    const best = trails[`best ${id}`] ?? trail?.extreme ?? null
    const line = { id: `trigger ${id}`, kind: 'trigger' as const, trigger, price, best }
    return [{ ...line, position: position ?? null, entry: entry ?? null }]
  })
}

/** A trailing trigger that does not follow yet has no distance to move: its line is where it begins. */
export const mayMove = ({ trigger, best }: OwnTrigger) =>
  mayTriggerTransition('amend', trigger.status) && (trigger.trail === null || best !== null)

/** The line where something would fire at once, and on which side of it it has to stay. */
export type Wall = { readonly price: string; readonly isAbove: boolean }
/** `now`: what a source says at this moment. The entry is no wall: a stop may lock a profit in. */
export function wallOf(line: OwnLine, now: (source: TriggerSource) => string | null): Wall | null {
  if (line.kind === 'order' || line.kind === 'new') return null
  if (line.kind !== 'trigger') {
    const { status, price, type } = line.position
    const at = status === 'pending' ? price : now('mark')
    return at === null ? null : { price: at, isAbove: (line.kind === 'takeProfit') === (type === 'long') }
  }
  const { trigger, position, entry } = line
  if (trigger.role === 'entry' && trigger.trail === null) return null
  const at = trigger.status === 'dormant' ? (position?.price ?? entry?.target_price ?? null) : now(trigger.source)
  return at === null ? null : { price: at, isAbove: whenOfLine(trigger) === 'above' }
}
/** A leg that rests as a limit order takes a better price. */
const whenOfLine = ({ when, act }: Trigger): TriggerWhen => when ?? (act === 'buy' ? 'below' : 'above')

/** A price on its side of the wall: beyond it, the last tick before. */
export function keptBefore(wall: Wall | null, price: string, scale: number) {
  if (wall === null) return { price, wall: null }
  const beyond = compareDec(price, wall.price)
  if (wall.isAbove ? beyond > 0 : beyond < 0) return { price, wall: null }
  return { price: steppedPrice(wall.price, scale, wall.isAbove ? 1 : -1), wall: wall.price }
}

/** A trailing line moved to a price: the next distance that the venue takes, and where the line is then. */
function trailTo({ trail, when }: Trigger, best: string, price: string, scale: number) {
  if (trail === null || when === null) return null
  const isPercent = trail.by === 'percent'
  const [top, wished] = [best, price].map((text) => Number(parseDec(text, scale)))
  if (top === undefined || wished === undefined || top <= 0) return null
  const gap = Math.abs(top - wished)
  const [least, most] = isPercent ? [leastBips, mostBips] : [Math.max(2, bipsOf(top, leastBips)), bipsOf(top, mostBips)]
  const distance = Math.min(most, Math.max(least, isPercent ? Math.ceil((gap * 10_000) / top) : gap))
  if (!isDistanceFit(trail.by, distance, top)) return null
  return {
    distance: fixedDec(BigInt(distance), isPercent ? 2 : scale),
    price: fixedDec(BigInt(trailPrice(when, trail.by, distance, top)), scale),
  }
}

/** Where a line may be when it is moved to a price: a trailing one stands on its distances. */
export function snappedTo(line: OwnLine, price: string, scale: number): string {
  if (line.kind !== 'trigger' || line.trigger.trail === null || line.best === null) return price
  return trailTo(line.trigger, line.best, price, scale)?.price ?? line.price
}
/** What has to change so that the line stands at this price. */
export function amendTo({ trigger, best }: OwnTrigger, price: string, scale: number): TriggerAction {
  const { trail, trigger_price } = trigger
  if (trail !== null) {
    const to = best === null ? null : trailTo(trigger, best, price, scale)
    return { name: 'amend', terms: { distance: to?.distance ?? trail.distance } }
  }
  return { name: 'amend', terms: trigger_price === null ? { price } : { trigger_price: price } }
}

/** All of a coin with what it has cost, and the rate of the fee of a sale. */
export type CoinBasis = { readonly amount: bigint; readonly cost: bigint; readonly feeRate: bigint }
/** The lots of a position that a trigger closes. */
const lotsOf = ({ size }: Trigger, { share }: Position) =>
  size.by === 'lots' ? Math.min(Number(size.wanted), share) : share
/** What the buy that a sale waits for will bring and cost. */
function basisOfEntry({ trade_amount, target_price, charge_fee }: SpotOrder): CoinBasis {
  const [bought, feeRate] = [parseDec(trade_amount), parseDec(charge_fee)]
  return { amount: bought - mulDec(bought, feeRate), cost: mulDec(bought, parseDec(target_price)), feeRate }
}
/** What a trigger that closes or sells brings net if it acts at this price; null where that is not known. */
export function netAt(
  { trigger, position, entry }: OwnTrigger,
  price: string,
  terms: Pick<Terms, 'tick' | 'scale'>,
  held: CoinBasis | null,
): string | null {
  if (trigger.act === 'close')
    return position === null
      ? null
      : (stopView(
          { by: 'price', text: price },
          'takeProfit',
          basisOfPosition(position, terms, lotsOf(trigger, position)),
        )?.profit ?? null)
  if (trigger.act !== 'sell') return null
  const basis = entry === null ? held : basisOfEntry(entry)
  const { by, wanted, left } = trigger.size
  const units =
    trigger.status !== 'dormant' ? parseDec(left) : by === 'amount' ? parseDec(wanted) : (basis?.amount ?? 0n)
  return basis === null || units === 0n || units > basis.amount
    ? null
    : formatDec(saleResult(basis, units, parseDec(price), basis.feeRate))
}
