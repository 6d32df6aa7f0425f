import { valued } from '#src/parts/worth/valuation.ts'
import { expect, test } from 'vitest'

const fiats = [
  { code: 'JPY', symbol: '¥', scale: 0, rate: '150' },
  { code: 'HKD', symbol: 'HK$', scale: 2, rate: '7.8' },
]

test.each([
  ['1.239', 'USDT', { code: 'USDT', symbol: '', amount: '1.23', scale: 2 }],
  ['1.239', 'HKD', { code: 'HKD', symbol: 'HK$', amount: '9.66', scale: 2 }],
  ['1.239', 'JPY', { code: 'JPY', symbol: '¥', amount: '185', scale: 0 }],
  ['1.239', 'XXX', { code: 'USDT', symbol: '', amount: '1.23', scale: 2 }],
])('ASSETS-3 %s USDT in %s is cut to its decimals, never rounded up', (usdt, code, worth) => {
  expect(valued(usdt, code, fiats)).toEqual(worth)
})
