import { groupBook } from '#src/parts/trade/group-book.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { expect, test } from 'vitest'

const market = 'BTC-USDT'

test('BOOK-1 grouped to the tick: bids down, asks up, totals from the best, nothing lost', () => {
  const book: BookSnapshot = {
    market,
    seq: 1,
    bids: [
      ['100.19', '1'],
      ['100.11', '2.5'],
      ['99.99', '1'],
    ],
    asks: [
      ['100.21', '1'],
      ['100.3', '0.5'],
      ['100.31', '2'],
    ],
  }
  expect(groupBook(book, '0.1', 2)).toEqual({
    bids: [
      { price: '100.1', amount: '3.5', total: '3.5' },
      { price: '99.9', amount: '1', total: '4.5' },
    ],
    asks: [
      { price: '100.3', amount: '1.5', total: '1.5' },
      { price: '100.4', amount: '2', total: '3.5' },
    ],
    max: '4.5',
    spread: '0.02',
  })
  expect(groupBook(book, '10', 5).asks).toEqual([{ price: '110', amount: '3.5', total: '3.5' }])
  expect(groupBook({ ...book, bids: [], asks: [] }, '1', 5)).toEqual({ bids: [], asks: [], max: '0', spread: null })
})
