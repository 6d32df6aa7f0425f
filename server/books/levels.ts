/** An order waiting in the queue of its level. */
export type Resting<Kind> = {
  readonly id: number
  readonly owner: number
  readonly kind: Kind
  readonly level: Level<Kind>
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
}

/** One side of a book. Rank grows toward the best price on both sides, so one code serves both. */
export type Ladder<Kind> = {
  readonly sign: 1 | -1
  /** Levels that hold orders, by rank: the best is the last, where adding and removing moves next to nothing. */
  readonly listed: Level<Kind>[]
  /** Levels by price, with emptied ones until the next look at the changes: a price that flickers costs nothing. */
  readonly byPrice: Map<number, Level<Kind>>
  touched: Level<Kind>[]
}

/** An empty side: 1 when the highest price is the best (bids), -1 when the lowest is (asks). */
export const createLadder = <Kind>(sign: 1 | -1): Ladder<Kind> => ({ sign, listed: [], byPrice: new Map(), touched: [] })

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
  const { listed } = level.ladder
  const best = listed.at(-1)
  if (best === undefined || best.rank < level.rank) listed.push(level)
  else listed.splice(placeOf(listed, level.rank), 0, level)
}

function unlist<Kind>(level: Level<Kind>): void {
  const { listed } = level.ladder
  if (listed[listed.length - 1] === level) listed.pop()
  else listed.splice(placeOf(listed, level.rank), 1)
}

/** The level of a price; a new one is known but not listed until an order joins it. */
export function levelAt<Kind>(ladder: Ladder<Kind>, price: number): Level<Kind> {
  const known = ladder.byPrice.get(price)
  if (known !== undefined) return known
  const rank = price * ladder.sign
  const level = { ladder, price, rank, sum: 0, told: 0, first: null, last: null, isTouched: false }
  ladder.byPrice.set(price, level)
  return level
}

function touch<Kind>(level: Level<Kind>): void {
  if (level.isTouched) return
  level.isTouched = true
  level.ladder.touched.push(level)
}

/** Puts an order at the end of its level's queue. */
export function join<Kind>(level: Level<Kind>, id: number, owner: number, kind: Kind, left: number): Resting<Kind> {
  const order = { id, owner, kind, level, left, before: level.last, after: null }
  if (level.last === null) {
    level.first = order
    list(level)
  } else level.last.after = order
  level.last = order
  level.sum += left
  touch(level)
  return order
}

/** Takes a part of an order off its level; the order leaves the queue with its last step. */
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
}

/** Levels whose sum is another than at the last look, best price first; forgets emptied ones. */
export function takeChanges<Kind>(ladder: Ladder<Kind>): Level<Kind>[] {
  const { touched } = ladder
  ladder.touched = []
  const changes = touched.filter(({ sum, told }) => sum !== told).toSorted((a, b) => b.rank - a.rank)
  for (const level of touched) {
    level.told = level.sum
    level.isTouched = false
    if (level.first === null) ladder.byPrice.delete(level.price)
  }
  return changes
}
