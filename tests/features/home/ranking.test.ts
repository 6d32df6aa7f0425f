import { ranked, swapped } from '#src/features/home/ranking.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { expect, test } from 'vitest'

const pairs = [
  aPair({ id: 1, symbol: 'A/USDT', change: '+1.20', amount: '900', sort: 3 }),
  aPair({ id: 2, symbol: 'B/USDT', change: '-10.50', amount: '1000', sort: 1 }),
  aPair({ id: 3, symbol: 'C/USDT', change: '+11.00', amount: '99999999999999999.5', sort: 2 }),
  aPair({ id: 4, symbol: 'D/USDT', change: '+1.20', amount: '900', sort: 1 }),
  aPair({ id: 5, symbol: 'E/USDT', change: '+50.00', amount: '1', is_display: false }),
]
const names = (rows: readonly { symbol: string }[]) => rows.map(({ symbol }) => symbol.slice(0, 1)).join('')

test('HOME-1 only who rose gains and only who fell loses; each list sorts by number, ties by the server’s order, without hidden pairs', () => {
  expect(names(ranked(pairs, 'gainers'))).toBe('CDA')
  expect(names(ranked(pairs, 'losers'))).toBe('B')
  expect(names(ranked(pairs, 'turnover'))).toBe('CBDA')
})
test('HOME-10 movers are sorted by how far they went, whichever way', () => {
  expect(names(ranked(pairs, 'movers'))).toBe('CBDA')
  expect(
    names(
      ranked(
        [aPair({ id: 1, symbol: 'F/USDT', change: '9.9' }), aPair({ id: 2, symbol: 'G/USDT', change: '-10.01' })],
        'movers',
      ),
    ),
  ).toBe('GF')
})
test('HOME-11 two favourites change places; those between them stay, also ones that are not shown', () => {
  expect(swapped(['A', 'hidden', 'B', 'C'], 'A', 'B')).toEqual(['B', 'hidden', 'A', 'C'])
})
