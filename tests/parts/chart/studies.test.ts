import type { PlainCandle, Points } from '#src/parts/chart/indicators.ts'
import {
  atr,
  cci,
  cmf,
  dmi,
  donchian,
  ichimoku,
  keltner,
  mfi,
  obv,
  roc,
  sar,
  stochRsi,
  supertrend,
  trix,
  vwma,
  williams,
  wma,
} from '#src/parts/chart/studies.ts'
import { expect, test } from 'vitest'

const rounded = (points: Points) => points.map((point) => point && Number(point.toFixed(4)))
const bar = (high: number, low: number, close: number, volume = 1): PlainCandle => ({
  open: close,
  high,
  low,
  close,
  volume,
})
/** True ranges: 2, 3, 4, 6. */
const four = [bar(11, 9, 10), bar(13, 10, 12), bar(14, 10, 11), bar(12, 8, 9)].with(3, bar(12, 6, 7))

test('CHART-16 WMA counts the newest most; VWMA counts by volume, and plainly where there was none', () => {
  // (1·1 + 2·2 + 6·3) / 6
  expect(rounded(wma([1, 2, 6], 3))).toEqual([null, null, 3.8333])
  expect(rounded(vwma([bar(1, 1, 10, 1), bar(1, 1, 20, 3), bar(1, 1, 30, 0), bar(1, 1, 40, 0)], 2))).toEqual([
    null,
    17.5,
    20,
    35,
  ])
})
test('CHART-16 channels: the range of Donchian, and the true ranges of Keltner around an EMA', () => {
  const range = donchian(four, 2)
  expect([range.upper, range.lower, range.middle].map(rounded)).toEqual([
    [null, 13, 14, 14],
    [null, 9, 10, 6],
    [null, 11, 12, 10],
  ])
  // Mean of 2 and 3, then a half of each new one.
  expect(rounded(atr(four, 2))).toEqual([null, 2.5, 3.25, 4.625])
  const { middle, upper, lower } = keltner(four, 2, 2)
  expect(rounded(middle)).toEqual([null, 11, 11, 8.3333])
  expect([rounded(upper)[1], rounded(lower)[1]]).toEqual([16, 6])
})
test('CHART-16 SAR follows below what rises, faster with each new high, and turns where it is touched', () => {
  const rising = [bar(10, 8, 9), bar(12, 10, 11), bar(14, 12, 13), bar(16, 14, 15), bar(15, 7, 8)]
  // 8; 8 + 0.02 · (12 − 8), held by the lows of 8 and 10; then 0.04 to 14; then the touch puts it at the last high.
  expect(rounded(sar(rising))).toEqual([null, 8, 8, 8.24, 16])
  expect(sar([bar(1, 1, 1)])).toEqual([null])
})
test('CHART-16 Supertrend keeps its band until a close crosses it', () => {
  const flat = Array.from({ length: 4 }, () => bar(11, 9, 10))
  expect(rounded(supertrend([...flat, bar(3, 1, 2)], 2, 1))).toEqual([null, 8, 8, 8, 7.5])
})
test('CHART-16 Ichimoku draws its cloud as far ahead as its base line is long', () => {
  const { conversion, base, near, far } = ichimoku(four, 1, 2, 2)
  expect([conversion, base, near, far].map(rounded)).toEqual([
    [10, 11.5, 12, 9],
    [null, 11, 12, 10],
    [null, null, null, 11.25],
    [null, null, null, 11],
  ])
})
test('CHART-16 stochastic RSI, CCI, Williams %R and money flow stand in the middle where nothing moves', () => {
  const still = Array.from({ length: 12 }, () => bar(5, 5, 5))
  const closes = still.map(({ close }) => close)
  expect(
    [stochRsi(closes, 2, 2, 2, 2).d, cci(still, 3), williams(still, 3), mfi(still, 3)].map((each) => each.at(-1)),
  ).toEqual([50, 0, -50, 50])
})
test('CHART-16 stochastic RSI is at its ends where the strength is', () => {
  const closes = [1, 2, 1, 2, 1, 2, 3, 4, 5]
  const { k } = stochRsi(closes, 2, 3, 1, 1)
  expect(k.at(-1)).toBe(100)
})
test('CHART-16 DMI: only the larger of two moves counts, and ADX is how far the two are apart', () => {
  const rising = Array.from({ length: 6 }, (_, at) => bar(11 + at, 9 + at, 10 + at))
  const { plus, minus, adx } = dmi(rising, 2)
  // Each bar moves 1 of a true range of 2.
  expect([rounded(plus).at(-1), rounded(minus).at(-1), rounded(adx).at(-1)]).toEqual([50, 0, 100])
})
test('CHART-16 CCI counts mean deviations, Williams %R from the top', () => {
  // Typical 1, 2, 6: mean 3, deviation 2; (6 − 3) / (0.015 · 2)
  expect(rounded(cci([bar(1, 1, 1), bar(2, 2, 2), bar(6, 6, 6)], 3))).toEqual([null, null, 100])
  expect(rounded(williams([bar(10, 0, 5), bar(10, 2, 8)], 2))).toEqual([null, -20])
})
test('CHART-16 volumes: OBV adds and takes, money flow is a share, Chaikin weighs by the place of the close', () => {
  const bars = [bar(10, 10, 10, 5), bar(11, 11, 11, 3), bar(9, 9, 9, 4), bar(9, 9, 9, 7)]
  expect(obv(bars)).toEqual([0, 3, -1, -1])
  // 33 up, 36 down
  expect(rounded(mfi(bars, 2))).toEqual([null, null, 47.8261, 0])
  expect(rounded(cmf([bar(10, 0, 10, 2), bar(10, 0, 5, 2)], 2))).toEqual([null, 0.5])
})
test('CHART-16 ROC and TRIX are changes in per cent', () => {
  expect(rounded(roc([100, 50, 110], 2))).toEqual([null, null, 10])
  const { line, signal } = trix(
    Array.from({ length: 20 }, (_, at) => 2 ** at),
    2,
    2,
  )
  // What doubles with each bar doubles however smoothed it is, once the first means are forgotten.
  expect([line.at(-1)?.toFixed(1), signal.at(-1)?.toFixed(1)]).toEqual(['100.0', '100.0'])
})
