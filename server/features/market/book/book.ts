import type { SelfTrade } from '#contract/wire/orders.ts'
import { createIdTable, type IdTable } from './id-table.ts'
import { createLadder, join, type Ladder, levelAt, bestLevels, reduce, type Resting, takeChanges } from './levels.ts'

export type BookSide = 'buy' | 'sell'
export type BookKind = 'limit' | 'market' | 'ioc' | 'post_only'

/**
 * An order as the book sees it: price in ticks (for a market order the worst price allowed), amount in steps (the
 * pair's lot size). A market buy may have a `total` instead, with amount 0: the most it may spend, in ticks × steps.
 */
export type BookOrder = {
  id: number
  owner: number
  side: BookSide
  kind: BookKind
  price: number
  amount: number
  total?: bigint
  /** Resting orders of the same owner are withdrawn as they are met (`maker`), or the first, and this one ends. */
  stp?: Exclude<SelfTrade, 'taker'>
}

/** One trade, at the maker's price; `side` is the taker's, `makerLeft` is what the maker's order has left. */
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
 * Result of placing an order: `rested` steps now rest in the book, `left` steps are cancelled. `stopped` is the reason
 * why it did not fill further: `self` if the next order to match has the same owner, `wouldTake` if a post-only order
 * would have traded. An order by total is `filled` if it traded and what remains buys no further step; its `left` is
 * always 0, because it has no amount.
 */
export type Placed = {
  fills: readonly Fill[]
  rested: number
  left: number
  stopped: 'filled' | 'rested' | 'unfilled' | 'self' | 'wouldTake'
  /** Ids of the owner's resting orders that were withdrawn for it; left out if there are none. */
  withdrawn?: readonly number[]
}

/** How far an order is from the head of its level. */
export type QueuePlace = { ahead: number; place: number }

/**
 * The order book of one market, with price-time priority. Synchronous and deterministic: the same calls give the same
 * results (M7).
 */
export type Book = {
  place(order: BookOrder): Placed
  /** Cancels a resting order; returns the steps cancelled, 0 if no such order rests. */
  cancel(id: number): number
  /** Takes steps off a resting order, which keeps its place; fewer than rest. */
  reduce(id: number, amount: number): void
  /** The best price of a side; null if the side is empty. */
  best(side: BookSide): number | null
  /** Price and total amount of the best levels, best first. */
  depth(side: BookSide, levels: number): [price: number, amount: number][]
  /** Number of resting orders. */
  size(): number
  /**
   * What stands before a resting order at its own price, in steps, and its place in that queue, from 1; null if no such
   * order rests.
   */
  queue(id: number): QueuePlace | null
  /**
   * All resting orders: bids, then asks, each best price first and oldest first. Placing them in this order rebuilds
   * the same book.
   */
  orders(): BookOrder[]
  /**
   * Levels whose sum changed since the last call, with the new sum (0 if the level is gone); bids, then asks, best
   * first.
   */
  changed(): { side: BookSide; price: number; amount: number }[]
  /** True if an order of this side and limit price would trade at once. */
  canFill(side: BookSide, price: number): boolean
}

type MatchResult = { fills: readonly Fill[]; left: number; end: 'filled' | 'self' | 'open' }
type Withdraw = (maker: Maker) => void
type Maker = Resting<BookKind>

const noFills: readonly Fill[] = []

/** Throws on input that handlers must have refused: it is a bug, not a refusal. */
export function checkOrder({ id, side, kind, price, amount, total }: BookOrder): void {
  if (!Number.isSafeInteger(id) || id < 0) throw new RangeError('the id is not a whole number >= 0')
  const isTotal = total !== undefined
  if (!Number.isSafeInteger(price) || price < (kind === 'market' ? 0 : 1))
    throw new RangeError('the price is not a whole number of ticks')
  const isCount = Number.isSafeInteger(amount) && amount >= 0
  if (!isCount || (amount === 0) !== isTotal) throw new RangeError('the amount is not a whole number of steps')
  if (isTotal && (kind !== 'market' || side !== 'buy' || total < 0n))
    throw new RangeError('only market buys may have a total')
}

/** The order to match next on the opposite side; null if none is left within the limit. */
function nextMaker(opposite: Ladder<BookKind>, minRank: number): Maker | null {
  const level = opposite.listed[opposite.listed.length - 1]
  return level === undefined || level.rank < minRank ? null : level.first
}

/** Fills `amount` steps of one resting order. */
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

/**
 * Matches an order by amount until it is filled, no order within its limit is left, or the next one has the same owner.
 */
function matchAmount(
  order: BookOrder,
  opposite: Ladder<BookKind>,
  orders: IdTable<Maker>,
  withdraw: Withdraw,
): MatchResult {
  const minRank = order.price * opposite.sign
  let maker = nextMaker(opposite, minRank)
  // The array is created with its first fill: pushing onto an empty array would allocate space for 17 elements.
  let fills: Fill[] | null = null
  let left = order.amount
  while (maker !== null) {
    if (maker.owner === order.owner) {
      if (order.stp !== undefined) withdraw(maker)
      if (order.stp !== 'maker') return { fills: fills ?? noFills, left, end: 'self' }
      maker = nextMaker(opposite, minRank)
      continue
    }
    const fill = trade(order, maker, Math.min(left, maker.left), orders)
    if (fills === null) fills = [fill]
    else fills.push(fill)
    left -= fill.amount
    if (left === 0) return { fills, left, end: 'filled' }
    maker = nextMaker(opposite, minRank)
  }
  return { fills: fills ?? noFills, left, end: 'open' }
}

