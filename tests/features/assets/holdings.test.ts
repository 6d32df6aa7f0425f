import type { Cell } from '#contract/assets/assets.ts'
import { chosenOf, holdingsOf, isSmall } from '#src/features/assets/holdings.ts'
import { sumOf } from '#src/parts/worth/valuation.ts'
import { expect, test } from 'vitest'
import { aCell } from '#tests/support/builders/cell.ts'

const cells: readonly Cell[] = [
  aCell({ currency_name: 'SOL', currency: 5, change_balance: '0', usdt_price: '180' }),
  aCell({
    currency_name: 'BTC',
    currency: 1,
    change_balance: '0.00000001',
    lock_change_balance: '0.1',
    usdt_price: '96000',
  }),
  aCell({ currency_name: 'USDT', currency: 3, change_balance: '12345678901234567.00000001', usdt_price: '1' }),
  aCell({ currency_name: 'DUST', currency: 9, change_balance: '0.99999999', usdt_price: '1' }),
]

test('ASSETS-1 the worth is exactly available plus held times the price, highest first', () => {
  expect(holdingsOf(cells, 'change').map(({ name, all, worth }) => [name, all, worth])).toEqual([
    ['USDT', '12345678901234567.00000001', '12345678901234567.00000001'],
    ['BTC', '0.10000001', '9600.00096'],
    ['DUST', '0.99999999', '0.99999999'],
    ['SOL', '0', '0'],
  ])
})

test('ASSETS-2 an amount below one USDT is small; a search also finds small ones', () => {
  const all = holdingsOf(cells, 'change')
  expect(all.filter(isSmall).map(({ name }) => name)).toEqual(['DUST', 'SOL'])
  expect(chosenOf(all, { typed: '', hideSmall: true, hasZeros: false }).map(({ name }) => name)).toEqual([
    'USDT',
    'BTC',
  ])
  expect(chosenOf(all, { typed: ' so', hideSmall: true, hasZeros: false }).map(({ name }) => name)).toEqual(['SOL'])
})

test('ASSETS-1 a sum is exact', () => {
  expect(sumOf(['0.00000001', '99999999999999999', '0.1'])).toBe('99999999999999999.10000001')
})
