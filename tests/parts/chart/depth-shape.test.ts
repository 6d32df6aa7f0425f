import { depthShape, stairs } from '#src/parts/chart/depth-shape.ts'
import { expect, test } from 'vitest'

test('CHART-5 depth adds up from the middle outwards, and both sides reach equally far', () => {
  const shape = depthShape({
    bids: [
      ['99', '1'],
      ['98', '2'],
      ['90', '50'],
    ],
    asks: [
      ['101', '4'],
      ['102', '1'],
    ],
  })
  expect(shape).toEqual({
    bids: [
      { price: 99, total: 1 },
      { price: 98, total: 3 },
    ],
    asks: [
      { price: 101, total: 4 },
      { price: 102, total: 5 },
    ],
    low: 98,
    high: 102,
    middle: 100,
    most: 5,
  })
})
test('CHART-5 a side rises from the middle to its own edge', () => {
  const shape = depthShape({
    bids: [
      ['99', '1'],
      ['98', '2'],
    ],
    asks: [
      ['101', '4'],
      ['102', '1'],
    ],
  })
  if (shape === null) throw new Error('no shape')
  expect(stairs('bids', shape, 400, 100)).toEqual({
    line: 'M100.0 100V81.6H0.0V44.8H0.0',
    area: 'M100.0 100V81.6H0.0V44.8H0.0V100Z',
  })
  expect(stairs('asks', shape, 400, 100).line).toBe('M300.0 100V26.4H400.0V8.0H400.0')
})
test('CHART-5 a book with one side alone has no depth to compare', () => {
  expect(depthShape({ bids: [], asks: [['101', '4']] })).toBeNull()
  expect(depthShape({ bids: [['99', '1']], asks: [] })).toBeNull()
})
