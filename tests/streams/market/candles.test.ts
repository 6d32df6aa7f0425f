import type { Bar, Period } from '#contract/market/market.ts'
import { historyOf, mergeCandles, type Candle } from '#streams/market/merge-candles.ts'
import { createCandleFeed, type Candles } from '#streams/market/candles.ts'
import type { Live } from '#streams/kit/live.ts'
import type { PollMode } from '#streams/kit/poll.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { BehaviorSubject, of, ReplaySubject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'

const bar = (id: number, close: number, amount = 1): Bar => ({
  id,
  time: id * 1000,
  period: '1min',
  symbol: 'BTC/USDT',
  'base-currency': 'BTC',
  'quote-currency': 'USDT',
  open: 1,
  high: 9,
  low: 1,
  close,
  amount,
  vol: 1,
  volume: 1,
})
const liveCandle = (id: number, close: string, closed: boolean, amount = '2') => ({
  id,
  time: id * 1000,
  open: '1',
  high: '9',
  low: '1',
  close,
  amount,
  volume: '1',
  closed,
})
const candle = (time: number, close: string, closed: boolean, volume = '1'): Candle => ({
  time,
  open: '1',
  high: '9',
  low: '1',
  close,
  volume,
  closed,
})

test('BAR-1 a closed candle never changes; an open one is replaced by one with at least its volume', () => {
  const held = [candle(60, '1', true), candle(120, '2', false, '5')]
  expect(mergeCandles(held, [candle(60, '9', true), candle(120, '9', false, '4')], 10)).toEqual(held)
  expect(mergeCandles(held, [candle(120, '3', false, '5')], 10)).toEqual([held[0], candle(120, '3', false, '5')])
  expect(mergeCandles(held, [candle(120, '4', true, '1'), candle(180, '5', false)], 10)).toEqual([
    held[0],
    candle(120, '4', true),
    candle(180, '5', false),
  ])
  expect(mergeCandles(held, [candle(0, '0', true)], 2)).toEqual(held)
})
test('BAR-2 in the history all candles but the last are closed, and prices have no exponent', () => {
  const rows = [bar(0, 1e-7), bar(60, 2)]
  expect(historyOf(rows).map(({ close, closed }) => [close, closed])).toEqual([
    ['0.0000001', true],
    ['2', false],
  ])
})

const rangeOf = (input: unknown) =>
  typeof input === 'object' && input !== null && 'from' in input && 'to' in input
    ? { from: Number(input.from), to: Number(input.to) }
    : { from: -1, to: -1 }

/** The whole feed over a fake connection and a fake history call; `clock.now` is the server's time. */
function follow(period: Period = '1min') {
  const fake = fakeConnection(aReady())
  const time = new VirtualTimeScheduler()
  const asked: { from: number; to: number }[] = []
  const answers: { reply: Bar[] } = { reply: [] }
  const known$ = new ReplaySubject<unknown>(1)
  const pollMode$ = new BehaviorSubject<PollMode>('verify')
  const clock = { now: 600_000 }
  const read = fakeRead((_, input) => {
    asked.push(rangeOf(input))
    return answers.reply
  })
  const deps = {
    connection: fake.connection,
    read,
    visible$: of(true),
    pollMode$,
    steadyMs: () => time.now(),
    time,
    now: () => clock.now,
    known$,
  }
  const feed = createCandleFeed('BTC-USDT', period, deps)
  const shown: Live<Candles>[] = []
  feed.candles$.subscribe((live) => shown.push(live))
  const pass = async (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
    await new Promise((done) => setImmediate(done))
    time.maxFrames = time.now() + 300
    time.flush()
    time.frame = time.maxFrames
  }
  const push = (k: 'snap' | 'delta', s: number, d: unknown, b?: number) =>
    fake.push({ c: `kline:BTC-USDT:${period}`, k, s, d, ...(b !== undefined && { b }) })
  const closes = () =>
    shown.at(-1)?.value?.candles.map(({ time: at, close, closed }) => `${at} ${close}${closed ? '' : ' …'}`)
  return { ...fake, asked, answers, known$, pollMode$, clock, feed, shown, pass, push, closes }
}

