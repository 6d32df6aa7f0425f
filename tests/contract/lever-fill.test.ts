import {
  fillPrice,
  flowLeft,
  highestMultiple,
  leadMs,
  leadPrice,
  measuredCap,
  moveCost,
  quickCloseMs,
  quickPrice,
  skewShift,
  tailPrice,
  takenBy,
} from '#contract/lever/lever-fill.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { expect, test } from 'vitest'

const units = (text: string) => parseDec(text)
const terms = { mark: units('1000'), spread: units('0.5'), shift: units('0.1') }

test.each([
  ['long', true, '1001', '1001.6'],
  ['long', true, '999', '1000.6'],
  ['long', true, null, '1000.6'],
  ['long', true, '1100', '1005.6'],
  ['short', true, '999', '998.4'],
  ['short', true, '1001', '999.4'],
  ['short', true, '900', '994.4'],
  ['long', false, '999', '998.9'],
  ['long', false, '1001', '999.9'],
  ['long', false, '1', '994.9'],
  ['short', false, '1001', '1001.1'],
  ['short', false, null, '1000.1'],
] as const)('FILL-1 a %s (opening: %s) with the book at %s fills at %s', (side, opens, book, price) => {
  expect(formatDec(fillPrice({ ...terms, side, opens, book: book === null ? null : units(book) }))).toBe(price)
})
test('FILL-2 who closes in profit within a minute pays the spread, and never more than the profit', () => {
  const at = (side: 'long' | 'short', close: string, ageMs: number) =>
    formatDec(quickPrice(side, units(close), { price: units('1000'), spread: units('2'), ageMs }))
  expect([
    at('long', '1010', 0),
    at('long', '1001', 59_999),
    at('long', '990', 0),
    at('long', '1010', quickCloseMs),
  ]).toEqual(['1008', '1000', '990', '1010'])
  expect([at('short', '990', 0), at('short', '999', 0), at('short', '1010', 0)]).toEqual(['992', '1000', '1010'])
})
test('FILL-6 what a mark runs ahead in the first seconds leaves half of the fee to the owner, on both sides and in any number of steps', () => {
  const paid = { fee: units('1'), number: units('0.1') }
  const at = (side: 'long' | 'short', ...marks: string[]) =>
    formatDec(marks.reduce((price, mark) => leadPrice(side, price, { mark: units(mark), ...paid }), units('1000')))
  expect([at('long', '1005'), at('long', '1006'), at('long', '900'), at('long', '1003', '1006', '1002')]).toEqual([
    '1000',
    '1001',
    '1000',
    '1001',
  ])
  expect([at('short', '995'), at('short', '994'), at('short', '1100'), at('short', '997', '994', '998')]).toEqual([
    '1000',
    '999',
    '1000',
    '999',
  ])
})
test('FILL-8 what a mark runs away after a closing moves its price beyond half of the fee, on both sides, by at most half a percent', () => {
  const paid = { fee: units('1'), number: units('0.1'), first: units('1000') }
  const at = (side: 'long' | 'short', ...marks: string[]) =>
    formatDec(marks.reduce((price, mark) => tailPrice(side, price, { mark: units(mark), ...paid }), paid.first))
  expect([
    at('long', '995'),
    at('long', '994'),
    at('long', '1100'),
    at('long', '994', '999'),
    at('long', '900'),
  ]).toEqual(['1000', '999', '1000', '999', '995'])
  expect([at('short', '1005'), at('short', '1006'), at('short', '900'), at('short', '1100')]).toEqual([
    '1000',
    '1001',
    '1000',
    '1005',
  ])
})
test('FILL-7 what was filled just before counts as taken in its own direction, and fades', () => {
  expect([takenBy(5n, 2n), takenBy(5n, -2n), takenBy(-5n, -2n), takenBy(-5n, 2n), takenBy(0n, 2n)]).toEqual([
    5n,
    0n,
    5n,
    0n,
    0n,
  ])
  expect([
    flowLeft(1_000_000n, 0),
    flowLeft(1_000_000n, leadMs),
    flowLeft(-1_000_000n, leadMs),
    flowLeft(1_000_000n, 100 * leadMs),
  ]).toEqual([1_000_000n, 367_879n, -367_879n, 0n])
})
test('FILL-3 what makes the net value larger pays for it, what makes it smaller pays nothing, whatever the order of steps', () => {
  const cap = units('1000000')
  const shift = (before: string, after: string) =>
    skewShift(units('1000'), { before: units(before), after: units(after), cap })
  expect(shift('0', '50000')).toBe(0n)
  expect(shift('500000', '100000')).toBe(0n)
  expect(shift('-500000', '300000')).toBe(0n)
  expect(formatDec(shift('900000', '1000000'))).toBe('1.8')
  // The charge for the way from one net value to another is the same in one step or in many: dividing an order saves
  // nothing.
  const paid = (from: number, to: number) => shift(String(from), String(to)) * BigInt(to - from)
  let inSteps = 0n
  for (let at = 100_000; at < 600_000; at += 10_000) inSteps += paid(at, at + 10_000)
  expect(Number(inSteps)).toBeGreaterThanOrEqual(Number(paid(100_000, 600_000)) * 0.999999)
  expect(skewShift(units('1000'), { before: 0n, after: units('5'), cap: 0n })).toBe(0n)
  // Closing may leave a market far beyond its cap, for example when the depth has shrunk: the charge stays at 0.2 %.
  expect(formatDec(shift('20000000', '21000000'))).toBe('2')
  expect(formatDec(shift('-20000000', '-21000000'))).toBe('2')
})
test('CAP-1 the cap follows the depth of the market maker, and gains less than moving the mark costs', () => {
  const depth = units('45000')
  expect(formatDec(measuredCap(depth))).toBe('6750000')
  const gain = measuredCap(depth) / 1000n
  expect(Number(moveCost(depth)) / Number(gain)).toBeGreaterThan(4)
})
test('CAP-1 the cost of moving the mark is that of the cheapest way', () => {
  const depth = 1e6
  const costs = Array.from({ length: 400 }, (_, n) => {
    const far = 1.01 + n / 100
    return ((4 * depth * 0.001) / 2) * 150 * far * far * Math.log(far / (far - 1))
  })
  const least = Math.min(...costs)
  expect(Number(moveCost(BigInt(depth * 1000))) / 1000 / least).toBeCloseTo(1, 3)
})
test('CAP-2 the highest leverage falls from half of the cap on, to one at the cap', () => {
  const at = (net: number) => highestMultiple(100, BigInt(net), 1000n)
  expect([at(0), at(500), at(-500), at(505), at(600), at(750), at(-900), at(1000), at(2000)]).toEqual([
    100, 100, 100, 50, 4, 1, 1, 1, 1,
  ])
})
