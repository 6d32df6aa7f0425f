import { createMedianFeed } from '#tests/support/median-feed.ts'
import { agreeFraction, foldPrices, medianOf, type Voice } from '#server/features/market/prices/fold.ts'
import type { Feed } from '#server/features/market/prices/feeds.ts'
import { seededRandom } from '#server/core/random.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const market = 'BTC-USDT'
const sourceOf = (price: () => number | null): Feed => ({
  sources: 1,
  read: () => {
    const said = price()
    return said === null ? [] : [{ market, price: said }]
  },
})
const priceOf = (feed: Feed, at = 0) => feed.read(at)[0]?.price ?? null
const voices = (...prices: readonly number[]): Voice[] => prices.map((price) => ({ price, ageMs: 0 }))

test('FEED-7 the index is the mean of all, each held within half a percent of the median', () => {
  expect(foldPrices(voices(100, 100.2, 100.4))).toEqual({ price: 100.2, ageMs: 0, sources: 3 })
  expect(foldPrices(voices(100, 100.5))).toEqual({ price: 100.25, ageMs: 0, sources: 2 })
  // 100.8 is held at 100.5 and 5000 as well.
  expect(foldPrices(voices(100, 100, 100, 100.8, 5000))?.price).toBeCloseTo((100 * 3 + 100.5 * 2) / 5, 9)
  expect([medianOf([]), medianOf([3]), medianOf([9, 1]), medianOf([9, 1, 2])]).toEqual([null, 3, 5, 2])
})
test('FEED-7 two must agree: one alone, two far apart and three of three minds make no price', () => {
  const apart = 1 + 2.1 * agreeFraction
  for (const prices of [[], [100], [100, 100 * apart], [100, 100 * apart, 100 / apart], [1, 100]])
    expect(foldPrices(voices(...prices))).toBeNull()
  expect(foldPrices(voices(100, 100 * (1 + agreeFraction)))?.sources).toBe(2)
})
test('FEED-8 the index is as old as the second youngest of those that agree', () => {
  const of = (...ages: readonly number[]) => foldPrices(ages.map((ageMs) => ({ price: 100, ageMs })))?.ageMs
  expect([of(900, 100), of(4000, 100, 300), of(50, 4000, 3000)]).toEqual([900, 300, 3000])
  // The youngest lies far off: it is not one of the two that are needed.
  expect(
    foldPrices([
      { price: 130, ageMs: 1 },
      { price: 100, ageMs: 20 },
      { price: 100, ageMs: 70 },
    ])?.ageMs,
  ).toBe(70)
})
test.each([3, 5])(
  `FEED-7 one insane source of %i, whatever it says, moves the price by less than half a percent (seed ${seed})`,
  (count) => {
    const chance = seededRandom(seed)
    for (let n = 0; n < 3000; n += 1) {
      const truth = 10 ** (chance.unit() * 12 - 6)
      const around = () => truth * (0.999 + chance.unit() * 0.002)
      const honest = Array.from({ length: count - 1 }, around)
      const insane =
        [truth * 1e6, truth / 1e6, 1e9, 1e-9, truth * chance.unit() * 2, truth * (0.98 + chance.unit() * 0.04)][
          chance.int(6)
        ] ?? 0
      const price = foldPrices(voices(...honest, insane))?.price ?? NaN
      const without = foldPrices(voices(...honest))?.price ?? NaN
      expect(Math.abs(price - without)).toBeLessThan(without * 0.005)
      expect(price).toBeGreaterThan(Math.min(...honest) * 0.995)
      expect(price).toBeLessThan(Math.max(...honest) * 1.005)
    }
  },
)
test(`P8 one feed of three, whatever it says, moves the price by less than half a percent (seed ${seed})`, () => {
  const chance = seededRandom(seed)
  for (let n = 0; n < 2000; n += 1) {
    const truth = 1 + chance.unit() * 1e6
    const around = () => truth * (0.9975 + chance.unit() * 0.005)
    const honest = [around(), around(), around()]
    const wild = [NaN, Infinity, 0, -truth, truth * 1000, truth / 1000, truth * chance.unit() * 2][chance.int(7)] ?? 0
    const calm = priceOf(createMedianFeed(honest.map((price) => sourceOf(() => price)))) ?? 0
    const moved = priceOf(createMedianFeed([wild, ...honest.slice(1)].map((price) => sourceOf(() => price)))) ?? 0
    expect(Math.abs(moved - calm)).toBeLessThan(truth * 0.005)
  }
})
test('P8 what a feed has said counts for two seconds; with one voice of three there is no price', () => {
  let [second, third]: (number | null)[] = [101, 102]
  const feed = createMedianFeed([sourceOf(() => 100), sourceOf(() => second ?? null), sourceOf(() => third ?? null)])
  expect(priceOf(feed, 0)).toBe((101 * 0.995 + 101 + 101 * 1.005) / 3)
  ;[second, third] = [null, null]
  expect(priceOf(feed, 2000)).not.toBeNull()
  expect(priceOf(feed, 2001)).toBeNull()
})
test('P8 a single feed is passed on as it is, and says that it is alone', () => {
  const feed = createMedianFeed([sourceOf(() => 100)])
  expect([priceOf(feed), feed.sources]).toEqual([100, 1])
})
