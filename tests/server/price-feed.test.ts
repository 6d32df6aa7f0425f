import { markOf } from '#server/features/lever/account.ts'
import { takeTicks } from '#server/features/option/deadlines.ts'
import { dialSocket } from '#server/gateway/dial.ts'
import { createPriceMeters } from '#server/gateway/price-meters.ts'
import { createLoop } from '#server/loop.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openPriceFeed } from '#server/price-feed.ts'
import { readPriceFeeds } from '#server/features/market/prices/sources/list.ts'
import { defaultSettings, settingsOf } from '#server/settings.ts'
import { optionVenue } from '#tests/support/option-venue.ts'
import { openSource, speeches, type LocalSource } from '#tests/support/price-sources.ts'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'

const quiet = { info: vi.fn<() => void>(), warn: vi.fn<() => void>() }
const random = {
  unit: () => 1,
  int: () => 0,
  bytes: (count: number) => Buffer.alloc(count, Math.floor(performance.now() * 1e6) % 251),
}
const open: { stop: () => unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
})
type Row = {
  m: string
  status: string
  index: string | null
  age_ms: number | null
  sources: { name: string; state: string; price: string | null }[]
}
const isRows = (value: unknown): value is Row[] => Array.isArray(value)
type Sourced = { type?: string; message?: unknown }
const rowsIn = (answer: unknown): Row[] => {
  const inner =
    typeof answer === 'object' && answer !== null && 'message' in answer ? (answer satisfies Sourced).message : answer
  if (!isRows(inner)) throw new Error(JSON.stringify(answer))
  return inner
}

/**
 * A venue whose prices come from servers on this machine that speak like the public ones; clocks stand still unless
 * moved.
 */
async function liveVenue(names: readonly string[]) {
  const sources = await Promise.all(names.map(openSource))
  open.push(...sources)
  const harness = await optionVenue(1)
  const { venue, clock, ask } = harness
  const prices = openPriceFeed(readPriceFeeds(sources.map(({ named }) => named).join(',')), undefined, {
    venue,
    clock,
    random,
    dial: dialSocket,
    log: quiet,
    steadyMs: clock.now,
  })
  open.unshift(prices)
  const loop = createLoop(venue, prices.feed ? { feed: prices.feed } : {})
  const shown = async () => {
    const [row] = rowsIn((await ask('GET /api/currency/sources')).answer)
    if (!row) throw new Error('no market')
    return row
  }
  /** What comes over a socket comes when it comes: steps until it is there. */
  const until = async (isThere: () => boolean | Promise<boolean>) =>
    vi.waitFor(
      async () => {
        await loop.step()
        expect(await isThere()).toBe(true)
      },
      { timeout: 8000, interval: 5 },
    )
  const statesAre = (wanted: Readonly<Record<string, string>>) =>
    until(
      async () =>
        JSON.stringify(Object.fromEntries((await shown()).sources.map(({ name, state }) => [name, state]))) ===
        JSON.stringify(wanted),
    )
  const all = (state: string): Record<string, string> => Object.fromEntries(names.map((name) => [name, state]))
  const of = (name: string): LocalSource => {
    const found = sources.find((each) => each.name === name)
    if (!found) throw new Error(name)
    return found
  }
  await until(() => sources.every(({ isAsked }) => isAsked()))
  return { ...harness, sources, prices, loop, shown, until, statesAre, all, of }
}
const six = Object.keys(speeches)

