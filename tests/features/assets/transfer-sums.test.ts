import { formatDec, parseDec } from '#contract/wire/money.ts'
import {
  accountsIn,
  afterOf,
  coinsFor,
  freeIn,
  problemOf,
  shareOf,
  type TransferCoin,
} from '#src/features/assets/transfer-sums.ts'
import { expect, test } from 'vitest'
import { aCell } from '#tests/support/builders/cell.ts'

const coin = (id: number, name: string, changes: Partial<TransferCoin> = {}): TransferCoin => ({
  id,
  name,
  is_legal: false,
  is_match: true,
  is_lever: true,
  is_micro: false,
  wallet: aCell({ currency_name: name, currency: id, change_balance: '10', lever_balance: '2' }),
  ...changes,
})
const usdt = coin(3, 'USDT')
const btc = coin(1, 'BTC', { is_lever: false, is_micro: true })

test('TRF-1 only coins that both accounts support are offered', () => {
  expect(coinsFor([usdt, btc], 'change', 'lever')).toEqual([usdt])
  expect(coinsFor([usdt, btc], 'micro', 'change')).toEqual([btc])
  expect(coinsFor([usdt, btc], 'legal', 'change')).toEqual([])
  expect(accountsIn([usdt], ['change', 'micro', 'lever', 'legal'])).toEqual(['change', 'lever'])
})

test('TRF-1 faults are shown before anything is sent', () => {
  const move = { from: 'change', to: 'lever', amount: '10' } as const
  expect(problemOf(move, usdt, '10')).toBeNull()
  expect(problemOf({ ...move, to: 'change' }, usdt, '10')).toBe('same_account')
  expect(problemOf(move, btc, '10')).toBe('account_unfit')
  expect(problemOf(move, null, '10')).toBe('account_unfit')
  expect(problemOf({ ...move, amount: '' }, usdt, '10')).toBe('amount_required')
  expect(problemOf({ ...move, amount: '0.0' }, usdt, '10')).toBe('amount_required')
  expect(problemOf({ ...move, amount: '10.00000001' }, usdt, '10')).toBe('insufficient_balance')
})

test('TRF-2 a pushed balance has priority over the one of the list', () => {
  const pushed = {
    seq: 2,
    cells: {
      change: [aCell({ currency_name: 'USDT', currency: 3, change_balance: '7' })],
      lever: [],
      legal: [],
      micro: [],
    },
  }
  expect(freeIn(usdt, 'change', null)).toBe('10')
  expect(freeIn(usdt, 'change', pushed)).toBe('7')
  expect(freeIn(usdt, 'lever', pushed)).toBe('2')
})

test('TRF-2 the amount is moved exactly', () => {
  const seed = Date.now() % 2 ** 31
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  for (let round = 0; round < 500; round += 1) {
    const free = formatDec(BigInt(next()) * 1000n)
    const there = formatDec(BigInt(next()))
    const amount = formatDec(parseDec(free) / BigInt((next() % 9) + 1))
    const after = afterOf(amount, free, there)
    const sum = parseDec(after.from) + parseDec(after.to)
    expect([seed, sum]).toEqual([seed, parseDec(free) + parseDec(there)])
    expect(parseDec(after.from) >= 0n && shareOf(amount, free) <= 100).toBe(true)
  }
})

test('TRF-2 the slider shows the share, and zero for an empty balance', () => {
  expect(shareOf('2.5', '10')).toBe(25)
  expect(shareOf('20', '10')).toBe(100)
  expect(shareOf('1', '0')).toBe(0)
})
