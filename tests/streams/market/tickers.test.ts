import { live$ } from '#streams/kit/live.ts'
import { pick, tickerUpdates$ } from '#streams/market/tickers.ts'
import { mute$, storeRows, tickerEvent, type TickerEvent, type TickerRows } from '#streams/market/ticker-rows.ts'
import { marbles } from '#tests/support/marbles.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { aTickerRow } from '#tests/support/builders/ticker-row.ts'
import { NEVER, of, Subject, VirtualTimeScheduler, type Observable } from 'rxjs'
import { expect, test } from 'vitest'

const btc = aPair({ at_ms: 1000 })
const eth = aPair({ id: 2, currency_id: 2, currency_name: 'ETH', symbol: 'ETH/USDT', at_ms: 1000 })
const rows = (type: 'snap' | 'delta', ...all: ReturnType<typeof aTickerRow>[]): TickerEvent =>
  tickerEvent({ type, seq: 1, data: { rows: all } })
const priced = (last: string, atMs: number) => ({
  ...btc,
  now_price: last,
  change: '+2.00',
  high: '120',
  low: '80',
  volume: '11',
  amount: '1100',
  at_ms: atMs,
})

test('RT-7 the newest price wins, from push or poll; unchanged pairs stay the same objects', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const polls$ = hot(' p--q', { p: [btc, eth], q: [{ ...btc, at_ms: 2500, now_price: '777' }, eth] })
    const events$ = hot<TickerEvent>('-no', {
      n: rows('delta', aTickerRow({ last: '200', at_ms: 3000 })),
      o: rows('delta', aTickerRow({ last: '150', at_ms: 2000 })),
    })
    const value = (pairs: unknown) => ({ type: 'value', value: pairs })
    expectObservable(tickerUpdates$(polls$, events$)).toBe('abbb', {
      a: value([btc, eth]),
      b: value([priced('200', 3000), eth]),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-10 rows that arrive before the pairs are stored for them', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const polls$ = hot(' --p', { p: [btc] })
    const events$ = hot<TickerEvent>('rw', {
      r: rows('snap', aTickerRow({ last: '200', at_ms: 3000 })),
      w: { type: 'away' },
    })
    expectObservable(tickerUpdates$(polls$, events$)).toBe('-wp', {
      w: { type: 'away' },
      p: { type: 'value', value: [priced('200', 3000)] },
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 a missing market and one with a stale feed are stale', () => {
  const all = { value: [btc, { ...eth, stale: true }], freshness: 'live', ageMs: 0 } as const
  expect(pick(all, 'BTC-USDT')).toEqual({ value: btc, freshness: 'live', ageMs: 0 })
  expect(pick(all, 'ETH-USDT').freshness).toBe('stale')
  expect(pick(all, 'XRP-USDT')).toEqual({ value: null, freshness: 'stale', ageMs: null })
})
test('RT-8 polls that stay ahead for two seconds show that pushes have stopped', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const none: TickerRows = new Map()
    const polls$ = hot('  p 2999ms p', { p: [{ ...btc, at_ms: 5000 }] })
    const rows$: Observable<TickerRows> = hot('r 999ms s 2999ms n', {
      r: storeRows(none, [aTickerRow({ last: '1', at_ms: 4000 })]),
      s: storeRows(none, [aTickerRow({ last: '1', at_ms: 5000 })]),
      n: none,
    })
    expectObservable(mute$(polls$, rows$)).toBe('', {})
    const behind$ = of(storeRows(none, [aTickerRow({ last: '1', at_ms: 4000 })]))
    expectObservable(mute$(polls$, behind$)).toBe('2000ms m 2999ms m', { m: 'mute' })
  })
  expect(actual).toEqual(expected)
})
test('RT-20 five thousand pushes a second give at most four values a second, the newest at the end', () => {
  const time = new VirtualTimeScheduler()
  const polls$ = new Subject<readonly (typeof btc)[]>()
  const events$ = new Subject<TickerEvent>()
  const seen: (string | undefined)[] = []
  live$(tickerUpdates$(polls$, events$), { steadyMs: () => time.now(), everyMs: 250, time }).subscribe(({ value }) =>
    seen.push(value?.[0]?.now_price),
  )
  polls$.next([btc, eth])
  for (let tick = 0; tick < 1000; tick++) {
    for (let push = 0; push < 5; push++)
      events$.next(rows('delta', aTickerRow({ last: String(tick * 5 + push), at_ms: 2000 + tick })))
    time.maxFrames = tick
    time.flush()
    time.frame = tick
  }
  time.maxFrames = 1300
  time.flush()
  expect(seen.length).toBeLessThanOrEqual(6)
  expect(seen.at(-1)).toBe('4995')
})
test('RT-21 rows that do not match the contract are skipped', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<TickerEvent>('-x', { x: tickerEvent({ type: 'delta', seq: 1, data: { rows: [{ m: 7 }] } }) })
    expectObservable(tickerUpdates$(hot('p', { p: [btc] }), events$)).toBe('aa', { a: { type: 'value', value: [btc] } })
    expectObservable(tickerUpdates$(NEVER, events$)).toBe('')
  })
  expect(actual).toEqual(expected)
})
