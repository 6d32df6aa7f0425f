import type { Pair } from '#contract/market.ts'
import { compareDec } from '#contract/wire/money.ts'
import { groupsOf, percentOf, problemOf, shareOf, sumsOf, type Ticket } from '#src/features/spot/ticket-sums.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const pair: Pair = aPair({ price_scale: 2, amount_scale: 6, coin_min_amount: '0.00001', coin_max_amount: '100', coin_min_total: '5' })
const best = { bid: '60000', ask: '60010' }
const ticket = (change: Partial<Ticket> = {}): Ticket => ({ side: 'buy', kind: 'limit', price: '60000', amount: '0.5', total: '', ...change })

test('SPOT-10 a limit buy pays price × amount and receives the amount less the fee', () => {
  expect(sumsOf(ticket(), best, '0.001')).toEqual({ pay: '30000', total: '30000', fee: '0.0005', receive: '0.4995' })
})
test('SPOT-10 a limit sell pays the amount and receives the proceeds less the fee', () => {
  expect(sumsOf(ticket({ side: 'sell' }), best, '0.001')).toEqual({ pay: '0.5', total: '30000', fee: '30', receive: '29970' })
})
test('SPOT-10 a market buy is reckoned at the best ask', () => {
  expect(sumsOf(ticket({ kind: 'market', price: '', amount: '', total: '600.1' }), best, '0')).toMatchObject({ pay: '600.1', receive: '0.01' })
})
test('SPOT-10 what is not known is not shown', () => {
  expect(sumsOf(ticket({ price: '' }), best, '0.001').pay).toBeNull()
  expect(sumsOf(ticket({ kind: 'market', total: '5' }), { bid: null, ask: null }, '0.001').receive).toBeNull()
})
test.each<[string, Partial<Ticket>, string | null, string | null]>([
  ['no price', { price: '' }, '99999', 'price_required'],
  ['a zero price', { price: '0' }, '99999', 'price_required'],
  ['no amount', { amount: '' }, '99999', 'quantity_required'],
  ['no total', { kind: 'market', total: '' }, '99999', 'amount_required'],
  ['too little', { amount: '0.000001' }, '99999', 'amount_below_min'],
  ['too little in quote', { amount: '0.00002' }, '99999', 'amount_below_min'],
  ['too much', { amount: '101' }, '99999', 'amount_above_max'],
  ['more than there is', {}, '29999.99', 'insufficient_balance'],
  ['more to sell than there is', { side: 'sell' }, '0.4', 'insufficient_sellable'],
  ['exactly what there is', {}, '30000', null],
  ['an unknown balance', {}, null, null],
])('SPOT-11 %s', (_, change, free, reason) => {
  expect(problemOf(ticket(change), pair, best, free)?.reason ?? null).toBe(reason)
})
test('SPOT-12 no share of a balance takes more than that share', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.integer({ min: 0, max: 100 }), fc.constantFrom('buy' as const, 'sell' as const), (units, percent, side) => {
      const free = `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`
      const filled = { ...ticket({ side, amount: '0' }), ...shareOf(ticket({ side }), pair, best, free, percent) }
      const { pay } = sumsOf(filled, best, '0')
      expect(compareDec(pay ?? '0', free)).toBeLessThanOrEqual(0)
      expect(percentOf(filled, best, free)).toBeLessThanOrEqual(percent + 1)
    }),
    { seed: Number(process.env['SEED'] ?? 7) },
  )
})
test('SPOT-13 prices gather to the tick and its tens', () => {
  expect(groupsOf({ price_scale: 2 })).toEqual(['0.01', '0.1', '1', '10'])
})
