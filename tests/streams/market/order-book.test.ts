import type { Level, PairBook } from '#contract/market/market.ts'
import { orderBook$ } from '#streams/market/depth.ts'
import type { Live } from '#streams/kit/live.ts'
import { takeDepth, type BookSnapshot, type LocalBook } from '#streams/market/order-book.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { aPairBook, depthEvent } from '#tests/support/builders/pair-book.ts'
import fc from 'fast-check'
import { crc32 } from 'node:zlib'
import { of, Subject, VirtualTimeScheduler, type Observable } from 'rxjs'
import type { PollMode } from '#streams/kit/poll.ts'
import { expect, test } from 'vitest'

const market = 'BTC-USDT'
const bids: Level[] = [
  ['100', '1'],
  ['99', '2'],
  ['9', '5'],
]
const asks: Level[] = [
  ['101', '1'],
  ['102.5', '3'],
  ['1000', '1'],
]
const firstBook = takeDepth(market, null, depthEvent('snap', 10, bids, asks)).book

const apply = (book: LocalBook | null, ...events: Parameters<typeof takeDepth>[2][]) =>
  events.reduce((step, event) => takeDepth(market, step.book, event), takeDepth(market, book, { type: 'confirmed' }))

test('RT-7 levels are replaced, removed, inserted in numeric order; removing a missing one does nothing', () => {
  const after = {
    bids: [
      ['100', '7'],
      ['99.5', '1'],
      ['9', '5'],
    ] satisfies Level[],
    asks,
  }
  const changes: Level[] = [
    ['100', '7'],
    ['99', '0'],
    ['99.5', '1'],
    ['50', '0.0'],
  ]
  const step = apply(firstBook, depthEvent('delta', 12, changes, [], after))
  expect([step.isWrong, step.update]).toEqual([false, { type: 'value', value: { market, seq: 12, ...after } }])
})
test('RT-9 a wrong checksum makes the book wrong, and it is not shown', () => {
  const step = apply(firstBook, depthEvent('delta', 12, [['100', '7']], [], { bids, asks }))
  expect(step).toMatchObject({ isWrong: true, update: { type: 'syncing' } })
})
test('RT-9 a crossed book is shown as syncing over the last good one', () => {
  const crossed: Level[] = [['101', '1'], ...bids]
  const step = apply(firstBook, depthEvent('delta', 12, [['101', '1']], [], { bids: crossed, asks }))
  expect([step.isWrong, step.update]).toEqual([false, { type: 'syncing' }])
})
test('RT-9 a cut side with too few levels left is wrong; a side that is simply short is not', () => {
  const deep = Array.from({ length: 50 }, (_, at): Level => [String(1000 - at), '1'])
  const removed = deep.slice(0, 41).map(([price]): Level => [price, '0'])
  const cut = takeDepth(market, null, depthEvent('snap', 1, deep, [])).book
  expect(apply(cut, depthEvent('delta', 2, removed, [], { bids: deep.slice(41), asks: [] })).isWrong).toBe(true)
  const thin = takeDepth(market, null, depthEvent('snap', 1, deep.slice(0, 49), [])).book
  expect(apply(thin, depthEvent('delta', 2, removed, [], { bids: deep.slice(41, 49), asks: [] })).isWrong).toBe(false)
})
/** The whole stream over a fake connection and polls that the test emits. */
function follow(mode: PollMode) {
  const fake = fakeConnection(mode === 'primary' ? null : aReady())
  const time = new VirtualTimeScheduler()
  const polls$ = new Subject<PairBook>()
  const shown: Live<BookSnapshot>[] = []
  const onlySource: boolean[] = []
  const pollsOf = (isOnlySource$: Observable<boolean>) => {
    isOnlySource$.subscribe((isOnlySource) => onlySource.push(isOnlySource))
    return polls$
  }
  const deps = {
    connection: fake.connection,
    read: () => Promise.reject(new Error('unused')),
    visible$: of(true),
    pollMode$: of(mode),
    steadyMs: () => time.now(),
    time,
  }
  orderBook$(market, deps, pollsOf).subscribe((live) => shown.push(live))
  const pass = (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
  }
  const push = (k: 'snap' | 'delta', s: number, b: number | null, d: unknown) =>
    fake.push({ c: `depth:${market}`, k, s, ...(b !== null && { b }), d })
  const snap = (s: number) => push('snap', s, null, dataOf(depthEvent('snap', s, bids, asks)))
  return { ...fake, polls$, shown, onlySource, pass, snap, push }
}
const dataOf = (event: ReturnType<typeof depthEvent>) => ('data' in event ? event.data : null)

