import { createIdTable, type IdTable } from './id-table.ts'

/** A resting order in the queue of its level, a doubly linked list. */
export type Resting<Kind> = {
  id: number
  owner: number
  kind: Kind
  level: Level<Kind>
  left: number
  before: Resting<Kind> | null
  after: Resting<Kind> | null
}

/**
 * All orders at one price, oldest first. `rank` grows towards the best price; `reportedSum` is the sum at the last
 * `takeChanges`.
 */
type Level<Kind> = {
  readonly ladder: Ladder<Kind>
  readonly price: number
  readonly rank: number
  sum: number
  reportedSum: number
  first: Resting<Kind> | null
  last: Resting<Kind> | null
  isTouched: boolean
  isListed: boolean
}

/** At least this many empty levels may stay listed. */
const minIdle = 4

/** One side of a book. Rank grows towards the best price on both sides, so both sides use the same code. */
export type Ladder<Kind> = {
  readonly sign: 1 | -1
  /** Levels in order of rank. The last one is the best and is never empty; `idle` of the others are empty. */
  listed: Level<Kind>[]
  idle: number
  /** Free list of order objects that have left the book, linked by `after`, to be reused. */
  freeOrders: Resting<Kind> | null
  /**
   * Levels by price. Empty ones stay until the next `takeChanges`, so that a level that empties and refills costs
   * nothing.
   */
  readonly byPrice: IdTable<Level<Kind>>
  touched: Level<Kind>[]
}

/** Creates an empty side; `sign` is 1 if the highest price is the best (bids), -1 if the lowest is (asks). */
export const createLadder = <Kind>(sign: 1 | -1): Ladder<Kind> => ({
  sign,
  listed: [],
  idle: 0,
  freeOrders: null,
  byPrice: createIdTable(),
  touched: [],
})

/** Index of the first level with at least this rank. */
function indexOfRank<Kind>(listed: readonly Level<Kind>[], rank: number): number {
  let low = 0
  let high = listed.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const level = listed[middle]
    if (level !== undefined && level.rank < rank) low = middle + 1
    else high = middle
  }
  return low
}

function list<Kind>(level: Level<Kind>): void {
  if (level.isListed) {
    level.ladder.idle -= 1
    return
  }
  level.isListed = true
  const { listed } = level.ladder
  const best = listed[listed.length - 1]
  if (best === undefined || best.rank < level.rank) listed.push(level)
  else listed.splice(indexOfRank(listed, level.rank), 0, level)
}

/** Removes an empty level, unless the next `takeChanges` still has to report it. */
function drop<Kind>(level: Level<Kind>): void {
  level.isListed = false
  if (!level.isTouched) level.ladder.byPrice.remove(level.price)
}

/**
 * Handles a level that became empty: removed at once if it was the best; otherwise it stays until more than half of the
 * levels are idle.
 */
function unlist<Kind>({ ladder }: Level<Kind>): void {
  const { listed } = ladder
  ladder.idle += 1
  for (let at = listed.length - 1; at >= 0; at--) {
    const best = listed[at]
    if (best === undefined || best.first !== null) break
    listed.pop()
    ladder.idle -= 1
    drop(best)
  }
  if (ladder.idle <= minIdle + listed.length / 2) return
  ladder.listed = listed.filter(({ first }) => first !== null)
  ladder.idle = 0
  for (const level of listed) if (level.first === null) drop(level)
}

/** Up to `count` of the best levels that have orders, best first. */
export function bestLevels<Kind>({ listed }: Ladder<Kind>, count: number): Level<Kind>[] {
  const found: Level<Kind>[] = []
  for (let at = listed.length - 1; at >= 0 && found.length < count; at--) {
    const level = listed[at]
    if (level !== undefined && level.first !== null) found.push(level)
  }
  return found
}

/** The level of a price, created if needed; a new one is not listed until an order joins it. */
export function levelAt<Kind>(ladder: Ladder<Kind>, price: number): Level<Kind> {
  const existing = ladder.byPrice.get(price)
  if (existing !== null) return existing
  const rank = price * ladder.sign
  const level = {
    ladder,
    price,
    rank,
    sum: 0,
    reportedSum: 0,
    first: null,
    last: null,
    isTouched: false,
    isListed: false,
  }
  ladder.byPrice.add(price, level)
  return level
}

function touch<Kind>(level: Level<Kind>): void {
  if (level.isTouched) return
  level.isTouched = true
  level.ladder.touched.push(level)
}

/**
 * An order object for the end of a queue. Objects are reused, because new ones would be promoted to the old generation
 * of the heap.
 */
function allocateOrder<Kind>(level: Level<Kind>, id: number, owner: number, kind: Kind, left: number): Resting<Kind> {
  const { ladder, last: before } = level
  const order = ladder.freeOrders
  if (order === null) return { id, owner, kind, level, left, before, after: null }
  ladder.freeOrders = order.after
  order.id = id
  order.owner = owner
  order.kind = kind
  order.level = level
  order.left = left
  order.before = before
  order.after = null
  return order
}

/** Adds an order at the end of its level's queue. */
export function join<Kind>(level: Level<Kind>, id: number, owner: number, kind: Kind, left: number): Resting<Kind> {
  const order = allocateOrder(level, id, owner, kind, left)
  if (level.last === null) {
    level.first = order
    list(level)
  } else level.last.after = order
  level.last = order
  level.sum += left
  touch(level)
  return order
}

/**
 * Reduces an order and the sum of its level. An order with nothing left leaves the book; its object is valid only until
 * the next `join`.
 */
export function reduce<Kind>(order: Resting<Kind>, amount: number): void {
  const { level, before, after } = order
  order.left -= amount
  level.sum -= amount
  touch(level)
  if (order.left > 0) return
  if (before === null) level.first = after
  else before.after = after
  if (after === null) level.last = before
  else after.before = before
  if (level.first === null) unlist(level)
  order.after = level.ladder.freeOrders
  level.ladder.freeOrders = order
}

/** Levels whose sum changed since the last call, best price first; then removes empty levels. */
export function takeChanges<Kind>(ladder: Ladder<Kind>): Level<Kind>[] {
  const { touched } = ladder
  ladder.touched = []
  const changes = touched.filter(({ sum, reportedSum }) => sum !== reportedSum).toSorted((a, b) => b.rank - a.rank)
  for (const level of touched) {
    level.reportedSum = level.sum
    level.isTouched = false
    if (level.first === null && !level.isListed) ladder.byPrice.remove(level.price)
  }
  return changes
}
