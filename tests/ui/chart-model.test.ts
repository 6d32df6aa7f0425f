import { firstChange, type ChartCandle } from '#src/ui/chart-model.ts'
import { expect, test } from 'vitest'

const bar = (time: number, close = 1): ChartCandle => ({ time, open: 1, high: 2, low: 1, close })
const held = [bar(1), bar(2), bar(3)]

test('CHART-3 a growing bar and new ones are drawn at the end', () => {
  expect(firstChange(held, [...held.slice(0, 2), bar(3, 2)])).toBe(2)
  expect(firstChange(held, [...held.slice(0, 2), bar(3, 2), bar(4)])).toBe(2)
  expect(firstChange(held, held)).toBe(2)
})
test('CHART-3 older bars, mended ones, and others altogether are drawn anew', () => {
  expect(firstChange([], held)).toBeNull()
  expect(firstChange(held, [bar(0), ...held])).toBeNull()
  expect(firstChange(held, [bar(1, 9), ...held.slice(1)])).toBeNull()
  expect(firstChange(held, held.slice(1))).toBeNull()
  expect(firstChange(held, [bar(7), bar(8), bar(9)])).toBeNull()
})
