import { draggedTo, holdOf, lineFrom, partsOf, stepped, strokeOf, type Grid } from '#src/parts/chart/drawn-lines.ts'
import type { DrawnLine } from '#src/stores/chart-drawings.ts'
import { expect, test } from 'vitest'

const grid: Grid = { times: { starts: [0, 60, 120, 180], gap: 60 }, scale: 2 }
const trend: DrawnLine = {
  id: 'a',
  kind: 'trend',
  from: { time: 60, price: '100.00' },
  to: { time: 180, price: '110.00' },
}
const flat: DrawnLine = { id: 'b', kind: 'horizontal', price: '105.00' }

test('CHART-10 a new line lies at bars and ticks; two points in one bar are none', () => {
  expect(
    lineFrom(
      'a',
      [
        { at: 1.4, price: 100.004 },
        { at: 3, price: 110 },
      ],
      grid,
    ),
  ).toEqual(trend)
  expect(lineFrom('b', [{ at: 9, price: 105 }], grid)).toEqual(flat)
  expect(
    lineFrom(
      'c',
      [
        { at: 1, price: 100 },
        { at: 1.2, price: 110 },
      ],
      grid,
    ),
  ).toBeNull()
  expect(lineFrom('d', [], grid)).toBeNull()
})
test('CHART-10 a line is drawn among the bars as they are, whichever they are', () => {
  expect(strokeOf(trend, grid, true)).toEqual({
    id: 'a',
    kind: 'trend',
    from: { at: 1, price: 100 },
    to: { at: 3, price: 110 },
    isChosen: true,
  })
  const older: Grid = { ...grid, times: { starts: [-120, -60, 0, 60, 120, 180], gap: 60 } }
  expect(strokeOf(trend, older, false)).toMatchObject({ from: { at: 3 }, to: { at: 5 } })
  const longer: Grid = { ...grid, times: { starts: [-240, 0], gap: 240 } }
  expect(strokeOf(trend, longer, false)).toMatchObject({ from: { at: 1.25 }, to: { at: 1.75 } })
})
test('CHART-10 a line is held at its ends and in the middle, one across anywhere', () => {
  expect(partsOf(trend).map((part) => holdOf(trend, part, grid))).toEqual([
    { at: 1, price: 100 },
    { at: 2, price: 105 },
    { at: 3, price: 110 },
  ])
  expect(partsOf(flat).map((part) => holdOf(flat, part, grid))).toEqual([{ at: null, price: 105 }])
})
test('CHART-10 a dragged end goes to bar and tick, the whole line keeps its length and slope', () => {
  expect(draggedTo(trend, 'to', { at: 2.2, price: 99.999 }, grid)).toEqual({
    ...trend,
    to: { time: 120, price: '100.00' },
  })
  expect(draggedTo(trend, 'whole', { at: 3, price: 106.5 }, grid)).toEqual({
    ...trend,
    from: { time: 120, price: '101.50' },
    to: { time: 240, price: '111.50' },
  })
  expect(draggedTo(flat, 'whole', { at: 0, price: 99.126 }, grid)).toEqual({ ...flat, price: '99.13' })
})
test('CHART-10 keys move an end, or all of it, by ticks and bars', () => {
  expect(stepped(trend, 'from', 1, 0, grid)).toEqual({ ...trend, from: { time: 60, price: '100.01' } })
  expect(stepped(trend, 'to', 0, 2, grid)).toEqual({ ...trend, to: { time: 300, price: '110.00' } })
  expect(stepped(trend, 'whole', -100, -1, grid)).toEqual({
    ...trend,
    from: { time: 0, price: '99.00' },
    to: { time: 120, price: '109.00' },
  })
  expect(stepped(flat, 'whole', 10, 5, grid)).toEqual({ ...flat, price: '105.10' })
})
