import { boll, ema, kdj, macd, rsi, sma, type PlainCandle, type Points } from '#src/parts/chart/indicators.ts'
import { expect, test } from 'vitest'

const rounded = (points: Points) => points.map((point) => point && Number(point.toFixed(6)))
const barOf = (high: number, low: number, close: number): PlainCandle => ({ open: close, high, low, close, volume: 1 })

test('CHART-1 MA is the mean of the last n, and nothing before there are n', () => {
  expect(rounded(sma([1, 2, 3, 4, 10], 3))).toEqual([null, null, 2, 3, 5.666667])
  expect(rounded(sma([7], 1))).toEqual([7])
  expect(rounded(sma([1, 2], 5))).toEqual([null, null])
  expect(rounded(sma([], 5))).toEqual([])
})

test('CHART-1 EMA begins with the mean of n and then weighs the newest by 2 / (n + 1)', () => {
  // mean(1, 2, 3) = 2; 2 + (4 - 2) / 2 = 3; 3 + (10 - 3) / 2 = 6.5; 6.5 + (1 - 6.5) / 2 = 3.75
  expect(rounded(ema([1, 2, 3, 4, 10, 1], 3))).toEqual([null, null, 2, 3, 6.5, 3.75])
  expect(rounded(ema([null, null, 1, 3, 5], 2))).toEqual([null, null, null, 2, 4])
})

test('CHART-1 BOLL lies two deviations of the whole window on both sides of its mean', () => {
  // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, deviation 2.
  const { middle, upper, lower } = boll([2, 4, 4, 4, 5, 5, 7, 9], 8, 2)
  expect(rounded(middle)).toEqual([...Array<null>(7).fill(null), 5])
  expect(rounded(upper)).toEqual([...Array<null>(7).fill(null), 9])
  expect(rounded(lower)).toEqual([...Array<null>(7).fill(null), 1])
})

test('CHART-1 MACD is fast less slow, its signal, and what is between them', () => {
  // EMA2: -, 1.5, 2.5, 3.5, 6.5; EMA3: -, -, 2, 3, 5.5; signal of two: mean(.5, .5), then .5 + (1 - .5) * 2 / 3
  const { dif, dea, bars } = macd([1, 2, 3, 4, 8], 2, 3, 2)
  expect(rounded(dif)).toEqual([null, null, 0.5, 0.5, 1])
  expect(rounded(dea)).toEqual([null, null, null, 0.5, 0.833333])
  expect(rounded(bars)).toEqual([null, null, null, 0, 0.166667])
})

test('CHART-1 RSI smooths rises and falls as Wilder does', () => {
  // Moves +1 +1 -1: up 2/3, down 1/3 → 66.67. Then +2: up (2/3 · 2 + 2) / 3, down (1/3 · 2) / 3 → 10/3 of 12/3.
  expect(rounded(rsi([10, 11, 12, 11, 13], 3))).toEqual([null, null, null, 66.666667, 83.333333])
  expect(rounded(rsi([1, 2, 3], 2))).toEqual([null, null, 100])
  expect(rounded(rsi([3, 2, 1], 2))).toEqual([null, null, 0])
  expect(rounded(rsi([5, 5, 5], 2))).toEqual([null, null, 50])
})

test('CHART-1 KDJ begins at 50 and takes a third of each new place in the range', () => {
  // Range 0 … 10, close 8 → 80: K = 50 + 30 / 3 = 60, D = 50 + 10 / 3. Then close 2 → 20.
  const { k, d, j } = kdj([barOf(10, 0, 5), barOf(9, 1, 8), barOf(8, 1, 2)], 2, 3, 3)
  const k2 = 60 + (((2 - 1) / (9 - 1)) * 100 - 60) / 3
  const d1 = 50 + 10 / 3
  const d2 = d1 + (k2 - d1) / 3
  const round = (value: number) => Number(value.toFixed(6))
  expect(rounded(k)).toEqual([null, 60, round(k2)])
  expect(rounded(d)).toEqual([null, round(d1), round(d2)])
  expect(rounded(j)).toEqual([null, round(180 - 2 * d1), round(3 * k2 - 2 * d2)])
  expect(rounded(kdj([barOf(5, 5, 5), barOf(5, 5, 5)], 2).k)).toEqual([null, 50])
})

test('CHART-1 with the lengths of the product the first points stand where they must', () => {
  const values = Array.from({ length: 60 }, (_, at) => 100 + Math.sin(at))
  const first = (points: Points) => points.findIndex((point) => point !== null)
  expect([
    first(boll(values).middle),
    first(macd(values).dif),
    first(macd(values).dea),
    first(rsi(values, 24)),
  ]).toEqual([19, 25, 33, 24])
})
