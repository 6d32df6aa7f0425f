import { isProtective, type TriggerWhen } from '#contract/trigger/trigger.ts'
import type { TriggerSource } from '#contract/wire/orders.ts'
import { createSorted, type Entry } from './sorted.ts'
import { createTrails, type Extreme } from './trails.ts'
import type { ExtremeRow, TriggerRow } from './rows.ts'

export type TriggerClass = 'protective' | 'entry'
/** Triggers that wait for the same move of the same price. */
type Side = {
  readonly plain: ReturnType<typeof createSorted>
  readonly trails: ReturnType<typeof createTrails>
  readonly sign: 1 | -1
  /** All that were armed up to this are in `trails`. */
  upTo: number
}
type PairWatch = { readonly sides: Map<string, Side>; readonly fresh: Set<number>; count: number }
/** An extreme as it is to be kept. */
export type Kept = Extreme & Pick<ExtremeRow, 'side' | 'upTo'>
/** Where a trigger was that was taken out; `left` is the group of its extreme, if it trailed. */
type Taken = { side: string; isFresh: boolean; left: (Extreme & { isEmpty: boolean }) | null }
/** Where a trigger waits: for a price, or behind an extreme. */
type Place = { key: string; seq: number; price: number; trail: TriggerRow['trail'] }

const other = (when: TriggerWhen): TriggerWhen => (when === 'above' ? 'below' : 'above')
const classOf = (row: TriggerRow): TriggerClass => (isProtective(row) ? 'protective' : 'entry')
export const sideKey = (source: TriggerSource, of: TriggerClass, when: TriggerWhen) => `${source}|${of}|${when}`

/** Where a trigger waits; null if it waits for no price. A trailing one waits for its activation on the other side. */
function placeOf(row: TriggerRow): Place | null {
  const { status, when, trail, source, price, seq } = row
  if (status !== 'armed' || when === null) return null
  const isTrailing = trail !== null && trail.isActive
  const waitsFor = trail === null || isTrailing ? when : other(when)
  return {
    key: sideKey(source, classOf(row), waitsFor),
    seq,
    price: trail === null ? price : trail.activate,
    trail: isTrailing ? trail : null,
  }
}

type Ports = {
  armedIn: (pair: number) => readonly TriggerRow[]
  extremesOf: (pair: number) => readonly ExtremeRow[]
}
const newSide = (key: string): Side => {
  const sign = key.endsWith('below') ? 1 : -1
  return { plain: createSorted(), trails: createTrails(sign), sign, upTo: 0 }
}

const sideIn = ({ sides }: PairWatch, key: string): Side => {
  const side = sides.get(key) ?? newSide(key)
  sides.set(key, side)
  return side
}
const entryOf = ({ sign }: Side, { price, seq }: Place, id: number): Entry => ({ key: price * sign, seq, id })
const enter = (side: Side, place: Place, id: number, start?: number): Extreme | null => {
  if (place.trail !== null) return side.trails.add({ id, seq: place.seq, ...place.trail }, start)
  side.plain.add(entryOf(side, place, id))
  return null
}
/** What is known of a pair, from the tables; `ticked` is its last tick. */
function build({ armedIn, extremesOf }: Ports, pair: number, ticked = Infinity): PairWatch {
  const watch: PairWatch = { sides: new Map(), fresh: new Set(), count: 0 }
  for (const row of extremesOf(pair).toSorted((a, b) => a.since - b.since)) {
    const side = sideIn(watch, row.side)
    side.trails.restore(row)
    side.upTo = Math.max(side.upTo, row.upTo)
  }
  for (const row of armedIn(pair).toSorted((a, b) => a.seq - b.seq)) {
    const place = placeOf(row)
    if (place === null) continue
    watch.count += 1
    const side = sideIn(watch, place.key)
    const isFresh = place.trail === null ? (row.armedAt ?? 0) >= ticked : place.seq > side.upTo
    if (isFresh) watch.fresh.add(row.id)
    else enter(side, place, row.id)
  }
  for (const { trails } of watch.sides.values()) trails.prune()
  return watch
}

