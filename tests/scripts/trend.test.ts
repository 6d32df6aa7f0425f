import { growthAMinute } from '#tests/proof/soak/trend.ts'
import { expect, test } from 'vitest'

const readings = (...values: readonly number[]) => values.map((value, n) => ({ at: n / 2, value }))

const saw = (aReading: number) => readings(...Array.from({ length: 120 }, (_, n) => 150 + (n % 7) + n * aReading))

test.each([
  ['steady', readings(5, 5, 5, 5, 5), 0],
  ['two megabytes a minute', readings(1, 2, 3, 4), 2],
  ['one large answer in the middle', readings(5, 5, 60, 5, 5, 5), 0],
  ['what is collected again and again', saw(0), 0],
  ['what is collected, but a little less each time', saw(0.25), 0.5],
])('SOAK-1 growth a minute: %s', (_, some, expected) => {
  expect(growthAMinute(some)).toBeCloseTo(expected, 1)
})
test('SOAK-1 growth of nothing is not a number, and so never passes for none', () => {
  expect(growthAMinute([])).toBeNaN()
  expect(growthAMinute(readings(5))).toBeNaN()
})
