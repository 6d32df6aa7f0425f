import type { Book, BookKind, BookOrder, BookSide, Fill, Placed } from '#server/features/market/book/book.ts'
import * as fc from 'fast-check'

/** One step of a random life of a book; `pick` chooses among the ids given so far. */
export type Command = { do: 'place'; order: Omit<BookOrder, 'id'> } | { do: 'cancel'; pick: number } | { do: 'look' }

const side = fc.constantFrom<BookSide>('buy', 'sell')
const owner = fc.integer({ min: 1, max: 4 })
const price = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5000 }) },
)
const amount = fc.integer({ min: 1, max: 20 })
const kind = fc.constantFrom<BookKind>('limit', 'limit', 'limit', 'market', 'ioc', 'post_only')
const byAmount = fc.record({ owner, side, kind, price, amount })
const byTotal = fc.record({
  owner,
  side: fc.constant('buy' as const),
  kind: fc.constant('market' as const),
  price,
  amount: fc.constant(0),
  total: fc.bigInt({ min: 0n, max: 200n }),
})
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: byAmount.map((order) => ({ do: 'place' as const, order })) },
  { weight: 2, arbitrary: byTotal.map((order) => ({ do: 'place' as const, order })) },
  { weight: 4, arbitrary: fc.nat().map((pick) => ({ do: 'cancel' as const, pick })) },
  { weight: 1, arbitrary: fc.constant({ do: 'look' as const }) },
)

/** Several owners in a narrow range of prices, so that much matches. */
export const commands = fc.array(command, { minLength: 1, maxLength: 150, size: 'max' })

const near = fc.integer({ min: 1, max: 60 })
const scattered = fc.record({ owner, side, kind: fc.constant('limit' as const), price: near, amount }).map((order) => ({
  do: 'place' as const,
  order: { ...order, price: order.side === 'buy' ? order.price : order.price + 58 },
}))
/** Mostly apart, at many prices and often cancelled: levels come and go far behind the best. */
export const scatteredCommands = fc.array<Command>(
  fc.oneof(
    { weight: 10, arbitrary: scattered },
    { weight: 9, arbitrary: fc.nat().map((pick) => ({ do: 'cancel' as const, pick })) },
    { weight: 1, arbitrary: fc.constant({ do: 'look' as const }) },
  ),
  { minLength: 100, maxLength: 400, size: 'max' },
)

/** All a book tells while it lives through the commands. */
export function play(book: Book, life: readonly Command[]): unknown[] {
  let lastId = 0
  return life.map((step) => {
    if (step.do === 'look') return book.changed()
    if (step.do === 'cancel') return [book.cancel(lastId === 0 ? 0 : 1 + (step.pick % lastId))]
    lastId += 1
    const placed = book.place({ id: lastId, ...step.order })
    const { side, price } = step.order
    return [placed, book.size(), book.best('buy'), book.best('sell'), book.canFill(side, price), book.depth(side, 3), book.orders()]
  })
}

/** Throws with the number of the rule that is broken. */
function keep(rule: string, isKept: boolean): void {
  if (!isKept) throw new Error(`${rule} is broken`)
}

const isBetter = (on: BookSide, a: number, b: number) => (on === 'buy' ? a > b : a < b)
const mayTrade = (taker: BookOrder, at: number) => (taker.side === 'buy' ? at <= taker.price : at >= taker.price)

type Told = { order: BookOrder; seq: number; filled: number; cancelled: number; left: number }

