import { type Book, type BookOrder, createBook } from '#server/features/market/book/book.ts'
import { createNaiveBook } from '#tests/support/naive-book.ts'
import { proveQueues } from '#tests/proof/queues.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands, play, scatteredCommands, withRuleChecks } from './rules.ts'

/** A failing property prints its seed; set SEED to reproduce it. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const holds = (property: fc.IProperty<[Parameters<typeof play>[1]]>, numRuns = 400) =>
  fc.assert(property, { seed, numRuns })

const limit = (id: number, side: 'buy' | 'sell', price: number, amount: number, owner = id): BookOrder => ({
  id,
  owner,
  side,
  kind: 'limit',
  price,
  amount,
})
const books = [
  ['fast', createBook],
  ['naive', createNaiveBook],
] as const

test('M13 the fast book gives the same results as the naive book for the same commands', () => {
  const agree = fc.property(commands, (sequence) => {
    expect(play(createBook(), sequence)).toEqual(play(createNaiveBook(), sequence))
  })
  holds(agree)
})
test('M13 they agree if levels come and go far behind the best price', () => {
  const agree = fc.property(scatteredCommands, (sequence) => {
    expect(play(createBook(), sequence)).toEqual(play(createNaiveBook(), sequence))
  })
  holds(agree, 60)
})
test('M13 they agree if most levels behind the best price become empty', () => {
  const bid = (price: number) => ({
    do: 'place' as const,
    order: { owner: 1, side: 'buy' as const, kind: 'limit' as const, price, amount: 5 },
  })
  const bids = Array.from({ length: 40 }, (_, at) => bid(at + 1))
  const cancels = Array.from({ length: 38 }, (_, at) => ({ do: 'cancel' as const, pick: at }))
  const readChanges = [{ do: 'look' as const }]
  for (const sequence of [
    [...bids, ...cancels, ...readChanges, ...bids, ...readChanges],
    [...bids, ...readChanges, ...cancels, ...bids, ...readChanges],
    [...bids, ...cancels, ...bids, ...readChanges],
  ]) {
    expect(play(createBook(), sequence)).toEqual(play(createNaiveBook(), sequence))
  }
})
test('M14 the place of an order in its queue is the naive one, and there is none for an order that does not rest', () => {
  const book = createBook()
  for (const order of [limit(1, 'buy', 5, 10), limit(2, 'buy', 5, 7), limit(3, 'buy', 4, 1), limit(4, 'buy', 5, 2)])
    book.place(order)
  expect([1, 2, 3, 4, 5].map((id) => book.queue(id))).toEqual([
    { ahead: 0, place: 1 },
    { ahead: 10, place: 2 },
    { ahead: 0, place: 1 },
    { ahead: 17, place: 3 },
    null,
  ])
  book.cancel(2)
  book.place(limit(9, 'sell', 5, 4))
  expect([1, 2, 4].map((id) => book.queue(id))).toEqual([{ ahead: 0, place: 1 }, null, { ahead: 6, place: 2 }])
  const agree = fc.property(commands, (sequence) => {
    const [fast, naive] = [createBook(), createNaiveBook()]
    play(fast, sequence)
    play(naive, sequence)
    const places = (of: Book) => sequence.map((_, at) => of.queue(at + 1))
    expect(places(fast)).toEqual(places(naive))
  })
  holds(agree, 2000)
})
test(`M14 it is so in random books, at each step (seed ${seed})`, () => {
  const { wrong, places, behind } = proveQueues({ queues: 3000, seed })
  expect(wrong).toBeNull()
  // Enough orders stand behind another one.
  expect(behind).toBeGreaterThan(places / 20)
})
const queueFaults: readonly [string, (book: Book, id: number) => ReturnType<Book['queue']>][] = [
  [
    'counts itself among what stands before it',
    (book, id) => {
      const held = book.queue(id)
      return held && { ...held, ahead: held.ahead + (book.orders().find((order) => order.id === id)?.amount ?? 0) }
    },
  ],
  ['forgets who stands before it', (book, id) => book.queue(id) && { ahead: 0, place: 1 }],
  ['has a place for an order that has left', (book, id) => book.queue(id) ?? { ahead: 0, place: 1 }],
]
test.each(queueFaults)('M14 is reported for a book that %s', (_, queue) => {
  const create = () => {
    const book = createBook()
    return { ...book, queue: (id: number) => queue(book, id) }
  }
  const { wrong } = proveQueues({ queues: 200, seed, create })
  expect(wrong).not.toBeNull()
})
test('M7 the same commands give the same results', () => {
  const results = (sequence: Parameters<typeof play>[1]) => JSON.stringify(play(createBook(), sequence))
  const same = fc.property(commands, (sequence) => {
    expect(results(sequence)).toBe(results(sequence))
  })
  holds(same, 100)
})
test.each(books)('M1 M2 M3 M4 M8 M10 M11 M12 hold for the %s book', (_, create) => {
  holds(
    fc.property(commands, (sequence) => {
      const book = withRuleChecks(create())
      play(book, sequence)
      book.changed()
      sequence.forEach((_command, at) => book.cancel(at + 1))
      book.changed()
      expect(book.size()).toBe(0)
    }),
    200,
  )
})
test('M13 a book rebuilt from its resting orders behaves the same', () => {
  const later = (book: Book) =>
    [limit(1001, 'buy', 6, 40, 9), limit(1002, 'sell', 3, 70, 9)].map((order) => book.place(order))
  holds(
    fc.property(commands, (sequence) => {
      const book = createBook()
      play(book, sequence)
      const again = createBook()
      for (const order of book.orders()) expect(again.place(order).rested).toBe(order.amount)
      expect(again.orders()).toEqual(book.orders())
      expect(later(again)).toEqual(later(book))
    }),
    100,
  )
})

type Placed = ReturnType<Book['place']>
const mapFills = (placed: Placed, change: (fill: Placed['fills'][number]) => Placed['fills'][number]): Placed => ({
  ...placed,
  fills: placed.fills.map(change),
})
/** A book that ignores the owners of orders while matching, so that owners trade with themselves. */
function ignoringOwners(book: Book): Book {
  const owners = new Map<number, number>()
  const ownerOf = (id: number) => owners.get(id) ?? 0
  const place = (order: BookOrder) => {
    owners.set(order.id, order.owner)
    const placed = book.place({ ...order, owner: order.id })
    return mapFills(placed, (fill) => ({ ...fill, makerOwner: ownerOf(fill.maker), takerOwner: order.owner }))
  }
  return { ...book, place }
}
const changeResults = (book: Book, change: (placed: Placed, order: BookOrder) => Placed): Book => ({
  ...book,
  place: (order) => change(book.place(order), order),
})
const planted: [rule: string, spoil: (book: Book) => Book][] = [
  ['M2', (book) => changeResults(book, (placed) => ({ ...placed, left: placed.left + 1 }))],
  [
    'M3',
    (book) => changeResults(book, (placed, { price }) => mapFills(placed, (fill) => ({ ...fill, price: price + 1 }))),
  ],
  ['M4', (book) => changeResults(book, (placed) => ({ ...placed, fills: placed.fills.toReversed() }))],
  ['M8', (book) => ({ ...book, cancel: (id) => book.cancel(id) && 1 })],
  ['M10', (book) => ({ ...book, size: () => book.size() + 1 })],
  ['M11', (book) => ({ ...book, changed: () => book.changed().slice(1) })],
  ['M12', ignoringOwners],
]

