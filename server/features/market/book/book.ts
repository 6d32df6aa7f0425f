import { createIdTable, type IdTable } from './id-table.ts'
import { createLadder, join, type Ladder, levelAt, nearest, reduce, type Resting, takeChanges } from './levels.ts'

export type BookSide = 'buy' | 'sell'
export type BookKind = 'limit' | 'market' | 'ioc' | 'post_only'

/**
 * An order as the book sees it: price in ticks (of a market order the worst one allowed), amount in steps.
 * A market buy may bear `total` instead (amount 0): ticks × steps to spend at most.
 */
export type BookOrder = {
  id: number
  owner: number
  side: BookSide
  kind: BookKind
  price: number
  amount: number
  total?: bigint
}

/** One trade, at the price of the order that was resting; `side` is the taker's. */
export type Fill = {
  maker: number
  makerOwner: number
  taker: number
  takerOwner: number
  side: BookSide
  price: number
  amount: number
  makerLeft: number
}

/**
 * What became of an order: `rested` steps wait in the book, `left` steps are cancelled. `stopped` says why it went no
 * further: `self` when the next order to meet was its owner's, `wouldTake` when a post-only order would have traded.
 * An order by total is `filled` when it traded and the rest buys no further step; its `left` is 0,
 * its amount never being known.
 */
export type Placed = {
  fills: readonly Fill[]
  rested: number
  left: number
  stopped: 'filled' | 'rested' | 'unfilled' | 'self' | 'wouldTake'
}

/** One market's orders by price, then time. Synchronous and deterministic: the same calls give the same answers. */
export type Book = {
  place(order: BookOrder): Placed
  /** Steps cancelled; 0 when no such order rests. */
  cancel(id: number): number
  /** The best resting price of a side. */
  best(side: BookSide): number | null
  /** The sums of the best levels, best first. */
  depth(side: BookSide, levels: number): [price: number, amount: number][]
  /** How many orders rest. */
  size(): number
  /** Bids, then asks, best price first, then oldest first; placing them in this order builds the same book. */
  orders(): BookOrder[]
  /** Levels whose sum is another than at the last call, with the new sum, 0 when gone; bids, then asks, best first. */
  changed(): { side: BookSide; price: number; amount: number }[]
  /** Would an order of this side and limit trade at once? */
  canFill(side: BookSide, price: number): boolean
}

type Taken = { fills: readonly Fill[]; left: number; end: 'filled' | 'self' | 'open' }
type Maker = Resting<BookKind>

const noFills: readonly Fill[] = []

/** Throws on what no handler may let through: a bug, not a refusal. */
export function checkOrder({ id, side, kind, price, amount, total }: BookOrder): void {
  if (!Number.isSafeInteger(id) || id < 0) throw new RangeError('id is no number of an order')
  const isTotal = total !== undefined
  if (!Number.isSafeInteger(price) || price < (kind === 'market' ? 0 : 1)) throw new RangeError('price is no tick')
  const isCount = Number.isSafeInteger(amount) && amount >= 0
  if (!isCount || (amount === 0) !== isTotal) throw new RangeError('amount is no steps')
  if (isTotal && (kind !== 'market' || side !== 'buy' || total < 0n)) throw new RangeError('total is for market buys')
}

/** The order to meet next on the other side, or null when none is left within the limit. */
function nextMaker(facing: Ladder<BookKind>, worst: number): Maker | null {
  const level = facing.listed[facing.listed.length - 1]
  return level === undefined || level.rank < worst ? null : level.first
}

/** Trades up to `amount` steps with one resting order. */
function trade(order: BookOrder, maker: Maker, amount: number, orders: IdTable<Maker>): Fill {
  reduce(maker, amount)
  if (maker.left === 0) orders.remove(maker.id)
  return {
    maker: maker.id,
    makerOwner: maker.owner,
    taker: order.id,
    takerOwner: order.owner,
    side: order.side,
    price: maker.level.price,
    amount,
    makerLeft: maker.left,
  }
}

/** Trades an order by amount until it is filled, its limit is reached or it would meet its owner. */
function takeAmount(order: BookOrder, facing: Ladder<BookKind>, orders: IdTable<Maker>): Taken {
  const worst = order.price * facing.sign
  let maker = nextMaker(facing, worst)
  // Made of its first fill: an empty array would make room for seventeen at the first push.
  let fills: Fill[] | null = null
  let left = order.amount
  while (maker !== null) {
    if (maker.owner === order.owner) return { fills: fills ?? noFills, left, end: 'self' }
    const fill = trade(order, maker, Math.min(left, maker.left), orders)
    if (fills === null) fills = [fill]
    else fills.push(fill)
    left -= fill.amount
    if (left === 0) return { fills, left, end: 'filled' }
    maker = nextMaker(facing, worst)
  }
  return { fills: fills ?? noFills, left, end: 'open' }
}