/** What the book has told of its orders, and whether that may be true: knows the rules, not how the book keeps them. */
function createRecord() {
  const told = new Map<number, Told>()
  const isOpen = ({ left }: Told) => left > 0
  const goesFirst = (a: Told, b: Told) =>
    isBetter(a.order.side, a.order.price, b.order.price) || (a.order.price === b.order.price && a.seq < b.seq)

  function next(taker: BookOrder): Told | undefined {
    const open = [...told.values()].filter((one) => isOpen(one) && one.order.side !== taker.side && mayTrade(taker, one.order.price))
    return open.find((one) => open.every((another) => another === one || goesFirst(one, another)))
  }

  function filled(taker: BookOrder, fill: Fill): void {
    const maker = told.get(fill.maker)
    keep('M10', maker !== undefined && isOpen(maker))
    if (maker === undefined) return
    keep('M12', fill.makerOwner !== fill.takerOwner && maker.order.owner !== taker.owner)
    keep('M3', fill.price === maker.order.price && mayTrade(taker, fill.price))
    keep('M4', next(taker) === maker)
    maker.filled += fill.amount
    maker.left -= fill.amount
    keep('M2', fill.amount > 0 && maker.left >= 0 && maker.left === fill.makerLeft)
    keep('M2', fill.makerOwner === maker.order.owner && fill.taker === taker.id && fill.takerOwner === taker.owner)
  }

  function placed(order: BookOrder, { fills, rested, left, stopped }: Placed): void {
    for (const fill of fills) filled(order, fill)
    const amount = fills.reduce((sum, fill) => sum + fill.amount, 0)
    const spent = fills.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.amount), 0n)
    keep('M2', rested >= 0 && left >= 0)
    keep('M2', order.total === undefined ? amount + rested + left === order.amount : spent <= order.total && rested + left === 0)
    keep('M8', rested === 0 || (left === 0 && (order.kind === 'limit' || order.kind === 'post_only')))
    keep('M12', (stopped === 'self') === (stopped !== 'wouldTake' && meetsItself(order, left, spent)))
    told.set(order.id, { order, seq: told.size, filled: amount, cancelled: left, left: rested })
  }

  function meetsItself(order: BookOrder, left: number, spent: bigint): boolean {
    const maker = next(order)
    if (maker?.order.owner !== order.owner) return false
    return order.total === undefined ? left > 0 : order.total - spent >= BigInt(maker.order.price)
  }

  function cancelled(id: number, amount: number): void {
    const one = told.get(id)
    keep('M8', amount === (one?.left ?? 0))
    if (one === undefined) return
    one.left = 0
    one.cancelled += amount
    const { order, filled: done } = one
    keep('M8', order.total !== undefined || done + one.cancelled === order.amount)
  }

  const open = () => [...told.values()].filter(isOpen)
  return { placed, cancelled, open }
}

/** A book that is watched: each call is checked against the rules, and what is told of levels against what rests. */
export function watched(book: Book): Book {
  const record = createRecord()
  const shown = { buy: new Map<number, number>(), sell: new Map<number, number>() }

  function keepWhole(): void {
    const bid = book.best('buy')
    const ask = book.best('sell')
    keep('M1', bid === null || ask === null || bid < ask)
    keep('M10', book.size() === record.open().length)
  }
  function look(): void {
    for (const { side: on, price: at, amount: sum } of book.changed()) {
      if (sum === 0) keep('M11', shown[on].delete(at))
      else shown[on].set(at, sum)
    }
    for (const on of ['buy', 'sell'] as const) {
      const sums = new Map<number, number>()
      for (const { order, left } of record.open()) {
        if (order.side === on) sums.set(order.price, (sums.get(order.price) ?? 0) + left)
      }
      const expected = JSON.stringify([...sums].sort(([a], [b]) => (isBetter(on, a, b) ? -1 : 1)))
      keep('M11', JSON.stringify([...shown[on]].sort(([a], [b]) => (isBetter(on, a, b) ? -1 : 1))) === expected)
      keep('M11', JSON.stringify(book.depth(on, 1000)) === expected)
    }
  }
  return {
    ...book,
    place: (order) => {
      const placed = book.place(order)
      record.placed(order, placed)
      keepWhole()
      return placed
    },
    cancel: (id) => {
      const amount = book.cancel(id)
      record.cancelled(id, amount)
      keepWhole()
      return amount
    },
    changed: () => {
      look()
      return []
    },
  }
}
