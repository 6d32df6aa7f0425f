import { createIdTable, type IdTable } from './id-table.ts'

/** An order waiting in the queue of its level. */
export type Resting<Kind> = {
  id: number
  owner: number
  kind: Kind
  level: Level<Kind>
  left: number
  before: Resting<Kind> | null
  after: Resting<Kind> | null
}

/** All orders at one price, oldest first; `told` is the sum the last look at the changes has seen. */
export type Level<Kind> = {
  readonly ladder: Ladder<Kind>
  readonly price: number
  readonly rank: number
  sum: number
  told: number
  first: Resting<Kind> | null
  last: Resting<Kind> | null
  isTouched: boolean
  isListed: boolean
}

/** Emptied levels that are always worth keeping in their place. */
const enoughIdle = 4

/** One side of a book. Rank grows toward the best price on both sides, so one code serves both. */
export type Ladder<Kind> = {
  readonly sign: 1 | -1
  /** Levels by rank: the best is the last and holds orders; `idle` of the others are empty for a while. */
  listed: Level<Kind>[]
  idle: number
  /** Orders that have left, strung together by `after`, to be used again. */
  spare: Resting<Kind> | null
  /** Levels by price, with emptied ones until the next look at the changes: a price that flickers costs nothing. */
  readonly byPrice: IdTable<Level<Kind>>
  touched: Level<Kind>[]
}

/** An empty side: 1 when the highest price is the best (bids), -1 when the lowest is (asks). */
export const createLadder = <Kind>(sign: 1 | -1): Ladder<Kind> => ({
  sign,
  listed: [],
  idle: 0,
  spare: null,
  byPrice: createIdTable(),
  touched: [],
})

/** The first level of this rank or a better one. */
function placeOf<Kind>(listed: readonly Level<Kind>[], rank: number): number {
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
  else listed.splice(placeOf(listed, level.rank), 0, level)
}

/** An empty level is forgotten, unless the next look at the changes has still to hear of it. */
function drop<Kind>(level: Level<Kind>): void {
  level.isListed = false
  if (!level.isTouched) level.ladder.byPrice.remove(level.price)
}

/** An emptied level goes at once when it was the best; behind others it stays idle until idle ones are the most. */
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
  if (ladder.idle <= enoughIdle + listed.length / 2) return
  ladder.listed = listed.filter(({ first }) => first !== null)
  ladder.idle = 0
  for (const level of listed) if (level.first === null) drop(level)
}

/** The best levels that hold orders, best first. */
export function nearest<Kind>({ listed }: Ladder<Kind>, count: number): Level<Kind>[] {
  const found: Level<Kind>[] = []
  for (let at = listed.length - 1; at >= 0 && found.length < count; at--) {
    const level = listed[at]
    if (level !== undefined && level.first !== null) found.push(level)
  }
  return found
}

/** The level of a price; a new one is known but not listed until an order joins it. */
export function levelAt<Kind>(ladder: Ladder<Kind>, price: number): Level<Kind> {
  const known = ladder.byPrice.get(price)
  if (known !== null) return known
  const rank = price * ladder.sign
  const level = { ladder, price, rank, sum: 0, told: 0, first: null, last: null, isTouched: false, isListed: false }
  ladder.byPrice.add(price, level)
  return level
}

function touch<Kind>(level: Level<Kind>): void {
  if (level.isTouched) return
  level.isTouched = true
  level.ladder.touched.push(level)
}

/** An order for the end of a queue, made of one that has left: new ones would age into the slow part of the heap. */
function fresh<Kind>(level: Level<Kind>, id: number, owner: number, kind: Kind, left: number): Resting<Kind> {
  const { ladder, last: before } = level
  const order = ladder.spare
  if (order === null) return { id, owner, kind, level, left, before, after: null }
  ladder.spare = order.after
  order.id = id
  order.owner = owner
  order.kind = kind
  order.level = level
  order.left = left
  order.before = before
  order.after = null
  return order
}

/** Puts an order at the end of its level's queue. */
export function join<Kind>(level: Level<Kind>, id: number, owner: number, kind: Kind, left: number): Resting<Kind> {
  const order = fresh(level, id, owner, kind, left)
  if (level.last === null) {
    level.first = order
    list(level)
  } else level.last.after = order
  level.last = order
  level.sum += left
  touch(level)
  return order
}

/** Takes a part of an order off its level; after its last step it may be read only until the next order joins. */
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
  order.after = level.ladder.spare
  level.ladder.spare = order
}

/** Levels whose sum is another than at the last look, best price first; forgets emptied ones. */
export function takeChanges<Kind>(ladder: Ladder<Kind>): Level<Kind>[] {
  const { touched } = ladder
  ladder.touched = []
  const changes = touched.filter(({ sum, told }) => sum !== told).toSorted((a, b) => b.rank - a.rank)
  for (const level of touched) {
    level.told = level.sum
    level.isTouched = false
    if (level.first === null && !level.isListed) ladder.byPrice.remove(level.price)
  }
  return changes
}
