import { addSample, averageOf, markPrice, noPremium, premiumAverageMs } from '#contract/market/market-mark.ts'
import { parseDec } from '#contract/wire/money.ts'
import { createTape } from '#tests/support/price-tape.ts'
import { impactPrice } from '#server/features/market/prices/mark.ts'
import { houseTaker } from '#server/features/market/market.ts'
import { createLoop } from '#server/loop.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { expect, test } from 'vitest'

const name = 'BNB-USDT'
const indexTicks = 65_000
const stepMs = 250
const basisPoints = (ticks: number) => (ticks / indexTicks) * 10_000

/** A venue with a still index and its market maker, and somebody else's orders in the book where they are wanted. */
function venueWithBook({ store = openSqlite(':memory:'), startMs = memoryStartMs } = {}) {
  const harness = createMemoryVenue({ store, startMs })
  const tape = createTape(
    Array.from({ length: 4000 }, (_, n) => ({ market: name, price: indexTicks, at: startMs + n * stepMs })),
  )
  const loop = createLoop(harness.venue, { feed: tape })
  const market = harness.venue.ctx.markets.need(name)
  let ids = 1_000_000_000
  const order = (side: 'buy' | 'sell', price: number, amount: number) =>
    market.place({ id: (ids += 1), owner: houseTaker, side, kind: 'limit', price, amount })
  const tick = async (before: () => void = () => undefined) => {
    harness.clock.advance(stepMs)
    before()
    await loop.step()
  }
  return {
    ...harness,
    loop,
    market,
    order,
    tick,
    mark: () => market.quote()?.mark ?? 0,
    premium: () => Number(market.quote()?.premium ?? 0n) / 1e6,
  }
}

test.each([
  [0.25, 0.04],
  [10, 1.55],
  [60, 7.92],
  [600, 23.56],
])('P9 a book held 24 bp above the index for %s s moves the premium by %s bp', (seconds, moved) => {
  let average = noPremium
  for (let ms = 0; ms < seconds * 1000; ms += stepMs) average = addSample(average, 24, stepMs)
  expect(averageOf(average)).toBeCloseTo(moved, 2)
})
test('IDX-2 P9 the premium is capped at half a percent of the index, and the mark is a whole tick', () => {
  const tick = parseDec('0.01')
  const mark = (premium: string) => markPrice(parseDec('650'), parseDec(premium), tick)
  expect(mark('0')).toBe(parseDec('650'))
  expect(mark('1.234')).toBe(parseDec('651.23'))
  expect(mark('1.235')).toBe(parseDec('651.24'))
  expect(mark('-1.235')).toBe(parseDec('648.77'))
  expect(mark('300')).toBe(parseDec('653.25'))
  expect(mark('-300')).toBe(parseDec('646.75'))
  expect(markPrice(parseDec('0.01'), parseDec('-9'), tick)).toBe(tick)
})
test('P9 silence gives no sample a greater weight', () => {
  const after = (elapsedMs: number) => averageOf(addSample(noPremium, 100, elapsedMs))
  expect(after(3_600_000)).toBe(after(1000))
  expect(after(3_600_000)).toBeLessThan(1)
  expect(after(-5)).toBe(0)
  expect(noPremium.weight).toBe(premiumAverageMs)
})
test('P9 the impact price is what filling the whole size costs, so that one lot at the top says nothing', () => {
  expect(
    impactPrice(
      [
        [100, 10],
        [110, 100],
      ],
      1000,
    ),
  ).toBe(100)
  expect(
    impactPrice(
      [
        [100, 10],
        [110, 100],
      ],
      1550,
    ),
  ).toBeCloseTo(1550 / 15)
  expect(
    impactPrice(
      [
        [90, 1],
        [100, 1000],
      ],
      10_000,
    ),
  ).toBeCloseTo(99.9, 2)
  expect(impactPrice([[100, 10]], 1001)).toBeNull()
})
test('P9 a sweep between two ticks moves the mark by less than a tenth of a basis point', async () => {
  const { tick, order, mark, market, premium } = venueWithBook()
  for (let n = 0; n < 8; n += 1) await tick()
  expect(mark()).toBe(indexTicks)
  const top = indexTicks + Math.round(indexTicks * 0.0024)
  const calm = premium()
  await tick(() => order('buy', top, 10_000_000))
  // The book itself stood 24 bp higher at that moment: what index, last trade and middle of today's book would have
  // said.
  expect(market.book().best('buy')).toBeGreaterThan(0)
  expect(basisPoints(premium() - calm)).toBeGreaterThan(0.01)
  expect(basisPoints(premium() - calm)).toBeLessThan(0.1)
  expect(Math.abs(mark() - indexTicks)).toBeLessThanOrEqual(1)
})
test('P9 far orders in an emptied book weigh no more than orders at the cap', async () => {
  const { tick, order, market, premium } = venueWithBook()
  for (let n = 0; n < 8; n += 1) await tick()
  const calm = premium()
  await tick(() => {
    const asks = market.book().depth('sell', Infinity)
    for (const [price, amount] of asks.slice(0, -1)) order('buy', price, amount)
    order('buy', (asks.at(-1)?.[0] ?? 0) - 1, 10_000_000)
    order('sell', Math.round(indexTicks * 1.49), 10_000_000)
  })
  expect(basisPoints(premium() - calm)).toBeLessThan(50 * (stepMs / premiumAverageMs) * 1.01)
})
test('P9 a book without the market maker moves no mark', async () => {
  const { tick, order, market, premium } = venueWithBook()
  for (let n = 0; n < 8; n += 1) await tick()
  market.pair.isOpen = false
  for (const id of market.house.keys()) market.cancel(id)
  order('buy', Math.round(indexTicks * 1.004), 10_000_000)
  order('sell', Math.round(indexTicks * 1.005), 10_000_000)
  const before = premium()
  for (let n = 0; n < 400; n += 1) await tick()
  expect(Math.abs(premium())).toBeLessThanOrEqual(Math.abs(before))
  expect([...market.house.values()]).toEqual([])
})
test('P9 a restart carries the average on', async () => {
  const store = openSqlite(':memory:')
  const first = venueWithBook({ store })
  for (let n = 0; n < 400; n += 1) await first.tick(() => first.order('buy', indexTicks + 100, 10_000_000))
  await first.loop.second()
  first.venue.flush()
  const held = first.premium()
  expect(basisPoints(held)).toBeGreaterThan(3)
  const again = venueWithBook({ store, startMs: first.clock.now() + 3_600_000 })
  await again.tick()
  expect(again.premium()).toBeGreaterThan(held * 0.98)
  expect(again.premium()).toBeLessThan(held * 1.02)
})
