import type { Book, BookKind, BookOrder, BookSide, Fill, Placed } from '#server/features/market/book/book.ts'
import * as fc from 'fast-check'

/** One random command to a book; `pick` chooses among the ids used so far. */
export type Command =
  | { do: 'place'; order: Omit<BookOrder, 'id'> }
  | { do: 'cancel'; pick: number }
  | { do: 'reduce'; pick: number }
  | { do: 'look' }

const side = fc.constantFrom<BookSide>('buy', 'sell')
const owner = fc.integer({ min: 1, max: 4 })
const price = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5000 }) },
)
const amount = fc.integer({ min: 1, max: 20 })
const kind = fc.constantFrom<BookKind>('limit', 'limit', 'limit', 'market', 'ioc', 'post_only')
const own = fc.constantFrom<Pick<BookOrder, 'stp'>>({}, {}, { stp: 'maker' }, { stp: 'both' })
const byAmount = fc
  .tuple(fc.record({ owner, side, kind, price, amount }), own)
  .map(([order, stp]) => ({ ...order, ...stp }))
const byTotalAlone = fc.record({
  owner,
  side: fc.constant('buy' as const),
  kind: fc.constant('market' as const),
  price,
  amount: fc.constant(0),
  total: fc.bigInt({ min: 0n, max: 200n }),
})
const byTotal = fc.tuple(byTotalAlone, own).map(([order, stp]) => ({ ...order, ...stp }))
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: byAmount.map((order) => ({ do: 'place' as const, order })) },
  { weight: 2, arbitrary: byTotal.map((order) => ({ do: 'place' as const, order })) },
  { weight: 4, arbitrary: fc.nat().map((pick) => ({ do: 'cancel' as const, pick })) },
  { weight: 2, arbitrary: fc.nat().map((pick) => ({ do: 'reduce' as const, pick })) },
  { weight: 1, arbitrary: fc.constant({ do: 'look' as const }) },
)

/** Few owners in a narrow range of prices, so that many orders match. */
export const commands = fc.array(command, { minLength: 1, maxLength: 150, size: 'max' })

const price60 = fc.integer({ min: 1, max: 60 })
const scattered = fc
  .record({ owner, side, kind: fc.constant('limit' as const), price: price60, amount })
  .map((order) => ({
    do: 'place' as const,
    order: { ...order, price: order.side === 'buy' ? order.price : order.price + 58 },
  }))
/**
 * Bids and asks mostly apart, at many prices and often cancelled, so that levels come and go far behind the best price.
 */
export const scatteredCommands = fc.array<Command>(
  fc.oneof(
    { weight: 10, arbitrary: scattered },
    { weight: 9, arbitrary: fc.nat().map((pick) => ({ do: 'cancel' as const, pick })) },
    { weight: 1, arbitrary: fc.constant({ do: 'look' as const }) },
  ),
  { minLength: 100, maxLength: 400, size: 'max' },
)

/** All results of a book for a sequence of commands. */
export function play(book: Book, sequence: readonly Command[]): unknown[] {
  let lastId = 0
  return sequence.map((step) => {
    if (step.do === 'look') return book.changed()
    if (step.do === 'cancel') return [book.cancel(lastId === 0 ? 0 : 1 + (step.pick % lastId))]
    if (step.do === 'reduce') {
      const large = book.orders().filter(({ amount: left }) => left > 1)
      const order = large[step.pick % Math.max(1, large.length)]
      if (order) book.reduce(order.id, 1 + (step.pick % (order.amount - 1)))
      return [order, order && book.queue(order.id), book.orders()]
    }
    lastId += 1
    const placed = book.place({ id: lastId, ...step.order })
    const { side, price } = step.order
    return [
      placed,
      book.size(),
      book.best('buy'),
      book.best('sell'),
      book.canFill(side, price),
      book.depth(side, 3),
      book.orders(),
      book.orders().map(({ id }) => book.queue(id)),
    ]
  })
}

/** Throws with the id of the rule if it is broken. */
function assertRule(rule: string, holds: boolean): void {
  if (!holds) throw new Error(`${rule} is broken`)
}

const isBetter = (on: BookSide, a: number, b: number) => (on === 'buy' ? a > b : a < b)
const mayTrade = (taker: BookOrder, at: number) => (taker.side === 'buy' ? at <= taker.price : at >= taker.price)

type OrderRecord = { order: BookOrder; seq: number; filled: number; cancelled: number; left: number }

