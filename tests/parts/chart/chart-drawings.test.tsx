import { linesIn, maxLines, useChartDrawings, type DrawnLine } from '#src/stores/chart-drawings.ts'
import { expect, test } from 'vitest'

const trend: DrawnLine = {
  id: 'a',
  kind: 'trend',
  from: { time: 60, price: '100.00' },
  to: { time: 180, price: '110.00' },
}
const flat: DrawnLine = { id: 'b', kind: 'horizontal', price: '105.00' }
const stored = () => JSON.parse(localStorage.getItem('kontor.chart-drawings') ?? 'null')
const another = (value: unknown) => {
  localStorage.setItem('kontor.chart-drawings', JSON.stringify(value))
  dispatchEvent(new StorageEvent('storage', { key: 'kontor.chart-drawings' }))
  return useChartDrawings.getState()
}
test('CHART-10 lines are kept by market, with their version, so many and no more, and go one by one or all', () => {
  const { put, drop, clear } = another({ version: 1, markets: [] })
  const lines = () => linesIn(useChartDrawings.getState(), 'BTC-USDT')
  put('BTC-USDT', trend)
  put('BTC-USDT', flat)
  put('ETH-USDT', flat)
  put('BTC-USDT', { ...flat, price: '7' })
  expect(lines()).toEqual([trend, { ...flat, price: '7' }])
  expect(stored()).toMatchObject({
    version: 1,
    markets: [{ market: 'ETH-USDT' }, { market: 'BTC-USDT', lines: [trend, { id: 'b', price: '7' }] }],
  })
  drop('BTC-USDT', 'b')
  expect(lines()).toEqual([trend])
  for (let n = 0; n < maxLines + 5; n += 1) put('BTC-USDT', { ...flat, id: `n${n}` })
  expect(lines()).toHaveLength(maxLines)
  clear('BTC-USDT')
  expect(lines()).toEqual([])
  expect(linesIn(useChartDrawings.getState(), 'ETH-USDT')).toEqual([flat])
})
test('CHART-10 what cannot be read costs only itself; another version is put aside', () => {
  const bad = [
    { id: 'x', kind: 'horizontal', price: '1e5' },
    { id: 'y', kind: 'trend', from: { time: 0.5, price: '1' }, to: trend.to },
    { id: 'z', kind: 'circle' },
    7,
  ]
  expect(
    another({
      version: 1,
      isOwnShown: false,
      markets: [
        { market: 'BTC-USDT', lines: [...bad, trend] },
        { market: '../x', lines: [flat] },
      ],
    }).markets,
  ).toEqual(new Map([['BTC-USDT', [trend]]]))
  expect(useChartDrawings.getState().isOwnShown).toBe(false)
  expect(another({ version: 2, markets: [] }).isOwnShown).toBe(true)
  expect(localStorage.getItem('kontor.aside.chart-drawings')).toContain('"version":2')
})
