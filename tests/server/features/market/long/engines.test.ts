import { depth, quotes } from '#contract/market/market.ts'
import { decode } from '#contract/wire/coded.ts'
import type { Venue } from '#server/venue.ts'
import { drained } from '#tests/support/venues.ts'
import { createLoop } from '#server/loop.ts'
import { roundGap, targetLevels } from '#server/features/spot/maker.ts'
import { createSimulation } from '#server/features/market/prices/feeds.ts'
import { createTape } from '#tests/support/price-tape.ts'
import { createPriceFile } from '#server/features/market/prices/price-file.ts'
import { createChart } from '#server/features/market/chart.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { seedHistory } from '#server/features/market/seed-history.ts'
import { seededRandom } from '#server/core/random.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const name = 'BTC-USDT'
const seeds = [
  { market: name, price: 9_600_000 },
  { market: 'ETH-USDT', price: 340_000 },
]
const tapeAt = (prices: readonly number[], startMs: number) =>
  createTape(prices.map((price, at) => ({ market: name, price, at: startMs + at * 250 })))

const pricesIn = (venue: Venue) => {
  const change = drained(venue).find(({ c }) => c === 'quotes')
  const read = decode(quotes.delta, change?.d ?? { rows: [] })
  return read.success ? read.data.rows : []
}
const levelsIn = (d: unknown) => {
  const read = decode(depth.delta, d)
  return read.success ? read.data.bids.length + read.data.asks.length : 0
}
/** A venue whose loop has run for some steps. */
const startLoopAt = async (steps: number, options: Parameters<typeof createMemoryVenue>[0] = {}) => {
  const harness = createMemoryVenue(options)
  const engines = createLoop(harness.venue)
  const runSteps = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      harness.clock.advance(250)
      await engines.step()
      if (n % 4 === 3) await engines.second()
    }
  }
  await runSteps(steps)
  return { ...harness, engines, runSteps, market: harness.venue.ctx.markets.need(name) }
}