/** Matches an order by total: filled if it traded and what remains buys no step at the last price reached. */
function matchTotal(
  order: BookOrder,
  total: bigint,
  opposite: Ladder<BookKind>,
  orders: IdTable<Maker>,
  withdraw: Withdraw,
): MatchResult {
  const minRank = order.price * opposite.sign
  const fills: Fill[] = []
  let budget = total
  let lastPrice = 0n
  for (let maker = nextMaker(opposite, minRank); maker !== null; maker = nextMaker(opposite, minRank)) {
    const price = BigInt(maker.level.price)
    if (budget < price) {
      lastPrice = price
      break
    }
    if (maker.owner === order.owner) {
      if (order.stp !== undefined) withdraw(maker)
      if (order.stp !== 'maker') return { fills, left: 0, end: 'self' }
      continue
    }
    lastPrice = price
    // A quotient above 2^53 loses precision, but then the maker's amount is the smaller of the two.
    const fill = trade(order, maker, Math.min(Number(budget / lastPrice), maker.left), orders)
    fills.push(fill)
    budget -= lastPrice * BigInt(fill.amount)
  }
  return { fills, left: 0, end: fills.length > 0 && budget < lastPrice ? 'filled' : 'open' }
}

const orderOf = ({ id, owner, kind, left, level }: Maker, side: BookSide): BookOrder => ({
  id,
  owner,
  side,
  kind,
  price: level.price,
  amount: left,
})

function* restingOrders(ladder: Ladder<BookKind>): Generator<Maker> {
  for (const level of bestLevels(ladder, Infinity)) {
    for (let order = level.first; order !== null; order = order.after) yield order
  }
}

const changesOf = (ladder: Ladder<BookKind>, side: BookSide) =>
  takeChanges(ladder).map(({ price, sum }) => ({ side, price, amount: sum }))

/** What stands before an order in the queue of its level. */
function queuePlace(order: Maker | null): QueuePlace | null {
  if (order === null) return null
  let ahead = 0
  let place = 1
  for (let { before } = order; before !== null; { before } = before) {
    ahead += before.left
    place += 1
  }
  return { ahead, place }
}

/**
 * The book used in production: cancelling takes constant time at any depth, and trading at the best price touches no
 * other level. `expected`: how many orders it is made for at first.
 */
export function createBook(expected = 0): Book {
  const orders = createIdTable<Maker>(expected)
  const bids = createLadder<BookKind>(1)
  const asks = createLadder<BookKind>(-1)
  const oppositeOf = (side: BookSide) => (side === 'buy' ? asks : bids)
  const ladderOf = (side: BookSide) => (side === 'buy' ? bids : asks)
  /** Own orders that gave way to the order that is being placed. */
  let gone: number[] | null = null
  const withdraw: Withdraw = (maker) => {
    gone = [...(gone ?? []), maker.id]
    take(maker)
  }

  /**
   * Adds the remaining steps to the book, unless the sum of the level would exceed 2^53 - 1; returns whether it did.
   */
  function rest({ id, owner, side, kind, price }: BookOrder, left: number): boolean {
    const level = levelAt(ladderOf(side), price)
    if (!Number.isSafeInteger(level.sum + left)) return false
    orders.add(id, join(level, id, owner, kind, left))
    return true
  }

  function place(order: BookOrder): Placed {
    checkOrder(order)
    if (orders.get(order.id) !== null) throw new RangeError('an order with this id rests already')
    const { kind, price, amount, total } = order
    const opposite = oppositeOf(order.side)
    if (kind === 'post_only' && nextMaker(opposite, price * opposite.sign) !== null) {
      return { fills: noFills, rested: 0, left: amount, stopped: 'wouldTake' }
    }
    gone = null
    const { fills, left, end } =
      total === undefined
        ? matchAmount(order, opposite, orders, withdraw)
        : matchTotal(order, total, opposite, orders, withdraw)
    const mayRest = end === 'open' && (kind === 'limit' || kind === 'post_only')
    const placed: Placed =
      mayRest && rest(order, left)
        ? { fills, rested: left, left: 0, stopped: 'rested' }
        : { fills, rested: 0, left, stopped: end === 'open' ? 'unfilled' : end }
    return gone === null ? placed : { ...placed, withdrawn: gone }
  }

  /** Takes a resting order out of the book; returns what it had left. */
  function take(order: Maker): number {
    const { left } = order
    orders.remove(order.id)
    reduce(order, left)
    return left
  }

  function cancel(id: number): number {
    const order = orders.get(id)
    return order === null ? 0 : take(order)
  }

  return {
    place,
    cancel,
    queue: (id) => queuePlace(orders.get(id)),
    reduce: (id, amount) => {
      const order = orders.get(id)
      if (order === null || amount >= order.left) throw new RangeError('an order keeps some of what rests')
      reduce(order, amount)
    },
    best: (side) => ladderOf(side).listed.at(-1)?.price ?? null,
    depth: (side, levels) => bestLevels(ladderOf(side), levels).map(({ price, sum }) => [price, sum]),
    size: () => orders.size(),
    orders: () => [
      ...Array.from(restingOrders(bids), (order) => orderOf(order, 'buy')),
      ...Array.from(restingOrders(asks), (order) => orderOf(order, 'sell')),
    ],
    changed: () => [...changesOf(bids, 'buy'), ...changesOf(asks, 'sell')],
    canFill: (side, price) => {
      const opposite = oppositeOf(side)
      return nextMaker(opposite, price * opposite.sign) !== null
    },
  }
}
