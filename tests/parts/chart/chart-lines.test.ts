import { mainIndicators, subIndicators } from '#src/lib/indicators.ts'
import { linesOf, panesOf } from '#src/parts/chart/chart-lines.ts'
import { hasClock, intervalOf, intervals, periodOf } from '#src/parts/chart/chart-interval.ts'
import { expect, test } from 'vitest'

const bars = Array.from({ length: 120 }, (_, at) => ({
  open: 100,
  high: 103,
  low: 97,
  close: at % 2 === 0 ? 101 : 99,
  volume: at,
}))

test('CHART-2 what is chosen is drawn, over the bars or in a pane of its own, in the order of the product', () => {
  const drawn = linesOf(bars, ['KDJ', 'VOL', 'EMA', 'MA', 'nonsense'])
  expect(drawn.map(({ pane, name }) => `${pane} ${name}`)).toEqual([
    '0 MA5',
    '0 MA10',
    '0 MA30',
    '0 EMA7',
    '0 EMA25',
    '0 EMA99',
    '1 VOL',
    '1 MA5',
    '1 MA10',
    '2 K',
    '2 D',
    '2 J',
  ])
  expect(panesOf(['KDJ', 'VOL', 'EMA'])).toEqual(['VOL', 'KDJ'])
  expect(linesOf(bars, [])).toEqual([])
})

test('CHART-2 every line has one value per bar and a name of its own', () => {
  const all = linesOf(bars, [...mainIndicators, ...subIndicators])
  expect(all.filter(({ values }) => values.length !== bars.length)).toEqual([])
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(linesOf([], [...mainIndicators, ...subIndicators]).every(({ values }) => values.length === 0)).toBe(true)
})

test('CHART-2 columns tell rises from falls', () => {
  const [volume] = linesOf(bars.slice(0, 3), ['VOL'])
  expect(volume?.rises).toEqual([true, false, true])
})

test('CHART-2 the time-share is a line through bars of a minute; an unknown interval is none', () => {
  expect(intervals).toEqual([
    'timeShare',
    '1min',
    '3min',
    '5min',
    '15min',
    '30min',
    '60min',
    '4hour',
    '1day',
    '1week',
    '1mon',
  ])
  expect([periodOf('timeShare'), periodOf('1week'), intervalOf('7min'), intervalOf('1mon')]).toEqual([
    '1min',
    '1week',
    '1min',
    '1mon',
  ])
  expect(intervals.filter((interval) => !hasClock(interval))).toEqual(['1day', '1week', '1mon'])
})
test('T42 the newest four panes are drawn, and one more takes the place of the first', () => {
  expect(panesOf(['VOL', 'MA', 'MACD', 'RSI', 'KDJ', 'ATR'])).toEqual(['MACD', 'RSI', 'KDJ', 'ATR'])
})