test('IDX-1 the same seed gives the same prices, and markets are correlated', () => {
  const pathOf = (seed: number) => {
    const feed = createSimulation(seeds, seededRandom(seed))
    return Array.from({ length: 4000 }, (_, at) => feed.read(at * 1000).map(({ price }) => price))
  }
  const path = pathOf(7)
  expect(pathOf(7)).toEqual(path)
  expect(pathOf(8)).not.toEqual(path)
  const moves = path
    .slice(1)
    .map(
      ([btc = 0, eth = 0], at) => [Math.log(btc / (path[at]?.[0] ?? 1)), Math.log(eth / (path[at]?.[1] ?? 1))] as const,
    )
  const sum = (of: (move: readonly [number, number]) => number) => moves.reduce((total, move) => total + of(move), 0)
  expect(sum(([a, b]) => a * b) / Math.sqrt(sum(([a]) => a * a) * sum(([, b]) => b * b))).toBeGreaterThan(0.2)
})
test('IDX-3 a tape reports each recorded price once; without prices the quote becomes stale', async () => {
  const { venue, clock } = createMemoryVenue()
  const engines = createLoop(venue, { feed: tapeAt([9_600_000, 9_610_000], clock.now()) })
  const { markets } = venue.ctx
  await engines.step()
  expect(markets.need(name).priceRow()).toMatchObject({ index: '96000.00', stale: false })
  const [first] = pricesIn(venue)
  clock.advance(250)
  await engines.step()
  const [second] = pricesIn(venue)
  expect(second).toMatchObject({ m: name, index: '96100.00' })
  expect(second?.tick).not.toBe(first?.tick)
  clock.advance(5001)
  await engines.step()
  expect(pricesIn(venue)).toMatchObject([{ m: name, index: '96100.00', stale: true }])
})
test('MM-1 there are at least fifty levels per side around the index, and only few change per step', async () => {
  const { market, venue, runSteps } = await startLoopAt(8)
  expect(market.book().depth('buy', 100).length).toBeGreaterThanOrEqual(50)
  expect(market.book().depth('sell', 100).length).toBeGreaterThanOrEqual(50)
  drained(venue)
  let changes = 0
  for (let n = 0; n < 40; n += 1) {
    await runSteps(1)
    changes += drained(venue)
      .filter(({ c }) => c === `depth:${name}`)
      .reduce((sum, { d }) => sum + levelsIn(d), 0)
    expect(market.book().best('buy') ?? 0).toBeLessThan(market.book().best('sell') ?? 0)
  }
  expect(changes).toBeGreaterThan(40)
  expect(changes / 40).toBeLessThan(30)
})
test('MM-2 target levels lie on their own side, best first, without duplicates', () => {
  for (const index of [3, 57, 9830, 26_120, 9_642_017]) {
    const bids = targetLevels('buy', index).map(({ price }) => price)
    const asks = targetLevels('sell', index).map(({ price }) => price)
    expect(bids).toEqual([...new Set(bids)].toSorted((a, b) => b - a))
    expect(asks).toEqual([...new Set(asks)].toSorted((a, b) => a - b))
    expect(Math.max(0, ...bids)).toBeLessThan(index)
    expect(Math.min(...asks)).toBeGreaterThan(index)
  }
  expect(roundGap(9_642_000, 0.0003)).toBe(5000)
})
test('MM-3 trades of the house with itself change candles and volume, but no balance', async () => {
  const { market, venue } = await startLoopAt(400)
  const before = venue.ctx.journal.end().seq
  expect(before).toBe(0)
  expect(market.deals().length).toBeGreaterThan(5)
  expect(Number(market.tickerRow().volume)).toBeGreaterThan(0)
  expect([...venue.ctx.tables.balances.all()]).toEqual([])
})
test('MM-4 a trade with the house is booked and reported like any other trade', async () => {
  const harness = await spotVenue(1)
  const engines = createLoop(harness.venue)
  await engines.step()
  const bought = await harness.submit(harness.ann, { type: 1, kind: 'market', total: '2000' })
  expect(bought.data).toMatchObject({ status: 2, frozen: '0' })
  expect(harness.venue.ctx.ledger.balance({ owner: 'house', asset: 3, kind: 'change' }).free).toBe(
    BigInt(Math.round(Number(bought.data?.['filled_total']) * 1e8)),
  )
  const rests = await harness.submit(harness.ann, { type: 2, amount: '0.02', target_price: '97000' })
  expect(rests.data).toMatchObject({ status: 1 })
  const rising = createLoop(harness.venue, { feed: tapeAt([9_800_000], harness.clock.now()) })
  harness.clock.advance(250)
  await rising.step()
  expect(await harness.orders(harness.ann, { status: 1 })).toEqual([])
  expect(await harness.orders(harness.ann)).toMatchObject([
    { status: 2, trade_price: '97000', filled_amount: '0.02' },
    {},
  ])
  expect(harness.venue.audit()).toEqual([])
})
test('CDL-1 the generated history has no gaps, is aligned, continues into the present and is generated once', async () => {
  const { venue, clock } = createMemoryVenue({ startMs: Date.UTC(2026, 4, 13, 10, 47, 31) })
  await venue.command(seedHistory)
  const { chart, pair, last } = venue.ctx.markets.need(name)
  const until = clock.now() / 1000
  const minutes = chart.range('1min', 0, until)
  // The thousandth would be the running minute, without trades so far.
  expect(minutes).toHaveLength(999)
  minutes.slice(1).forEach(([time, open], at) => {
    expect(time).toBe((minutes[at]?.[0] ?? 0) + 60)
    expect(open).toBe(minutes[at]?.[4])
  })
  expect(last()).toBe(pair.firstPrice)
  for (const period of ['1min', '3min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'] as const) {
    const candles = chart.range(period, 0, until)
    expect(candles.length).toBeGreaterThan(12)
    for (const [, open, high, low, close] of candles)
      expect(low <= Math.min(open, close) && high >= Math.max(open, close)).toBe(true)
    expect(candles.at(-1)?.[4]).toBe(pair.firstPrice)
  }
  expect(new Date((chart.range('1week', 0, until).at(-1)?.[0] ?? 0) * 1000).getUTCDay()).toBe(1)
  const count = venue.ctx.tables.candles.count()
  await venue.command(seedHistory)
  expect(venue.ctx.tables.candles.count()).toBe(count)
})
test('CDL-2 a closed candle never changes, and longer candles are aggregates of shorter ones', async () => {
  const { market, runSteps, clock } = await startLoopAt(4 * 60 * 7)
  const candles = market.chart.range('1min', 0, clock.now() / 1000)
  await runSteps(4 * 60)
  const later = market.chart.range('1min', 0, clock.now() / 1000)
  expect(later.slice(0, candles.length - 1)).toEqual(candles.slice(0, -1))
  const volume = (of: readonly (readonly number[])[]) => of.reduce((sum, bar) => sum + (bar[6] ?? 0), 0)
  expect(volume(market.chart.range('5min', 0, clock.now() / 1000))).toBe(volume(later))
  for (const period of ['3min', '4hour', '1mon'] as const)
    expect(volume(market.chart.range(period, 0, clock.now() / 1000))).toBe(volume(later))
})
test('CDL-6 the running candle of a period that an older folder does not know is built from the shorter ones', async () => {
  const { market, venue, clock } = await startLoopAt(4 * 60 * 7)
  await venue.command(({ tables }) => {
    market.chart.write()
    const { '3min': _three, '4hour': _four, ...older } = tables.runningCandles.need(name).bars
    tables.runningCandles.put({ market: name, bars: older })
  })
  const again = createChart(market.pair, venue.ctx.tables, clock.now)
  const runningIn = (chart: typeof again) => [chart.running('3min'), chart.running('4hour')]
  expect(runningIn(again)).toEqual(runningIn(market.chart))
  expect(again.running('4hour')?.[6]).toBeGreaterThan(0)
})
test('CDL-3 after a downtime the gap has no candles, closed ones are kept, and the price continues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bars-'))
  try {
    const file = join(folder, 'venue.db')
    const first = await startLoopAt(4 * 200, { store: openSqlite(file) })
    const candles = first.market.chart.range('1min', 0, first.clock.now() / 1000)
    const last = first.market.last()
    await first.engines.second()
    await first.venue.stop()
    const restarted = createMemoryVenue({ store: openSqlite(file), startMs: first.clock.now() + 3_600_000 })
    const market = restarted.venue.ctx.markets.need(name)
    expect(market.last()).toBe(last)
    expect(market.chart.range('1min', 0, restarted.clock.now() / 1000)).toEqual(candles)
    expect(drained(restarted.venue).find(({ c }) => c === `kline:${name}:1min`)?.d).toMatchObject({
      bar: { closed: true },
    })
    await createLoop(restarted.venue).step()
    expect(Math.abs((market.quote()?.index ?? 0) - last)).toBeLessThan(last * 0.01)
    await restarted.venue.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('SF27 while the price file is being written, its previous prices stay in force', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'prices.json')
  let version = 0
  const write = (text: string) => {
    version += 1
    writeFileSync(file, text)
    utimesSync(file, version, version)
  }
  const unknown: string[] = []
  const feed = createPriceFile(file, { isMarket: (each) => each === name, onUnknown: (each) => unknown.push(each) })
  expect(feed.read(0)).toEqual([])
  for (const [text, price] of [
    [`{"${name}":9600000}`, 9_600_000],
    ['', 9_600_000],
    [`{"${name}":93`, 9_600_000],
    ['[]', 9_600_000],
    [`{"NO-SUCH":1,"${name}":9300000}`, 9_300_000],
  ] as const) {
    write(text)
    expect(feed.read(0)).toEqual([{ market: name, price }])
  }
  // One that is no market is skipped, and told once.
  expect([feed.read(1), unknown]).toEqual([[{ market: name, price: 9_300_000 }], ['NO-SUCH']])
})
