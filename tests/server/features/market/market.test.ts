import { drained } from '#tests/support/venues.ts'
import { depth, marketSpec } from '#contract/market/market.ts'
import { memoryStartMs } from '#server/memory.ts'
import { bookChecksum } from '#contract/wire/checksum.ts'

import type { Level } from '#contract/market/market.ts'
import { decode } from '#contract/wire/coded.ts'
import { candleEnd, candleStart } from '#server/features/market/candles.ts'
import { changeText, textOf } from '#server/features/market/units.ts'
import { createLoop } from '#server/loop.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { seedHistory } from '#server/features/market/seed-history.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const apply = (levels: ReadonlyMap<string, string>, deltas: readonly Level[]) => {
  const next = new Map(levels)
  for (const [price, amount] of deltas) {
    if (amount === '0') next.delete(price)
    else next.set(price, amount)
  }
  return next
}
const sorted = (levels: ReadonlyMap<string, string>, sign: number) =>
  [...levels].toSorted(([a], [b]) => sign * (Number(a) - Number(b)))

test('M11 a snapshot with all deltas applied is the book; sequences are contiguous and checksums match', async () => {
  const { venue, clock } = createMemoryVenue()
  const engines = createLoop(venue)
  const { markets } = venue.ctx
  await engines.step()
  drained(venue)
  const snap = decode(depth.snap, venue.publisher.snap('depth:BTC-USDT')?.d)
  if (!snap.success) throw new Error('no snapshot')
  let s = venue.publisher.snap('depth:BTC-USDT')?.s
  let bids: ReadonlyMap<string, string> = new Map(snap.data.bids)
  let asks: ReadonlyMap<string, string> = new Map(snap.data.asks)
  for (let n = 0; n < 200; n += 1) {
    clock.advance(250)
    await engines.step()
    for (const { b, s: next, d } of drained(venue).filter(({ c }) => c === 'depth:BTC-USDT')) {
      expect(b).toBe(s)
      s = next
      const delta = decode(depth.delta, d).data ?? { bids: [], asks: [], cs: 0 }
      bids = apply(bids, delta.bids)
      asks = apply(asks, delta.asks)
      expect(bookChecksum(sorted(bids, -1), sorted(asks, 1))).toBe(delta.cs)
    }
    expect(markets.depth('BTC-USDT')).toMatchObject({ bids: sorted(bids, -1), asks: sorted(asks, 1), seq: s })
  }
})
test('MKT-4 every channel has a snapshot that matches its contract; deals and candles are numbered without gaps', async () => {
  const { venue, clock } = createMemoryVenue()
  const engines = createLoop(venue)
  const lastSeq = { deals: 0, bars: 0 }
  for (let n = 0; n < 300; n += 1) {
    clock.advance(250)
    await engines.step()
    const changes = drained(venue)
    for (const { b, s, d } of changes.filter(({ c }) => c === 'deals:ETH-USDT')) {
      expect(b).toBe(lastSeq.deals)
      expect(decode(marketSpec.channels.deals.delta, d).data?.deals).toHaveLength(s - (b ?? 0))
      lastSeq.deals = s
    }
    for (const { b, s } of changes.filter(({ c }) => c === 'kline:ETH-USDT:1min')) {
      expect(b).toBe(lastSeq.bars)
      lastSeq.bars = s
    }
  }
  expect(lastSeq.deals).toBeGreaterThan(10)
  expect(venue.publisher.snap('deals:ETH-USDT')?.s).toBe(lastSeq.deals)
  expect(venue.publisher.snap('kline:ETH-USDT:1min')?.s).toBe(lastSeq.bars)
  for (const [channel, family] of [
    ['ticker:*', 'ticker'],
    ['ticker:ETH-USDT', 'ticker'],
    ['quotes', 'quotes'],
    ['depth:ETH-USDT', 'depth'],
    ['deals:ETH-USDT', 'deals'],
    ['kline:ETH-USDT:1week', 'kline'],
  ] as const)
    expect({
      channel,
      isRead: decode(marketSpec.channels[family].snap, venue.publisher.snap(channel)?.d).success,
    }).toEqual({ channel, isRead: true })
  expect(venue.publisher.snap('depth:NO-SUCH')).toBeNull()
  expect(venue.publisher.snap('kline:ETH-USDT:2min')).toBeNull()
  expect(drained(venue)).toEqual([])
})
test('MKT-1 the home list has USDT first with all pairs, and each coin has a picture', async () => {
  const { ask } = createMemoryVenue()
  const { message } = answerOf((await ask('GET /api/currency/quotation_new')).answer)
  expect(message).toMatchObject([
    {
      id: 3,
      name: 'USDT',
      price: '1',
      quotation: [
        { symbol: 'BTC/USDT', legal_id: 3, currency_id: 1, now_price: '96420.00', stale: 1 },
        {},
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    },
  ])
  const { venue } = createMemoryVenue()
  expect([...venue.ctx.tables.coins.all()].filter(({ logo }) => !existsSync(`public${logo}`))).toEqual([])
})
test('MKT-2 one pair is returned with its depth, deals and quote; an unknown one is not found', async () => {
  const { ask, submit, ann, ben } = await spotVenue(2)
  await submit(ann, { type: 2, amount: '0.02', target_price: '95000' })
  await submit(ben, { type: 1, amount: '0.01', target_price: '95000' })
  const { message } = answerOf((await ask('GET /api/currency/deal', { currency_id: '1', legal_id: '3' })).answer)
  expect(message).toMatchObject({
    symbol: 'BTC/USDT',
    bids: [],
    asks: [['95000.00', '0.010000']],
    seq: memoryStartMs + 1,
    now_price: '95000.00',
    volume: '0.010000',
    amount: '950.0000',
    deals: [{ side: 'buy', price: '95000.00' }],
  })
  expect(answerOf((await ask('GET /api/currency/deal', { currency_id: 3, legal_id: 1 })).answer)).toMatchObject({
    reason: 'not_found',
  })
})
test('MKT-3 candles are returned oldest first, at most a thousand, also under the aliases of their periods', async () => {
  const { ask, venue, clock } = createMemoryVenue()
  await venue.command(seedHistory)
  const to = Math.floor(clock.now() / 1000)
  const bars = async (query: Record<string, unknown>) => {
    const { data, ...rest } = answerOf(
      (await ask('GET /api/currency/new_timeshar', { symbol: 'BTC/USDT', period: '1min', from: 0, to, ...query }))
        .answer,
    )
    const list: { id: number; time: number; close: number }[] = Array.isArray(data) ? data : []
    return { ...rest, list }
  }
  const { list } = await bars({})
  expect(list).toHaveLength(1000)
  expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(list.at(-1)).toMatchObject({ period: '1min', symbol: 'BTC/USDT', 'base-currency': 'BTC', close: 96_420 })
  expect((await bars({ period: '1H' })).list).toEqual((await bars({ period: '60min' })).list)
  const some = await bars({ from: to - 600, to: to - 300 })
  expect(some.list.map(({ id }) => id)).toEqual([600, 540, 480, 420, 360, 300].map((before) => to - before))
  expect(await bars({ symbol: 'NO/SUCH' })).toMatchObject({ code: -1, reason: 'symbol_unknown' })
  expect(await bars({ period: '2min' })).toMatchObject({ code: -1, reason: 'period_unknown' })
})
test('CDL-4 candles are aligned to UTC, weeks to Mondays, months to the calendar', () => {
  const at = (text: string) => Date.parse(`${text}Z`) / 1000
  expect(candleStart('60min', at('2026-05-13T10:47:31'))).toBe(at('2026-05-13T10:00:00'))
  expect(candleStart('1week', at('2026-05-13T10:47:31'))).toBe(at('2026-05-11T00:00:00'))
  expect(candleStart('1week', at('2026-05-11T00:00:00'))).toBe(at('2026-05-11T00:00:00'))
  expect(candleStart('1mon', at('2026-02-28T23:59:59'))).toBe(at('2026-02-01T00:00:00'))
  expect(candleEnd('1mon', at('2026-12-01T00:00:00'))).toBe(at('2027-01-01T00:00:00'))
})
test('W-5 units are formatted as plain decimals, and changes always have a sign', () => {
  expect([textOf(5, 2), textOf(9_642_000, 2), textOf(0, 0), textOf(1, 8)]).toEqual([
    '0.05',
    '96420.00',
    '0',
    '0.00000001',
  ])
  expect([changeText(100, 103), changeText(100, 97), changeText(100, 100), changeText(0, 5)]).toEqual([
    '+3.00',
    '-3.00',
    '+0.00',
    '+0.00',
  ])
})

test('CDL-5 the small lines of the markets are the closing prices of the last half hours, the running one last', async () => {
  const { venue, ask, clock } = createMemoryVenue()
  await createLoop(venue).start()
  clock.advance(1000)
  const { answer } = await ask('GET /api/market/sparks')
  const market = venue.ctx.markets.need('BTC-USDT')
  const seconds = Math.floor(clock.now() / 1000)
  const bars = market.chart.range('30min', seconds - 86_400, seconds)
  expect(bars.length).toBeGreaterThanOrEqual(47)
  expect(answerOf(answer).message).toContainEqual({
    m: 'BTC-USDT',
    closes: bars.map(([, , , , close]) => (close / 100).toFixed(2)),
  })
})
