import { createMedianFeed } from '#server/features/market/prices/median.ts'
import type { Feed } from '#server/features/market/prices/feeds.ts'
import { seededRandom } from '#server/core/random.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const market = 'BTC-USDT'
const sourceOf = (price: () => number | null): Feed => ({
  sources: 1,
  read: () => {
    const current = price()
    return current === null ? [] : [{ market, price: current }]
  },
})
const priceOf = (feed: Feed, at = 0) => feed.read(at)[0]?.price ?? null

test(`P8 one of three sources, whatever it reports, moves the price by no more than the spread of the others (seed ${seed})`, () => {
  const random = seededRandom(seed)
  for (let n = 0; n < 2000; n += 1) {
    const truth = 1 + random.unit() * 1e6
    const around = () => truth * (0.9975 + random.unit() * 0.005)
    const honest = [around(), around(), around()]
    const wild = [NaN, Infinity, 0, -truth, truth * 1000, truth / 1000, truth * random.unit() * 2][random.int(7)] ?? 0
    const honestPrice = priceOf(createMedianFeed(honest.map((price) => sourceOf(() => price)))) ?? 0
    const moved = priceOf(createMedianFeed([wild, ...honest.slice(1)].map((price) => sourceOf(() => price))))
    const isValidPrice = Number.isFinite(wild) && wild > 0
    expect(moved !== null).toBe(isValidPrice)
    expect(Math.abs((moved ?? honestPrice) - honestPrice)).toBeLessThanOrEqual(truth * 0.005)
  }
})
test('P8 the price of a source counts for two seconds; with only two of three sources there is no price', () => {
  let third: number | null = 102
  const feed = createMedianFeed([sourceOf(() => 100), sourceOf(() => 101), sourceOf(() => third)])
  expect(priceOf(feed, 0)).toBe(101)
  third = null
  expect(priceOf(feed, 2000)).toBe(101)
  expect(priceOf(feed, 2001)).toBeNull()
})
test('P8 a single source is passed on unchanged, with a count of one source', () => {
  const feed = createMedianFeed([sourceOf(() => 100)])
  expect([priceOf(feed), feed.sources]).toEqual([100, 1])
})