/** What the prices move. */
const pricesOf = (of: (pair: number) => PairWatch) => ({
  /** A fresh row joins the others, with the price it trails from. Returns the extreme to be kept, if it trails. */
  join: (row: TriggerRow, start: number): Kept | null => {
    const watch = of(row.pair)
    const place = placeOf(row)
    watch.fresh.delete(row.id)
    if (place === null) return null
    const side = sideIn(watch, place.key)
    const extreme = enter(side, place, row.id, start)
    if (extreme === null) return null
    side.upTo = Math.max(side.upTo, place.seq)
    return { side: place.key, upTo: side.upTo, ...extreme }
  },
  /** The id of the next that this price reaches, by price, then by arming. */
  due: (pair: number, key: string, price: number): number | null => {
    const side = of(pair).sides.get(key)
    if (side === undefined) return null
    const [plain, trail] = [side.plain.first(), side.trails.first()]
    const isPlain = plain && (!trail || plain.key > trail.key || (plain.key === trail.key && plain.seq < trail.seq))
    const first = isPlain ? plain : trail
    return first && first.key >= price * side.sign ? first.id : null
  },
  /** A new price moves the extremes that it passes; what is to be forgotten and kept of them. */
  ratchet: (pair: number, key: string, price: number): { gone: readonly number[]; kept: Kept } | null => {
    const side = of(pair).sides.get(key)
    const moved = side === undefined || side.trails.isEmpty() ? null : side.trails.ratchet(price)
    if (side === undefined || moved === null) return null
    return { gone: moved.gone, kept: { side: key, upTo: side.upTo, ...moved.kept } }
  },
  /** The extreme that a trailing row has seen; of a fresh one the price it was armed at. */
  extremeOf: (row: TriggerRow): number | null => {
    const watch = of(row.pair)
    const place = placeOf(row)
    if (place === null || place.trail === null) return null
    return watch.fresh.has(row.id) ? place.trail.start : (watch.sides.get(place.key)?.trails.extremeOf(row.seq) ?? null)
  },
})

/**
 * Finds the triggers that a price reaches without looking at the others. Derived from the tables: what a command of an
 * owner has changed is changed back when it is rolled back; after one of the prices it is built again. What was armed
 * since the last tick is `fresh`: it joins the others at the next one, and the extremes before it do not count for it.
 */
export function createTriggerWatch(ports: Ports) {
  const pairs = new Map<number, PairWatch>()
  /** The last tick of each pair. */
  const ticked = new Map<number, number>()
  const of = (pair: number) => {
    const watch = pairs.get(pair) ?? build(ports, pair, ticked.get(pair))
    pairs.set(pair, watch)
    return watch
  }

  return {
    ...pricesOf(of),
    /** A row was armed; it counts from the next tick on. */
    add: (row: TriggerRow) => {
      const watch = pairs.get(row.pair)
      if (watch === undefined || placeOf(row) === null) return
      watch.count += 1
      watch.fresh.add(row.id)
    },
    /** A row is about to be replaced or removed. Returns where it was, if it was anywhere. */
    remove: (row: TriggerRow): Taken | null => {
      const watch = pairs.get(row.pair)
      const place = placeOf(row)
      if (watch === undefined || place === null) return null
      watch.count -= 1
      if (watch.fresh.delete(row.id)) return { side: place.key, isFresh: true, left: null }
      const side = sideIn(watch, place.key)
      if (place.trail === null) side.plain.remove(entryOf(side, place, row.id))
      const left = place.trail === null ? null : side.trails.remove({ id: row.id, seq: place.seq, ...place.trail })
      return { side: place.key, isFresh: false, left }
    },
    /** A row that was taken out is where it was before, because the command is rolled back. */
    putBack: (row: TriggerRow, { isFresh, left }: Taken) => {
      const watch = pairs.get(row.pair)
      const place = placeOf(row)
      if (watch === undefined || place === null) return
      watch.count += 1
      if (isFresh) return void watch.fresh.add(row.id)
      const side = sideIn(watch, place.key)
      if (place.trail === null) side.plain.add(entryOf(side, place, row.id))
      else if (left) side.trails.putBack({ id: row.id, seq: place.seq, ...place.trail }, left)
    },
    /** A trailing row has another distance; what it has seen stays. */
    change: (before: TriggerRow, after: TriggerRow) => {
      const watch = pairs.get(before.pair)
      const [from, to] = [placeOf(before), placeOf(after)]
      if (!watch || !from?.trail || !to?.trail || watch.fresh.has(before.id)) return
      const [id, seq] = [before.id, before.seq]
      sideIn(watch, from.key).trails.change({ id, seq, ...from.trail }, { id, seq, ...to.trail })
    },
    /** What is known of a pair may be wrong, because a command was rolled back. */
    forget: (pair: number) => void pairs.delete(pair),
    isBuilt: (pair: number) => pairs.has(pair),
    isIdle: (pair: number) => of(pair).count === 0,
    /** Notes a tick; returns the one before it. */
    tick: (pair: number, at: number): number => {
      const before = ticked.get(pair) ?? 0
      ticked.set(pair, at)
      return before
    },
    tickedAt: (pair: number) => ticked.get(pair) ?? 0,
    fresh: (pair: number): readonly number[] => [...of(pair).fresh],
  }
}
export type TriggerWatch = ReturnType<typeof createTriggerWatch>