test('RT-10 candles pushed during the history read are merged into it; nothing is shown before it', async () => {
  const { known$, answers, asked, push, answer, pass, shown, closes } = follow()
  answer({ mode: 'fresh', why: 'new', head: 1 })
  push('snap', 1, { bars: [liveCandle(540, '5', true), liveCandle(600, '6', false)] })
  await pass(1000)
  expect([asked, shown.at(-1)?.value ?? null]).toEqual([[], null])
  answers.reply = [bar(480, 4), bar(540, 9), bar(600, 1)]
  known$.next(1)
  await pass(0)
  expect(asked).toEqual([{ from: 0, to: 600 }])
  expect(closes()).toEqual(['480 4', '540 5', '600 6 …'])
})
test('RT-16 after a reconnect the missing candles are read; the stored ones stay', async () => {
  const { known$, answers, asked, push, answer, pass, closes, ready$, clock } = follow()
  known$.next(1)
  answers.reply = [bar(480, 4), bar(540, 5)]
  answer({ mode: 'fresh', why: 'new', head: 1 })
  push('snap', 1, { bars: [liveCandle(540, '5', false, '1')] })
  await pass(0)
  push('delta', 2, { bar: liveCandle(540, '5.5', false) }, 1)
  ready$.next(null)
  clock.now = 960_000
  ready$.next(aReady({ attempt: 2 }))
  answer({ mode: 'fresh', why: 'epoch', head: 1 })
  answers.reply = [bar(540, 7), bar(600, 8), bar(900, 9)]
  push('snap', 1, { bars: [liveCandle(900, '9', true), liveCandle(960, '10', false)] })
  await pass(0)
  expect(asked.at(-1)).toEqual({ from: 480, to: 960 })
  expect(closes()).toEqual(['480 4', '540 7', '600 8', '900 9', '960 10 …'])
})
test('BAR-1 a candle whose last update was conflated away is read again when the next one begins', async () => {
  const { known$, answers, asked, push, answer, pass, closes } = follow()
  known$.next(1)
  answers.reply = [bar(480, 4), bar(540, 5)]
  answer({ mode: 'fresh', why: 'new', head: 1 })
  push('snap', 1, { bars: [liveCandle(540, '5', false, '1')] })
  await pass(0)
  answers.reply = [bar(480, 4), bar(540, 5.5, 3), bar(600, 6)]
  push('delta', 2, { bar: liveCandle(600, '6', false) }, 1)
  await pass(0)
  expect(asked.at(-1)).toEqual({ from: 480, to: 600 })
  push('delta', 3, { bar: liveCandle(600, '7', true, '3') }, 2)
  push('delta', 4, { bar: liveCandle(660, '8', false) }, 3)
  await pass(0)
  expect([asked.length, closes()]).toEqual([2, ['480 4', '540 5.5', '600 7', '660 8 …']])
})
test('RT-18 while the socket is away, polling brings the newest candles', async () => {
  const { known$, answers, asked, pass, pollMode$, closes, ready$, clock, shown } = follow()
  known$.next(1)
  answers.reply = [bar(540, 5)]
  await pass(0)
  ready$.next(null)
  answers.reply = [bar(540, 6, 2), bar(600, 7)]
  clock.now = 610_000
  pollMode$.next('primary')
  await pass(0)
  expect(asked.at(-1)).toEqual({ from: 480, to: 610 })
  expect([closes(), shown.at(-1)?.freshness]).toEqual([['540 6', '600 7 …'], 'live'])
})
test('BAR-3 older candles are read on demand until there are none', async () => {
  const { known$, answers, asked, pass, feed, closes, shown } = follow()
  known$.next(1)
  answers.reply = [bar(540, 5)]
  await pass(0)
  answers.reply = [bar(420, 3), bar(480, 4)]
  feed.loadOlder()
  await pass(300)
  expect([asked.at(-1), closes()]).toEqual([{ from: 0, to: 539 }, ['420 3', '480 4', '540 5 …']])
  answers.reply = []
  feed.loadOlder()
  await pass(300)
  feed.loadOlder()
  await pass(300)
  expect([asked.length, shown.at(-1)?.value?.hasOlder]).toEqual([3, false])
})