test('RT-9 a wrong book is requested again; after three times in a minute it is polled', () => {
  const { answer, snap, push, subs, onlySource, sent, failed, polls$, shown, pass } = follow('verify')
  answer({ mode: 'fresh', why: 'new', head: 10 })
  for (const s of [10, 20, 30]) {
    snap(s)
    push('delta', s + 1, s, { bids: [['100', '7']], asks: [], cs: 1 })
    answer({ mode: 'fresh', why: 'new', head: s + 10 })
  }
  expect([subs().length, onlySource, sent.at(-1)?.m, failed]).toEqual([3, [false, true], 'unsub', []])
  polls$.next(aPairBook({ seq: 50, bids, asks }))
  pass(200)
  expect(shown.at(-1)).toMatchObject({ freshness: 'live', value: { seq: 50 } })
})
test('RT-18 while the socket is away the book is polled; an older one is dropped', () => {
  const { polls$, shown, pass } = follow('primary')
  polls$.next(aPairBook({ seq: 50, bids, asks }))
  pass(200)
  polls$.next(aPairBook({ seq: 49 }))
  pass(200)
  expect(shown.at(-1)).toMatchObject({ freshness: 'live', value: { seq: 50, bids } })
})
test('RT-8 a poll that stays ahead of the socket for two seconds makes the channel subscribe again', () => {
  const { answer, snap, polls$, pass, subs } = follow('verify')
  answer({ mode: 'fresh', why: 'new', head: 10 })
  snap(10)
  polls$.next(aPairBook({ seq: 10, bids, asks }))
  pass(2000)
  expect(subs()).toHaveLength(1)
  polls$.next(aPairBook({ seq: 12, bids, asks }))
  pass(2000)
  expect(subs().at(-1)?.p).toEqual({ c: `depth:${market}` })
})

/** A failing run prints its seed; SEED=… replays it. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const change = fc.record({
  side: fc.constantFrom('bids', 'asks'),
  price: fc.integer({ min: 1, max: 30 }),
  amount: fc.nat(4),
  isLost: fc.boolean(),
})
type Sides = Record<'bids' | 'asks', Map<number, number>>
/** The model of a book: two maps that are sorted when they are read, and the checksum of Node's own CRC-32. */
const modelOf = ({ bids, asks }: Sides) => {
  const rows = (side: Map<number, number>, order: 1 | -1) =>
    [...side].toSorted(([a], [b]) => order * (a - b)).map(([price, amount]): Level => [String(price), String(amount)])
  const levels = { bids: rows(bids, -1), asks: rows(asks, 1) }
  const text = [...levels.bids.slice(0, 10), ...levels.asks.slice(0, 10)].map((level) => level.join(':')).join(',')
  return { levels, cs: crc32(text) }
}
const put = (sides: Sides, side: 'bids' | 'asks', price: number, amount: number) => {
  if (amount === 0) sides[side].delete(price)
  else sides[side].set(price, amount)
}

test(`RT-9 the book is wrong exactly when its ten best levels differ from the server's (seed ${seed})`, () => {
  const property = fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
    const server: Sides = { bids: new Map(), asks: new Map() }
    const client: Sides = { bids: new Map(), asks: new Map() }
    let book = takeDepth(market, null, depthEvent('snap', 0, [], [])).book
    for (const [at, { side, price, amount, isLost }] of changes.entries()) {
      const level = side === 'bids' ? price : price + 100
      put(server, side, level, amount)
      // A lost change: the delta arrives without it, and the two books differ until the level is sent again.
      if (!isLost) put(client, side, level, amount)
      const sent: Level[] = isLost ? [] : [[String(level), String(amount)]]
      const data = { bids: side === 'bids' ? sent : [], asks: side === 'asks' ? sent : [], cs: modelOf(server).cs }
      const step = takeDepth(market, book, { type: 'delta', seq: at + 1, data })
      const { levels, cs } = modelOf(client)
      expect(step.isWrong).toBe(cs !== modelOf(server).cs)
      const value = { market, seq: at + 1, ...levels }
      expect(step.update).toEqual(step.isWrong ? { type: 'syncing' } : { type: 'value', value })
      book = step.book
    }
  })
  fc.assert(property, { seed, numRuns: 300 })
})