/** A model of the orders, built from the book's results only; checks each result against the rules. */
function createRecord() {
  const records = new Map<number, OrderRecord>()
  const isOpen = ({ left }: OrderRecord) => left > 0
  const hasPriority = (a: OrderRecord, b: OrderRecord) =>
    isBetter(a.order.side, a.order.price, b.order.price) || (a.order.price === b.order.price && a.seq < b.seq)

  function next(taker: BookOrder): OrderRecord | undefined {
    const open = [...records.values()].filter(
      (record) => isOpen(record) && record.order.side !== taker.side && mayTrade(taker, record.order.price),
    )
    return open.find((record) => open.every((another) => another === record || hasPriority(record, another)))
  }

  function filled(taker: BookOrder, fill: Fill): void {
    const maker = records.get(fill.maker)
    assertRule('M10', maker !== undefined && isOpen(maker))
    if (maker === undefined) return
    assertRule('M12', fill.makerOwner !== fill.takerOwner && maker.order.owner !== taker.owner)
    assertRule('M3', fill.price === maker.order.price && mayTrade(taker, fill.price))
    assertRule('M4', next(taker) === maker)
    maker.filled += fill.amount
    maker.left -= fill.amount
    assertRule('M2', fill.amount > 0 && maker.left >= 0 && maker.left === fill.makerLeft)
    assertRule(
      'M2',
      fill.makerOwner === maker.order.owner && fill.taker === taker.id && fill.takerOwner === taker.owner,
    )
  }

  /** Own orders that give way are withdrawn when they are next in line, and no others. */
  function giveWay(taker: BookOrder, withdrawn: number[]): void {
    for (let maker = next(taker); maker && withdrawn[0] === maker.order.id; maker = next(taker)) {
      assertRule('M12', maker.order.owner === taker.owner && taker.stp !== undefined)
      maker.cancelled += maker.left
      maker.left = 0
      withdrawn.shift()
    }
  }

  function placed(order: BookOrder, { fills, rested, left, stopped, withdrawn = [] }: Placed): void {
    const giving = [...withdrawn]
    for (const fill of fills) {
      giveWay(order, giving)
      filled(order, fill)
    }
    giveWay(order, giving)
    assertRule(
      'M12',
      giving.length === 0 && (order.stp !== 'both' || withdrawn.length === (stopped === 'self' ? 1 : 0)),
    )
    const amount = fills.reduce((sum, fill) => sum + fill.amount, 0)
    const spent = fills.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.amount), 0n)
    assertRule('M2', rested >= 0 && left >= 0)
    assertRule(
      'M2',
      order.total === undefined ? amount + rested + left === order.amount : spent <= order.total && rested + left === 0,
    )
    assertRule('M8', rested === 0 || (left === 0 && (order.kind === 'limit' || order.kind === 'post_only')))
    const isSelf = stopped !== 'wouldTake' && (meetsOwnOrder(order, left, spent) || withdrawn.length > 0)
    assertRule('M12', (stopped === 'self') === (order.stp !== 'maker' && isSelf))
    if (order.stp === 'maker') assertRule('M12', !meetsOwnOrder(order, left, spent) || stopped === 'wouldTake')
    records.set(order.id, { order, seq: records.size, filled: amount, cancelled: left, left: rested })
  }

  function meetsOwnOrder(order: BookOrder, left: number, spent: bigint): boolean {
    const maker = next(order)
    if (maker?.order.owner !== order.owner) return false
    return order.total === undefined ? left > 0 : order.total - spent >= BigInt(maker.order.price)
  }

  function cancelled(id: number, amount: number): void {
    const record = records.get(id)
    assertRule('M8', amount === (record?.left ?? 0))
    if (record === undefined) return
    record.left = 0
    record.cancelled += amount
    const { order, filled: filledAmount } = record
    assertRule('M8', order.total !== undefined || filledAmount + record.cancelled === order.amount)
  }

  function reduced(id: number, amount: number): void {
    const record = records.get(id)
    assertRule('M8', record !== undefined && record.left > amount)
    if (record === undefined) return
    record.left -= amount
    record.cancelled += amount
  }

  const open = () => [...records.values()].filter(isOpen)
  return { placed, cancelled, reduced, open }
}

/** Wraps a book: each call is checked against the rules, and reported levels against the resting orders. */
export function withRuleChecks(book: Book): Book {
  const record = createRecord()
  const reported = { buy: new Map<number, number>(), sell: new Map<number, number>() }

  function checkBook(): void {
    const bid = book.best('buy')
    const ask = book.best('sell')
    assertRule('M1', bid === null || ask === null || bid < ask)
    assertRule('M10', book.size() === record.open().length)
  }
  function checkLevels(): void {
    for (const { side: on, price: at, amount: sum } of book.changed()) {
      if (sum === 0) assertRule('M11', reported[on].delete(at))
      else reported[on].set(at, sum)
    }
    for (const on of ['buy', 'sell'] as const) {
      const sums = new Map<number, number>()
      for (const { order, left } of record.open()) {
        if (order.side === on) sums.set(order.price, (sums.get(order.price) ?? 0) + left)
      }
      const expected = JSON.stringify([...sums].sort(([a], [b]) => (isBetter(on, a, b) ? -1 : 1)))
      assertRule(
        'M11',
        JSON.stringify([...reported[on]].sort(([a], [b]) => (isBetter(on, a, b) ? -1 : 1))) === expected,
      )
      assertRule('M11', JSON.stringify(book.depth(on, 1000)) === expected)
    }
  }
  return {
    ...book,
    place: (order) => {
      const placed = book.place(order)
      record.placed(order, placed)
      checkBook()
      return placed
    },
    cancel: (id) => {
      const amount = book.cancel(id)
      record.cancelled(id, amount)
      checkBook()
      return amount
    },
    reduce: (id, amount) => {
      book.reduce(id, amount)
      record.reduced(id, amount)
      checkBook()
    },
    changed: () => {
      checkLevels()
      return []
    },
  }
}
