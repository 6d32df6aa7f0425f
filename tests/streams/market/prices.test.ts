import { aPriceRow } from '#tests/support/builders/price-row.ts'
import type { PriceRow } from '#contract/market/market.ts'
import { pairBook } from '#contract/market/market.ts'
import { encode } from '#contract/wire/coded.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { createFeeds } from '#streams/feeds.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import type { ConnectionState } from '#streams/kit/connection-view.ts'
import { createPriceFeeds, pickPrice, polledPrice, priceUpdates$, type Prices } from '#streams/market/prices.ts'
import type { PollMode } from '#streams/kit/poll.ts'
import { fakeConnection, aReady } from '#tests/support/fake-connection.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { marbles } from '#tests/support/marbles.ts'
import { aPairBook } from '#tests/support/builders/pair-book.ts'
import { BehaviorSubject, from, NEVER, of, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'

const row = (name: string, mark: string, atMs: number, stale = false): PriceRow =>
  aPriceRow(mark, { m: `${name}-USDT`, tick: `t${atMs}`, at_ms: atMs, as_of_ms: atMs, stale })
const rows = (type: 'snap' | 'delta', ...all: PriceRow[]): ChannelEvent => ({ type, seq: 1, data: { rows: all } })
const value = (...all: PriceRow[]) => ({ type: 'value', value: new Map(all.map((each) => [each.m, each])) })
const [btc, eth] = [row('BTC', '100', 1000), row('ETH', '10', 1000)]

test('LEV-20 the newest mark wins, from push or poll; silence and loss are passed on', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>(' s-n-a', {
      s: rows('snap', btc, eth),
      n: rows('delta', row('BTC', '102', 3000)),
      a: { type: 'away' },
    })
    const polls$ = hot<PriceRow>('-p-o-', { p: row('BTC', '101', 2000), o: row('BTC', '99', 2500) })
    expectObservable(priceUpdates$(events$, polls$)).toBe('abccd', {
      a: value(btc, eth),
      b: value(row('BTC', '101', 2000), eth),
      c: value(row('BTC', '102', 3000), eth),
      d: { type: 'away' },
    })
  })
  expect(actual).toEqual(expected)
})
test('LEV-20 data that does not match the contract changes nothing', () => {
  const received: unknown[] = []
  const events: readonly ChannelEvent[] = [rows('snap', btc), { type: 'delta', seq: 2, data: { rows: [{ m: 1 }] } }]
  priceUpdates$(from(events), NEVER).subscribe((update) => received.push(update))
  expect(received).toEqual([value(btc), value(btc)])
})
test('LEV-20 a missing market, and one that the venue marks as stale, are stale', () => {
  const all: Live<Prices> = {
    value: new Map([
      [btc.m, btc],
      ['ETH-USDT', row('ETH', '10', 1000, true)],
    ]),
    freshness: 'live',
    ageMs: 0,
  }
  const seen: unknown[] = []
  for (const market of ['BTC-USDT', 'ETH-USDT', 'XRP-USDT'])
    pickPrice(of(all), market).subscribe(({ value: now, freshness }) => seen.push([now?.mark ?? null, freshness]))
  expect(seen).toEqual([
    ['100', 'live'],
    ['10', 'stale'],
    [null, 'stale'],
  ])
})
test('LEV-20 a polled mark carries the time of its price', () => {
  expect(polledPrice(aPairBook())).toMatchObject({ m: 'BTC-USDT', mark: '100', at_ms: 1000, stale: false })
})
test('LEV-20 marks for profits are emitted at most once a second', () => {
  const fake = fakeConnection()
  const time = new VirtualTimeScheduler()
  const view: ConnectionState = { state: 'live', reason: null }
  const paths: string[] = []
  const feeds = createFeeds({
    connection: fake.connection,
    view$: of(view),
    login$: new BehaviorSubject(null),
    samples$: NEVER,
    jumps$: NEVER,
    steadyMs: () => time.now(),
    visible$: new BehaviorSubject(true),
    time,
    read: fakeRead((path) => (paths.push(path), [])),
  })
  const pass = (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
  }
  const [prices, marks]: [unknown[], unknown[]] = [[], []]
  feeds.prices$.subscribe(({ value: now }) => prices.push(now?.get('BTC-USDT')?.mark))
  feeds.marks$.subscribe(({ value: now }) => marks.push(now?.get('BTC-USDT')?.mark))
  fake.ready$.next(aReady())
  fake.push({ c: 'quotes', k: 'snap', s: 1, d: { rows: [btc] } })
  for (let tick = 1; tick <= 20; tick++) {
    fake.push({
      c: 'quotes',
      k: 'delta',
      s: 1 + tick,
      d: { rows: [row('BTC', String(100 + tick), 1000 + tick * 100)] },
    })
    pass(100)
  }
  expect(prices.length).toBeGreaterThan(6)
  expect(marks.length).toBeLessThanOrEqual(4)
  expect(paths).toEqual([])
})
test('LEV-20 the watched market is polled while the socket is away, and only then', async () => {
  const time = new VirtualTimeScheduler()
  const fake = fakeConnection()
  const pollMode$ = new BehaviorSubject<PollMode>('primary')
  const asked: unknown[] = []
  const read = fakeRead((_, input) => (asked.push(input), encode(pairBook, aPairBook())))
  const deps = { connection: fake.connection, read, visible$: of(true), pollMode$, steadyMs: () => time.now(), time }
  const { price$ } = createPriceFeeds(deps, () => of({ currency_id: 1, legal_id: 3 }), NEVER)
  const marks: unknown[] = []
  price$('BTC-USDT').subscribe(({ value: now }) => marks.push(now?.mark))
  const pass = async (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
    await new Promise((done) => setImmediate(done))
  }
  for (const ms of [0, 300, 2000]) await pass(ms)
  expect([asked.length, marks.at(-1)]).toEqual([2, '100'])
  pollMode$.next('verify')
  await pass(10_000)
  expect(asked.length).toBe(2)
  expect(price$('BTC-USDT')).toBe(price$('BTC-USDT'))
})

test('LEV-20 every market with a position is polled while the socket is away, and only then', () => {
  const { actual, expected } = marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const pollMode$ = hot<PollMode>('            f---r---f-----', { f: 'primary', r: 'verify' })
    const held$ = hot<readonly string[]>('  -b-s-----b--e-', {
      b: ['BTC-USDT'],
      s: ['BTC-USDT'],
      e: ['BTC-USDT', 'ETH-USDT'],
    })
    const coins = {
      btc: cold('i', { i: { currency_id: 1, legal_id: 3 } }),
      eth: cold('i', { i: { currency_id: 2, legal_id: 3 } }),
    }
    const deps = {
      connection: fakeConnection().connection,
      read: fakeRead(() => undefined),
      visible$: NEVER,
      pollMode$,
      steadyMs: () => 0,
    }
    const { marks$ } = createPriceFeeds(deps, (market) => (market === 'ETH-USDT' ? coins.eth : coins.btc), held$)
    expectObservable(marks$, '                 ^------------!').toBe('l', { l: loading })
    expectSubscriptions(coins.btc.subscriptions).toBe(['-^--!', '---------^--!', '------------^ 5000ms !'])
    expectSubscriptions(coins.eth.subscriptions).toBe(['------------^ 5000ms !'])
  })
  expect(actual).toEqual(expected)
})