/** The same for an order by total: filled when it traded and the rest buys no step at the last price met. */
function takeTotal(order: BookOrder, total: bigint, facing: Ladder<BookKind>, orders: IdTable<Maker>): Taken {
  const worst = order.price * facing.sign
  const fills: Fill[] = []
  let budget = total
  let metPrice = 0n
  for (let maker = nextMaker(facing, worst); maker !== null; maker = nextMaker(facing, worst)) {
    metPrice = BigInt(maker.level.price)
    if (budget < metPrice) break
    if (maker.owner === order.owner) return { fills, left: 0, end: 'self' }
    // A quotient beyond 2^53 loses digits, but then the resting order is the smaller of the two.
    const fill = trade(order, maker, Math.min(Number(budget / metPrice), maker.left), orders)
    fills.push(fill)
    budget -= metPrice * BigInt(fill.amount)
  }
  return { fills, left: 0, end: fills.length > 0 && budget < metPrice ? 'filled' : 'open' }
}

const asOrder = ({ id, owner, kind, left, level }: Maker, side: BookSide): BookOrder => ({
  id,
  owner,
  side,
  kind,
  price: level.price,
  amount: left,
})

function* queued(ladder: Ladder<BookKind>): Generator<Maker> {
  for (const level of nearest(ladder, Infinity)) {
    for (let order = level.first; order !== null; order = order.after) yield order
  }
}

/** The fast book: cancelling costs the same at any depth, and work at the best price touches no other level. */
export function createBook(): Book {
  const orders = createIdTable<Maker>()
  const bids = createLadder<BookKind>(1)
  const asks = createLadder<BookKind>(-1)
  const facingOf = (side: BookSide) => (side === 'buy' ? asks : bids)
  const ownOf = (side: BookSide) => (side === 'buy' ? bids : asks)

  /** Rests what is left, unless its level would outgrow exact numbers. */
  function rest({ id, owner, side, kind, price }: BookOrder, left: number): boolean {
    const level = levelAt(ownOf(side), price)
    if (!Number.isSafeInteger(level.sum + left)) return false
    orders.add(id, join(level, id, owner, kind, left))
    return true
  }

  function place(order: BookOrder): Placed {
    checkOrder(order)
    if (orders.get(order.id) !== null) throw new RangeError('an order of this id rests already')
    const { kind, price, amount, total } = order
    const facing = facingOf(order.side)
    if (kind === 'post_only' && nextMaker(facing, price * facing.sign) !== null) {
      return { fills: noFills, rested: 0, left: amount, stopped: 'wouldTake' }
    }
    const { fills, left, end } =
      total === undefined ? takeAmount(order, facing, orders) : takeTotal(order, total, facing, orders)
    if (end !== 'open') return { fills, rested: 0, left, stopped: end }
    const mayRest = kind === 'limit' || kind === 'post_only'
    if (mayRest && rest(order, left)) return { fills, rested: left, left: 0, stopped: 'rested' }
    return { fills, rested: 0, left, stopped: 'unfilled' }
  }

  function cancel(id: number): number {
    const order = orders.get(id)
    if (order === null) return 0
    const { left } = order
    orders.remove(id)
    reduce(order, left)
    return left
  }

  return {
    place,
    cancel,
    best: (side) => ownOf(side).listed.at(-1)?.price ?? null,
    depth: (side, levels) => nearest(ownOf(side), levels).map(({ price, sum }) => [price, sum]),
    size: () => orders.size(),
    orders: () => [
      ...Array.from(queued(bids), (order) => asOrder(order, 'buy')),
      ...Array.from(queued(asks), (order) => asOrder(order, 'sell')),
    ],
    changed: () => [
      ...takeChanges(bids).map(({ price, sum }) => ({ side: 'buy' as const, price, amount: sum })),
      ...takeChanges(asks).map(({ price, sum }) => ({ side: 'sell' as const, price, amount: sum })),
    ],
    canFill: (side, price) => {
      const facing = facingOf(side)
      return nextMaker(facing, price * facing.sign) !== null
    },
  }
}
