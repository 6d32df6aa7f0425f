import type { TrailBy } from '#contract/wire/orders.ts'
import { trailGap } from '#contract/trigger/trigger-terms.ts'
import { createSorted, type Entry, type Sorted } from './sorted.ts'

/** A trailing trigger: its distance in ticks or hundredths of a percent, and its place in the order of arming. */
type Trail = { readonly id: number; readonly seq: number; readonly by: TrailBy; readonly distance: number }
/**
 * Those that share one extreme, in the order of arming. All that were armed from `since` on, and before the next group
 * begins, are its members.
 */
type Group = { since: number; extreme: number; readonly amount: Sorted; readonly percent: Sorted; next: Entry | null }
/** What is kept of a group over a restart. */
export type Extreme = { readonly since: number; readonly extreme: number }

const entryOf = ({ id, seq, distance }: Trail): Entry => ({ key: -distance, seq, id })
const newGroup = (since: number, extreme: number): Group => ({
  since,
  extreme,
  amount: createSorted(),
  percent: createSorted(),
  next: null,
})
const sizeOf = ({ amount, percent }: Group) => amount.size() + percent.size()

/** The groups in the order of arming, and by the price at which the first of each fires; `id` is their `since`. */
type Groups = { readonly list: Group[]; readonly order: Sorted }

/** The first to fire of a group, with the signed price at which it does. */
function firstOf(group: Group): Entry | null {
  const [amount, percent] = (['amount', 'percent'] as const).map((by) => {
    const first = group[by].first()
    return first && { ...first, key: group.extreme - trailGap(by, -first.key, Math.abs(group.extreme)) }
  })
  if (!amount || !percent) return amount ?? percent ?? null
  return amount.key > percent.key || (amount.key === percent.key && amount.seq < percent.seq) ? amount : percent
}
function settle({ order }: Groups, group: Group) {
  if (group.next) order.remove(group.next)
  const first = firstOf(group)
  group.next = first && { key: first.key, seq: group.since, id: group.since }
  if (group.next) order.add(group.next)
}
/** Index of the last group that began at or before this arming; -1 if there is none. */
function indexOf({ list }: Groups, seq: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.since ?? Infinity) <= seq) low = middle + 1
    else high = middle
  }
  return low - 1
}
function drop(groups: Groups, group: Group) {
  if (group.next) groups.order.remove(group.next)
  groups.list.splice(indexOf(groups, group.since), 1)
}
/** Makes one of the groups whose extreme a price passes; the smaller ones join the largest. Null if it passes none. */
function mergePassed(groups: Groups, signed: number): { gone: readonly number[]; since: number } | null {
  const { list, order } = groups
  const passed: Group[] = []
  for (let last = list.at(-1); last !== undefined && last.extreme < signed; last = list.at(-1)) {
    passed.unshift(last)
    list.pop()
  }
  const [oldest] = passed
  if (oldest === undefined) return null
  const largest = passed.reduce((most, group) => (sizeOf(group) > sizeOf(most) ? group : most))
  for (const group of passed) {
    if (group.next) order.remove(group.next)
    group.next = null
    if (group === largest) continue
    for (const by of ['amount', 'percent'] as const) for (const entry of group[by].inOrder()) largest[by].add(entry)
  }
  const { since } = oldest
  const joined = { ...largest, since, extreme: signed }
  list.push(joined)
  settle(groups, joined)
  return { gone: passed.map((group) => group.since).filter((each) => each !== since), since }
}

/**
 * Trailing triggers of one side of one market and source, so that a new extreme costs nothing per trigger. Prices are
 * signed so that the extreme is the largest: a trigger fires at its extreme less its distance. Who was armed later has
 * seen less, so the extremes of the groups fall with the order of arming; a new extreme joins the last ones to one.
 */
export function createTrails(sign: 1 | -1) {
  const groups: Groups = { list: [], order: createSorted() }
  const { list, order } = groups
  const of = (seq: number) => list[indexOf(groups, seq)]

  return {
    isEmpty: () => list.length === 0,
    /** The first to fire, with the signed price at which it does. */
    first: (): Entry | null => {
      const group = of(order.first()?.id ?? -Infinity)
      return group === undefined ? null : firstOf(group)
    },
    /** A group as it was kept. */
    restore: ({ since, extreme }: Extreme) => void list.push(newGroup(since, extreme * sign)),
    /** Forgets groups that nobody is left in after all were restored. */
    prune: () => {
      for (const group of list.filter((each) => sizeOf(each) === 0)) drop(groups, group)
    },
    /**
     * A trigger joins at the price it was armed at, or the group it belongs to (without a price). Returns its group.
     */
    add: (trail: Trail, price?: number): Extreme => {
      const last = of(trail.seq)
      // A price above the last extreme is not confirmed yet, or it would have moved it.
      const isNew = last === undefined || (price !== undefined && price * sign < last.extreme)
      const group = isNew ? newGroup(trail.seq, (price ?? 0) * sign) : last
      if (isNew) list.splice(indexOf(groups, trail.seq) + 1, 0, group)
      group[trail.by].add(entryOf(trail))
      settle(groups, group)
      return { since: group.since, extreme: group.extreme * sign }
    },
    /** Returns the group it was in, and whether nobody is left there. */
    remove: (trail: Trail): (Extreme & { isEmpty: boolean }) | null => {
      const group = of(trail.seq)
      if (group === undefined) return null
      group[trail.by].remove(entryOf(trail))
      const isEmpty = sizeOf(group) === 0
      if (isEmpty) drop(groups, group)
      else settle(groups, group)
      return { since: group.since, extreme: group.extreme * sign, isEmpty }
    },
    /** A trigger that was removed, in the group it was in. */
    putBack: (trail: Trail, { since, extreme }: Extreme) => {
      if (of(trail.seq)?.since !== since)
        list.splice(indexOf(groups, trail.seq) + 1, 0, newGroup(since, extreme * sign))
      const group = of(trail.seq)
      if (group === undefined) return
      group[trail.by].add(entryOf(trail))
      settle(groups, group)
    },
    /** Another distance of a trigger, which keeps the extreme that it has seen. */
    change: (before: Trail, after: Trail) => {
      const group = of(before.seq)
      if (!group?.[before.by].remove(entryOf(before))) return
      group[after.by].add(entryOf(after))
      settle(groups, group)
    },
    extremeOf: (seq: number): number | null => {
      const group = of(seq)
      return group === undefined ? null : group.extreme * sign
    },
    /** A new price: the groups whose extreme it passes become one. Returns what is to be forgotten and to be kept. */
    ratchet: (price: number): { gone: readonly number[]; kept: Extreme } | null => {
      const moved = mergePassed(groups, price * sign)
      return moved && { gone: moved.gone, kept: { since: moved.since, extreme: price } }
    },
  }
}
