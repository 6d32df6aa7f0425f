import type { Level, PairBook } from '#contract/market.ts'
import { orderBook$ } from '#streams/market/depth.ts'
import type { Live } from '#streams/kit/live.ts'
import { takeDepth, type KeptBook, type BookSnapshot } from '#streams/market/order-book.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { aPairBook, depthTold } from '#tests/support/told.ts'
import { of, Subject, VirtualTimeScheduler, type Observable } from 'rxjs'
import type { PollMode } from '#streams/kit/poll.ts'
import { expect, test } from 'vitest'

const market = 'BTC-USDT'
const bids: Level[] = [['100', '1'], ['99', '2'], ['9', '5']]
const asks: Level[] = [['101', '1'], ['102.5', '3'], ['1000', '1']]
const begun = takeDepth(market, null, depthTold('snap', 10, bids, asks)).book

const apply = (book: KeptBook | null, ...told: Parameters<typeof takeDepth>[2][]) =>
  told.reduce((step, word) => takeDepth(market, step.book, word), takeDepth(market, book, { type: 'confirmed' }))

test('RT-7 absolute amounts: changed, removed, inserted in numeric order; removing what is not there is nothing', () => {
  const after = { bids: [['100', '7'], ['99.5', '1'], ['9', '5']] satisfies Level[], asks }
  const step = apply(begun, depthTold('delta', 12, [['100', '7'], ['99', '0'], ['99.5', '1'], ['50', '0.0']], [], after))
  expect([step.isWrong, step.update]).toEqual([false, { type: 'value', value: { market, seq: 12, ...after } }])
})
test('RT-9 a wrong checksum is a hole, and the book is not shown', () => {
  expect(apply(begun, depthTold('delta', 12, [['100', '7']], [], { bids, asks }))).toMatchObject({ isWrong: true, update: { type: 'syncing' } })
})
test('RT-9 a crossed book is shown as syncing, not repaired by taste', () => {
  const crossed: Level[] = [['101', '1'], ...bids]
  const step = apply(begun, depthTold('delta', 12, [['101', '1']], [], { bids: crossed, asks }))
  expect([step.isWrong, step.update]).toEqual([false, { type: 'syncing' }])
})
test('RT-9 a cut book whose edge comes too near is a hole; a book that is simply thin is none', () => {
  const deep = Array.from({ length: 50 }, (_, at): Level => [String(1000 - at), '1'])
  const eaten = deep.slice(0, 41).map(([price]): Level => [price, '0'])
  const cut = takeDepth(market, null, depthTold('snap', 1, deep, [])).book
  expect(apply(cut, depthTold('delta', 2, eaten, [], { bids: deep.slice(41), asks: [] })).isWrong).toBe(true)
  const thin = takeDepth(market, null, depthTold('snap', 1, deep.slice(0, 49), [])).book
  expect(apply(thin, depthTold('delta', 2, eaten, [], { bids: deep.slice(41, 49), asks: [] })).isWrong).toBe(false)
})
/** The whole stream over a line and polls the test speaks for. */
function follow(mode: PollMode) {
  const fake = fakeConnection(mode === 'primary' ? null : aReady())
  const time = new VirtualTimeScheduler()
  const polls$ = new Subject<PairBook>()
  const shown: Live<BookSnapshot>[] = []
  const alone: boolean[] = []
  const pollsOf = (isAlone$: Observable<boolean>) => {
    isAlone$.subscribe((isAlone) => alone.push(isAlone))
    return polls$
  }
  const deps = { connection: fake.connection, read: () => Promise.reject(new Error('unused')), visible$: of(true), pollMode$: of(mode), steadyMs: () => time.now(), time }
  orderBook$(market, deps, pollsOf).subscribe((live) => shown.push(live))
  const pass = (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
  }
  const told = (k: 'snap' | 'delta', s: number, b: number | null, d: unknown) => fake.push({ c: `depth:${market}`, k, s, ...(b !== null && { b }), d })
  const snap = (s: number) => told('snap', s, null, dataOf(depthTold('snap', s, bids, asks)))
  return { ...fake, polls$, shown, alone, pass, snap, told }
}
const dataOf = (told: ReturnType<typeof depthTold>) => ('data' in told ? told.data : null)

test('RT-9 a wrong book is asked for once anew; three times in a minute leaves it to the polls', () => {
  const { answer, snap, told, subs, alone, asked, failed, polls$, shown, pass } = follow('verify')
  answer({ mode: 'fresh', why: 'new', head: 10 })
  for (const s of [10, 20, 30]) {
    snap(s)
    told('delta', s + 1, s, { bids: [['100', '7']], asks: [], cs: 1 })
    answer({ mode: 'fresh', why: 'new', head: s + 10 })
  }
  expect([subs().length, alone, asked.at(-1)?.m, failed]).toEqual([3, [false, true], 'unsub', []])
  polls$.next(aPairBook(50, bids, asks))
  pass(200)
  expect(shown.at(-1)).toMatchObject({ freshness: 'live', value: { seq: 50 } })
})
test('RT-18 while the socket is away polls feed the book; an older one is dropped', () => {
  const { polls$, shown, pass } = follow('primary')
  polls$.next(aPairBook(50, bids, asks))
  pass(200)
  polls$.next(aPairBook(49, [], []))
  pass(200)
  expect(shown.at(-1)).toMatchObject({ freshness: 'live', value: { seq: 50, bids } })
})
test('RT-8 a poll that stays ahead of the socket for two seconds: the channel is mute and is asked again', () => {
  const { answer, snap, polls$, pass, subs } = follow('verify')
  answer({ mode: 'fresh', why: 'new', head: 10 })
  snap(10)
  polls$.next(aPairBook(10, bids, asks))
  pass(2000)
  expect(subs()).toHaveLength(1)
  polls$.next(aPairBook(12, bids, asks))
  pass(2000)
  expect(subs().at(-1)?.p).toEqual({ c: `depth:${market}` })
})