test.each(planted)('%s is reported for a book that breaks it', (rule, spoil) => {
  const live = fc.property(commands, (sequence) => {
    const book = withRuleChecks(spoil(createBook()))
    play(book, sequence)
    book.changed()
  })
  const { failed, errorInstance } = fc.check(live, { seed, numRuns: 400, endOnFailure: true })
  expect(failed).toBe(true)
  expect(String(errorInstance)).toContain(`${rule} is broken`)
})

test.each(books)('M3 trades are at the price of the resting order, best price first: %s', (_, create) => {
  const book = create()
  book.place(limit(1, 'sell', 101, 5))
  book.place(limit(2, 'sell', 100, 5))
  book.place(limit(3, 'sell', 100, 5))
  const { fills, rested, stopped } = book.place(limit(4, 'buy', 105, 12))
  expect(fills.map(({ maker, price, amount, makerLeft }) => [maker, price, amount, makerLeft])).toEqual([
    [2, 100, 5, 0],
    [3, 100, 5, 0],
    [1, 101, 2, 3],
  ])
  expect([rested, stopped]).toEqual([0, 'filled'])
})
test.each(books)(
  'M12 an order that would match an order of the same owner stops and does not rest: %s',
  (_, create) => {
    const book = create()
    book.place(limit(1, 'sell', 100, 5))
    book.place(limit(2, 'sell', 101, 5, 7))
    expect(book.place(limit(3, 'buy', 105, 9, 7))).toMatchObject({
      fills: [{ maker: 1, amount: 5 }],
      rested: 0,
      left: 4,
      stopped: 'self',
    })
    expect(book.orders().map(({ id }) => id)).toEqual([2])
  },
)
test.each(books)(
  'M15 an order that is told so withdraws own orders as it meets them, or one of them and itself: %s',
  (_, create) => {
    const stand = () => {
      const book = create()
      for (const order of [limit(1, 'sell', 100, 5, 7), limit(2, 'sell', 100, 5), limit(3, 'sell', 101, 5, 7)])
        book.place(order)
      return book
    }
    const taker = limit(4, 'buy', 100, 9, 7)
    const one = stand()
    expect(one.place({ ...taker, stp: 'maker' })).toMatchObject({
      fills: [{ maker: 2, amount: 5 }],
      rested: 4,
      withdrawn: [1],
    })
    expect(one.orders().map(({ id }) => id)).toEqual([4, 3])
    const both = stand()
    expect(both.place({ ...taker, stp: 'both' })).toMatchObject({ fills: [], left: 9, stopped: 'self', withdrawn: [1] })
    expect(both.orders().map(({ id }) => id)).toEqual([2, 3])
    expect('withdrawn' in stand().place(taker)).toBe(false)
  },
)
test.each(books)('M16 an order made smaller keeps its place; it cannot be made into nothing: %s', (_, create) => {
  const book = create()
  for (const id of [1, 2, 3]) book.place(limit(id, 'sell', 100, 5))
  book.changed()
  book.reduce(1, 3)
  expect(book.queue(2)).toEqual({ place: 2, ahead: 2 })
  expect(book.changed()).toEqual([{ side: 'sell', price: 100, amount: 12 }])
  expect(() => book.reduce(1, 2)).toThrow(RangeError)
  expect(() => book.reduce(9, 1)).toThrow(RangeError)
  expect(book.place(limit(4, 'buy', 100, 3)).fills).toMatchObject([
    { maker: 1, amount: 2, makerLeft: 0 },
    { maker: 2, amount: 1 },
  ])
})
test.each(books)(
  'SPOT-4 a market buy by total spends at most the total, down to the last whole step: %s',
  (_, create) => {
    const book = create()
    const spend = (id: number, total: bigint, price = 1000): BookOrder => ({
      id,
      owner: id,
      side: 'buy',
      kind: 'market',
      price,
      amount: 0,
      total,
    })
    book.place(limit(1, 'sell', 100, 5))
    book.place(limit(2, 'sell', 110, 50))
    expect(book.place(spend(3, 99n))).toMatchObject({ fills: [], left: 0, stopped: 'unfilled' })
    expect(book.place(spend(4, 930n))).toMatchObject({
      fills: [{ amount: 5 }, { amount: 3, makerLeft: 47 }],
      stopped: 'filled',
    })
    expect(book.place(spend(5, 930n, 109))).toMatchObject({ fills: [], stopped: 'unfilled' })
    expect(book.place(spend(6, 10n ** 30n))).toMatchObject({
      fills: [{ amount: 47, makerLeft: 0 }],
      stopped: 'unfilled',
    })
  },
)
test.each(books)('SPOT-3 market and ioc orders never rest, post-only orders never take: %s', (_, create) => {
  const book = create()
  book.place(limit(1, 'sell', 100, 5))
  expect(book.place({ ...limit(2, 'buy', 100, 5), kind: 'post_only' })).toMatchObject({
    fills: [],
    left: 5,
    stopped: 'wouldTake',
  })
  expect(book.place({ ...limit(3, 'buy', 99, 5), kind: 'post_only' })).toMatchObject({ rested: 5, stopped: 'rested' })
  expect(book.place({ ...limit(4, 'buy', 100, 3), kind: 'ioc' })).toMatchObject({ left: 0, stopped: 'filled' })
  expect(book.place({ ...limit(5, 'buy', 100, 3), kind: 'ioc' })).toMatchObject({ left: 1, stopped: 'unfilled' })
  expect(book.place({ ...limit(6, 'sell', 0, 8), kind: 'market' })).toMatchObject({ left: 3, stopped: 'unfilled' })
  expect(book.size()).toBe(0)
})
test.each(books)('M2 the sum of a level never exceeds 2^53 - 1: %s', (_, create) => {
  const book = create()
  book.place(limit(1, 'buy', 100, Number.MAX_SAFE_INTEGER))
  expect(book.place(limit(2, 'buy', 100, 1))).toMatchObject({ rested: 0, left: 1, stopped: 'unfilled' })
})
test.each(books)('M8 an invalid order throws and changes nothing: %s', (_, create) => {
  const book = create()
  book.place(limit(1, 'buy', 100, 5))
  const invalid: BookOrder[] = [
    limit(1, 'buy', 99, 5),
    limit(-1, 'buy', 99, 5),
    limit(2, 'buy', 0, 5),
    limit(2, 'buy', 1.5, 5),
    limit(2, 'sell', 100, 0),
    limit(2, 'sell', 100, 2 ** 53),
    { ...limit(2, 'sell', 1, 0), kind: 'market', total: 5n },
  ]
  for (const order of invalid) expect(() => book.place(order)).toThrow(RangeError)
  expect(book.orders()).toEqual([limit(1, 'buy', 100, 5)])
})
