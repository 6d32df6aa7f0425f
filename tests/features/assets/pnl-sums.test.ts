import { monthOf, monthsOf, sharesOf, sumPnl } from '#src/features/assets/pnl-sums.ts'
import { curveOf, percentOf } from '#src/parts/worth/pnl.ts'
import { parseDec } from '#contract/wire/money.ts'
import { expect, test } from 'vitest'

const day = (text: string, pnl: string, more: { worth?: string; flow?: string } = {}) => ({
  day: text,
  worth: '110',
  flow: '0',
  pnl,
  ...more,
})

test.each([
  [day('2026-01-05', '10'), '10'],
  [day('2026-01-05', '-10', { worth: '90' }), '-10'],
  [day('2026-01-05', '10', { worth: '160', flow: '50' }), '6.66666666'],
  [day('2026-01-05', '10', { worth: '60', flow: '-50' }), '10'],
  [day('2026-01-05', '0', { worth: '0' }), null],
])('PNL-3 the percentage of %j is of what was there', (each, percent) => {
  expect(percentOf(each)).toBe(percent)
})
test('PNL-3 the curve sums the days, and the calendar has every day of its month from its weekday on', () => {
  const days = [day('2026-01-31', '0.1'), day('2026-02-01', '0.2'), day('2026-02-02', '-0.3')]
  expect([curveOf(days), sumPnl(days), monthsOf(days)]).toEqual([['0.1', '0.3', '0'], '0', ['2026-01', '2026-02']])
  const february = monthOf(days, '2026-02')
  expect(february.slice(0, 9).map((cell) => cell?.day?.pnl ?? cell?.date ?? null)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    '0.2',
    '-0.3',
    3,
  ])
  expect([february.length, february.at(-1)?.date]).toEqual([34, 28])
})
test('PNL-3 the five largest shares and the rest', () => {
  const held = ['50', '20', '10', '8', '7', '3', '2', '0'].map((worth, at) => ({
    name: `C${at}`,
    worth: parseDec(worth),
  }))
  expect(sharesOf(held, 'Other').map(({ name, percent }) => [name, percent])).toEqual([
    ['C0', '50.0'],
    ['C1', '20.0'],
    ['C2', '10.0'],
    ['C3', '8.0'],
    ['C4', '7.0'],
    ['Other', '5.0'],
  ])
  expect(sharesOf([], 'Other')).toEqual([])
})
