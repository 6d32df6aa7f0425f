import {
  barAt,
  distanceTo,
  frontsOf,
  hitOf,
  keptInside,
  placeOf,
  snapPrice,
  steppedPrice,
  timeAt,
} from '#src/lib/chart-space.ts'
import { expect, test } from 'vitest'

test('CHART-9 a price off the canvas becomes one at a tick, as text, and never less than one tick', () => {
  expect(snapPrice(96_412.706, 2)).toBe('96412.71')
  expect(snapPrice(0.1 + 0.2, 8)).toBe('0.30000000')
  expect(snapPrice(1234.4, 0)).toBe('1234')
  expect(snapPrice(-5, 2)).toBe('0.01')
  expect(snapPrice(Number.NaN, 2)).toBeNull()
})
test('CHART-9 keys move a price by ticks, without a float, and not below one', () => {
  expect(steppedPrice('0.29', 2, 1)).toBe('0.30')
  expect(steppedPrice('999999999999999.99', 2, 1)).toBe('1000000000000000.00')
  expect(steppedPrice('61000', 2, -100)).toBe('60999.00')
  expect(steppedPrice('0.05', 2, -100)).toBe('0.01')
})

const hours = { starts: [3600, 7200, 14_400], gap: 3600 }
test('CHART-10 an instant has one place among the bars: inside, before and after them, and across a hole', () => {
  expect([3600, 5400, 7200, 10_800, 14_400, 16_200, 21_600, 0].map((time) => placeOf(time, hours))).toEqual([
    0, 0.5, 1, 1.5, 2, 2.5, 4, -1,
  ])
  expect(placeOf(5, { starts: [], gap: 60 })).toBeNull()
})
test('CHART-10 a place leads back to its instant', () => {
  for (const time of [0, 1800, 3600, 5400, 7200, 10_800, 14_400, 18_000, 90_000])
    expect(timeAt(placeOf(time, hours) ?? 0, hours)).toBe(time)
  expect(timeAt(0, { starts: [], gap: 60 })).toBeNull()
})
test('CHART-10 an instant keeps its place in time when the bars become longer', () => {
  const minutes = { starts: Array.from({ length: 200 }, (_, at) => 3600 + at * 60), gap: 60 }
  const time = timeAt(30, minutes) ?? 0
  expect(placeOf(time, { starts: [3600, 7200, 10_800], gap: 3600 })).toBe(0.5)
})
test('CHART-8 a trade lies at the bar that had begun', () => {
  expect([3599, 3600, 7199, 7200, 99_999].map((time) => barAt(time, hours.starts))).toEqual([-1, 0, 0, 1, 2])
})

const across = { id: 'across', from: { x: 0, y: 50 }, to: { x: 100, y: 50 } }
const rising = { id: 'rising', from: { x: 0, y: 100 }, to: { x: 100, y: 0 } }
test('CHART-10 a tap means the nearest line within reach, its ends included', () => {
  expect(distanceTo({ x: 10, y: 53 }, across)).toBe(3)
  expect(distanceTo({ x: 104, y: 53 }, across)).toBe(5)
  expect(distanceTo({ x: 3, y: 4 }, { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } })).toBe(5)
  expect(hitOf({ x: 10, y: 55 }, [across, rising], 12)).toBe('across')
  expect(hitOf({ x: 90, y: 12 }, [across, rising], 12)).toBe('rising')
  expect(hitOf({ x: 10, y: 70 }, [across, rising], 12)).toBeNull()
  expect(hitOf({ x: 50, y: 50 }, [across, rising], 12)).toBe('rising')
})
test('CHART-9 what is outside the chart waits at its edge, and says on which side it is', () => {
  const room = { top: 30, foot: 14 }
  expect([-5, 10, 100, 195, 400].map((y) => keptInside(y, 200, room))).toEqual([
    { y: 30, off: 'above' },
    { y: 30, off: null },
    { y: 100, off: null },
    { y: 186, off: null },
    { y: 186, off: 'below' },
  ])
})
test('CHART-13 of several orders that wait at one edge the nearest stands for all, with their number', () => {
  const waiting = [
    { id: 'far', y: -300, off: 'above' },
    { id: 'near', y: -10, off: 'above' },
    { id: 'middle', y: -40, off: 'above' },
    { id: 'seen', y: 80, off: null },
    { id: 'alone', y: 900, off: 'below' },
  ] as const
  expect([...frontsOf(waiting)]).toEqual([
    ['near', 2],
    ['alone', 0],
  ])
  expect(frontsOf([]).size).toBe(0)
})