test('FEED-3 FEED-13 six sources make one price; the call, the figures and the quote say the same', async () => {
  const { sources, clock, shown, statesAre, until, all, prices, venue } = await liveVenue(six)
  expect(await shown()).toMatchObject({ status: 'few', index: null, age_ms: null })
  sources.forEach(({ tell }, n) => tell(96_000 + n * 10, clock.now() - n * 100))
  await statesAre(all('fresh'))
  await until(async () => (await shown()).status === 'live')
  const row = await shown()
  expect(row).toMatchObject({ m: 'BTC-USDT', status: 'live', index: '96025.00', age_ms: 100 })
  expect(row.sources.map(({ price }) => Number(price))).toEqual([96_000, 96_010, 96_020, 96_030, 96_040, 96_050])
  expect(venue.ctx.markets.need('BTC-USDT').priceRow()).toMatchObject({
    index: '96025.00',
    sources: 6,
    as_of_ms: clock.now() - 100,
    stale: false,
  })
  const registry = new Registry()
  createPriceMeters([registry]).follow(prices.figures)
  const figures = await registry.metrics()
  expect(figures).toContain('kontor_price_source_state{source="okx",market="BTC-USDT",state="fresh"} 1')
  expect(figures).toContain('kontor_price_source_state{source="okx",market="ETH-USDT",state="stale"} 1')
  expect(figures).toContain('kontor_price_source_age_seconds{source="coinbase",market="BTC-USDT"} 0.1')
  expect(figures).toContain('kontor_price_source_events_total{source="gate",event="lost"} 0')
})
test('FEED-6 FEED-5 a wild print, a reorder and a clock that stands still move nothing', async () => {
  const { sources, clock, shown, statesAre, until, all, of, prices } = await liveVenue([
    'binance',
    'kraken',
    'okx',
    'bybit',
  ])
  const tellAll = () => sources.forEach(({ tell }) => tell(96_000, clock.now()))
  tellAll()
  await statesAre(all('fresh'))
  of('okx').tell(960_000, clock.now())
  await statesAre({ ...all('fresh'), okx: 'doubted' })
  expect((await shown()).index).toBe('96000.00')
  of('okx').tell(96_000, clock.now())
  await statesAre(all('fresh'))
  of('bybit').tell(95_000, clock.now() - 1)
  const countsOf = (name: string) => prices.figures().lines.find(({ source }) => source === name)?.counts
  await until(() => countsOf('bybit')?.['late'] === 1)
  of('binance').tell(95_000, clock.now() + 6000)
  await until(() => countsOf('binance')?.['ahead'] === 1)
  expect(await shown()).toMatchObject({ index: '96000.00', status: 'live' })
  const stoodStill = clock.now()
  for (let n = 0; n < 6; n += 1) {
    clock.advance(1000)
    sources.forEach(({ name, tell }) => tell(96_000 + n, name === 'kraken' ? stoodStill : clock.now()))
    const rest = n < 5 ? all('fresh') : { ...all('fresh'), kraken: 'stale' }
    await until(async () => Number((await shown()).sources[0]?.price) === 96_000 + n)
    await statesAre(rest)
  }
})
test('FEED-6 a jump that all sources tell is held back until it has lasted, and the market says so', async () => {
  const { sources, clock, shown, until } = await liveVenue(['okx', 'gate', 'bybit'])
  const tellAll = (price: number) => sources.forEach(({ tell }) => tell(price, clock.now()))
  tellAll(96_000)
  await until(async () => (await shown()).status === 'live')
  for (let n = 0; n < 10; n += 1) {
    clock.advance(1000)
    tellAll(120_000 + n)
    await until(async () => (await shown()).sources.every(({ price }) => price === `${120_000 + n}.00`))
    await until(async () => (await shown()).status === 'held')
    expect((await shown()).index).toBe('96000.00')
  }
  clock.advance(1000)
  tellAll(120_010)
  await until(async () => (await shown()).index === '120010.00')
  expect((await shown()).status).toBe('live')
})
test('FEED-4 FEED-9 FEED-8 without two fresh sources there is no price, nothing is taken, and it says why; then it comes back', async () => {
  const { sources, clock, shown, statesAre, until, all, of, venue, submit, ann, loop } = await liveVenue([
    'okx',
    'gate',
    'bybit',
  ])
  const market = venue.ctx.markets.need('BTC-USDT')
  sources.forEach(({ tell }) => tell(96_000, clock.now()))
  await statesAre(all('fresh'))
  clock.advance(1000)
  sources.forEach(({ tell }) => tell(96_010, clock.now()))
  await until(() => market.priceRow().index === '96010.00')
  expect(await submit(ann)).toMatchObject({ type: 'ok' })
  expect(markOf(venue.ctx, market.pair.id).isFresh).toBe(true)

  of('okx').drop()
  of('gate').drop()
  await statesAre({ okx: 'disconnected', gate: 'disconnected', bybit: 'fresh' })
  for (let n = 0; n < 6; n += 1) {
    clock.advance(1000)
    of('bybit').tell(50_000 + n, clock.now())
    await until(async () => (await shown()).sources[2]?.price === `${50_000 + n}.00`)
    if (n === 0) break
  }
  expect(await shown()).toMatchObject({ status: 'few', index: '96010.00' })
  clock.advance(1001)
  await loop.step()
  expect(markOf(venue.ctx, market.pair.id).isFresh).toBe(false)
  expect(await submit(ann)).toMatchObject({ type: 'error', reason: 'feed_stale' })
  clock.advance(3000)
  expect(market.priceRow()).toMatchObject({ index: '96010.00', stale: true })

  await until(() => sources.every(({ isAsked }) => isAsked()))
  expect(of('okx').dials()).toBe(2)
  sources.forEach(({ tell }) => tell(96_020, clock.now()))
  await until(async () => (await shown()).status === 'live')
  expect(market.priceRow()).toMatchObject({ index: '96020.00', sources: 3, stale: false })
})
test('FEED-10 outside the demo there is no made price, no made past and no maker; MAKER says otherwise', async () => {
  expect([true, false].map((demo) => defaultSettings(demo).spot.hasMaker)).toEqual([true, false])
  expect(
    ['1', '0', 'yes', undefined].map((MAKER) => defaultSettings(false, settingsOf({ MAKER })).spot.hasMaker),
  ).toEqual([true, false, false, false])
  const { venue, clock, ask } = createMemoryVenue({ settings: { demo: false, spot: { hasMaker: false } } })
  const { feed } = openPriceFeed([], '/nowhere.json', {
    venue,
    clock,
    random,
    dial: dialSocket,
    log: quiet,
    steadyMs: clock.now,
  })
  const loop = createLoop(venue, feed ? { feed } : {})
  await loop.start()
  for (let n = 0; n < 8; n += 1) {
    clock.advance(250)
    await loop.step()
  }
  for (const market of venue.ctx.markets.all()) {
    expect([
      market.quote(),
      market.house.size,
      market.book().best('buy'),
      market.deals().length,
      market.chart.range('1day', 0, clock.now() / 1000),
    ]).toEqual([null, 0, null, 0, []])
  }
  expect(rowsIn((await ask('GET /api/currency/sources')).answer).map(({ status, index }) => [status, index])).toEqual(
    Array.from({ length: 8 }, () => ['unset', null]),
  )
})
test('FEED-10 in the demo without sources the simulation goes on, and says that it is one', async () => {
  const { venue, clock, ask } = createMemoryVenue()
  const { feed } = openPriceFeed([], undefined, {
    venue,
    clock,
    random,
    dial: dialSocket,
    log: quiet,
    steadyMs: clock.now,
  })
  expect(feed).toBeNull()
  await createLoop(venue).step()
  expect(rowsIn((await ask('GET /api/currency/sources')).answer)[0]).toMatchObject({
    m: 'BTC-USDT',
    status: 'simulated',
    sources: [],
  })
})
test('FEED-9 a maker takes its quotes back when the price gets old', async () => {
  const { venue, clock } = createMemoryVenue()
  const loop = createLoop(venue)
  await loop.step()
  const market = venue.ctx.markets.need('BTC-USDT')
  expect(market.house.size).toBeGreaterThan(0)
  venue.ctx.priceIndex.follow({ kind: 'sources', sources: 2, read: () => [] })
  clock.advance(5001)
  await loop.step()
  expect([market.house.size, market.book().best('buy'), market.book().best('sell')]).toEqual([0, null, null])
})
test('FEED-12 a stake enters at the first price whose sources spoke after it was taken', async () => {
  const { venue, clock, quote, submit, order, ann } = await optionVenue(1)
  const market = venue.ctx.markets.need('BTC-USDT')
  const tick = async (index: number, asOf: number) => {
    market.setQuote({ tick: `t${index}`, index, mark: index, sources: 2, at: clock.now(), asOf })
    await venue.command(takeTicks)
    venue.flush()
  }
  await quote(100)
  const taken = clock.now()
  const id = (await submit(ann)).message['id']
  clock.advance(1000)
  // Made after the stake was taken, out of what the sources had said before.
  await tick(11_000, taken)
  expect(await order(ann, id)).toMatchObject({ open_price: null })
  await tick(11_100, taken + 900)
  clock.advance(1)
  await tick(11_200, taken + 901)
  expect(await order(ann, id)).toMatchObject({ open_price: expect.stringMatching(/^11[12]/) })
})
