import type { Pair } from '#contract/market/market.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { estimateFill, noBook, type Book } from '#src/features/spot/fill-estimate.ts'
import { distanceOf } from '#src/parts/trade/distance.ts'
import { groupsOf } from '#src/parts/trade/group-book.ts'
import {
  amountFor,
  amountStep,
  bandOf,
  percentOf,
  problemOf,
  shareOf,
  sumsOf,
  takerOf,
  totalText,
  type Sums,
  type Ticket,
} from '#src/features/spot/ticket-sums.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const pair: Pair = aPair({
  price_scale: 2,
  amount_scale: 6,
  coin_min_amount: '0.00001',
  coin_max_amount: '100',
  coin_min_total: '5',
  coin_price_band: '0.5',
})
const book: Book = {
  bids: [
    ['60000', '0.3'],
    ['59990', '1'],
    ['50000', '10'],
  ],
  asks: [
    ['60010', '0.3'],
    ['60020', '1'],
    ['80000', '10'],
  ],
}
const ticket = (change: Partial<Ticket> = {}): Ticket => ({
  side: 'buy',
  kind: 'limit',
  price: '60000',
  amount: '0.5',
  total: '',
  ...change,
})
const fillOf = (some: Ticket, of = book) => estimateFill(takerOf(some), of)
const said = (sums: Sums) =>
  Object.fromEntries(Object.entries(sums).map(([name, units]) => [name, units === null ? null : formatDec(units)]))
const sums = (change: Partial<Ticket>, fee = '0.001', of = book) =>
  said(sumsOf(ticket(change), fillOf(ticket(change), of), fee))

test('SPOT-10 an order that waits pays and brings what its own price says, less the fee', () => {
  const waits = { payLikely: null, fillPrice: null, fills: '0', rests: '0.5', total: '30000', worth: '30000' }
  expect(sums({})).toEqual({ ...waits, pay: '30000', fee: '0.0005', receive: '0.4995' })
  expect(sums({ side: 'sell', price: '60005', amount: '0.5' })).toEqual({
    ...waits,
    total: '30002.5',
    worth: '30002.5',
    pay: '0.5',
    fee: '30.0025',
    receive: '29972.4975',
  })
})
test('SPOT-10 a limit price through the market is reckoned at what the book pays, not at itself', () => {
  const below = sums({ side: 'sell', price: '50000', amount: '0.5' }, '0')
  expect(below).toMatchObject({
    pay: '0.5',
    receive: '29998',
    worth: '29998',
    total: '25000',
    fills: '0.5',
    rests: '0',
    fillPrice: '59996',
  })
  const above = sums({ price: '90000', amount: '0.5' }, '0')
  expect(above).toMatchObject({
    pay: '45000',
    payLikely: '30007',
    receive: '0.5',
    fills: '0.5',
    rests: '0',
    fillPrice: '60014',
  })
})
test('SPOT-10 what the book does not fill waits at its own price, or brings nothing where the rest is cancelled', () => {
  expect(sums({ price: '60010' }, '0')).toMatchObject({
    pay: '30005',
    payLikely: null,
    receive: '0.5',
    fills: '0.3',
    rests: '0.2',
  })
  expect(sums({ kind: 'ioc', price: '60010' }, '0')).toMatchObject({
    pay: '30005',
    payLikely: '18003',
    receive: '0.3',
    fills: '0.3',
    rests: '0.2',
  })
  expect(sums({ kind: 'post_only', price: '60010' }, '0')).toMatchObject({ receive: '0.5', fills: '0', rests: '0.5' })
})
test('SPOT-10 a market order walks the book as far as the venue lets it', () => {
  expect(sums({ kind: 'market', price: '', amount: '', total: '600.1' }, '0')).toMatchObject({
    pay: '600.1',
    receive: '0.01',
  })
  expect(sums({ side: 'sell', kind: 'market', price: '', amount: '5' }, '0')).toMatchObject({
    fills: '1.3',
    rests: '3.7',
    receive: '77990',
  })
})
test('SPOT-10 what is not known is not shown', () => {
  expect(sums({ price: '' }).pay).toBeNull()
  expect(sums({ kind: 'market', total: '5' }, '0.001', noBook).receive).toBeNull()
})
test('SPOT-10 no estimate takes more than was asked for or than the book has, and none is better than its best price', () => {
  const level = fc.record({ price: fc.integer({ min: 1, max: 2000 }), amount: fc.integer({ min: 1, max: 9_999_999 }) })
  fc.assert(
    fc.property(
      fc.array(level, { maxLength: 12 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('buy' as const, 'sell' as const),
      (levels, price, lots, side) => {
        const sorted = levels
          .toSorted((a, b) => (side === 'buy' ? a.price - b.price : b.price - a.price))
          .map((each): [string, string] => [`${each.price}`, formatDec(BigInt(each.amount))])
        const amount = BigInt(lots)
        const { best, base, quote } = estimateFill(
          { side, kind: 'limit', price: parseDec(`${price}`), amount, total: null },
          { bids: sorted, asks: sorted },
        )
        expect(base <= amount && base <= sorted.reduce((so, [, each]) => so + parseDec(each), 0n)).toBe(true)
        const at = (of: bigint) => (of * base) / 10n ** 8n
        const slack = BigInt(levels.length + 1)
        const [bestTotal, worstTotal] = [at(best ?? 0n), at(parseDec(`${price}`))]
        const [least, most] = side === 'buy' ? [bestTotal, worstTotal] : [worstTotal, bestTotal]
        expect(quote >= least - slack && quote <= most + slack).toBe(true)
      },
    ),
    { seed: Number(process.env['SEED'] ?? 7) },
  )
})
test.each<[string, Partial<Ticket>, string | null, string | null]>([
  ['no price', { price: '' }, '99999', 'price_required'],
  ['a zero price', { price: '0' }, '99999', 'price_required'],
  ['no amount', { amount: '' }, '99999', 'quantity_required'],
  ['no total', { kind: 'market', total: '' }, '99999', 'amount_required'],
  ['too little', { amount: '0.000001' }, '99999', 'amount_below_min'],
  ['too little in quote', { amount: '0.00002' }, '99999', 'total_below_min'],
  ['too much', { amount: '101' }, '99999', 'amount_above_max'],
  ['a key that stuck', { amount: '9'.repeat(18) }, '99999', 'amount_above_max'],
  ['a price that stuck', { price: '9'.repeat(18), amount: '0.01' }, '99999', 'price_out_of_band'],
  ['a price below the band', { price: '29999.99' }, '99999', 'price_out_of_band'],
  ['the lowest price of the band', { price: '30000' }, '99999', null],
  ['a price above the band', { price: '90000.01' }, '99999', 'price_out_of_band'],
  ['a price with too many decimals', { price: '60000.001' }, '99999', 'price_step'],
  ['a post-only price that would take', { kind: 'post_only', price: '60010' }, '99999', 'would_take'],
  ['more than there is', {}, '29999.99', 'insufficient_balance'],
  ['more to sell than there is', { side: 'sell' }, '0.4', 'insufficient_sellable'],
  ['exactly what there is', {}, '30000', null],
  ['an unknown balance', {}, null, null],
])('SPOT-11 %s', (_, change, free, reason) => {
  const some = ticket(change)
  expect(problemOf(some, pair, { fill: fillOf(some), free, band: bandOf('60000', pair) })?.reason ?? null).toBe(reason)
})
test('SPOT-27 a least total and a most amount are told with what they count', () => {
  const problem = (change: Partial<Ticket>) =>
    problemOf(ticket(change), pair, { fill: fillOf(ticket(change)), free: null, band: null })
  expect(problem({ amount: '0.00002' })).toEqual({
    field: 'amount',
    reason: 'total_below_min',
    params: { min: '5', coin: 'USDT' },
  })
  expect(problem({ amount: '101' })).toEqual({
    field: 'amount',
    reason: 'amount_above_max',
    params: { max: '100', coin: 'BTC' },
  })
})
test('SPOT-26 the band of the field is the band of the venue, to the tick', () => {
  expect(bandOf('96319.57', pair)).toEqual({ low: '48159.78', high: '144479.35' })
  expect(bandOf(null, pair)).toBeNull()
})
test('SPOT-26 how far a price lies from the market is told exactly, and on which side', () => {
  const distance = (price: string, market: string) => distanceOf(parseDec(price), parseDec(market))
  expect(distance('50000', '96000')).toEqual({ percent: parseDec('47.91666666'), way: 'below' })
  expect(distance('105', '100')).toEqual({ percent: parseDec('5'), way: 'above' })
  expect([distance('100', '100'), distanceOf(null, 1n), distanceOf(1n, null)]).toEqual([null, null, null])
})
test('SPOT-12 no share of a balance takes more than that share', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 16n }),
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom('buy' as const, 'sell' as const),
      (units, percent, side) => {
        const free = formatDec(units)
        const fill = fillOf(ticket({ side }))
        const filled = { ...ticket({ side, amount: '0' }), ...shareOf(ticket({ side }), pair, fill, free, percent) }
        expect((sumsOf(filled, fill, '0').pay ?? 0n) <= units).toBe(true)
        expect(percentOf(filled, fill, free)).toBeLessThanOrEqual(percent + 1)
      },
    ),
    { seed: Number(process.env['SEED'] ?? 7) },
  )
})
test('SPOT-13 prices gather to the tick and its tens', () => {
  expect(groupsOf({ price_scale: 2 })).toEqual(['0.01', '0.1', '1', '10'])
})

test('SPOT-29 a total and its amount are one sum: the total rounds up, the amount down to the step', () => {
  const pair = { price_scale: 2, amount_scale: 4 }
  expect(totalText({ price: '3.33', amount: '0.0001' }, pair)).toBe('0.01')
  expect(totalText({ price: '60001', amount: '0.01' }, pair)).toBe('600.01')
  expect([totalText({ price: '', amount: '1' }, pair), totalText({ price: '1', amount: '0' }, pair)]).toEqual(['', ''])
  expect([amountFor('600', '60001', pair), amountFor('600', '0', pair), amountFor('', '1', pair)]).toEqual([
    '0.0099',
    '',
    '',
  ])
  expect(['60001', '3500', '0.5', '', '90000000'].map((price) => amountStep(price, pair))).toEqual([
    '0.001',
    '0.01',
    '1',
    '0.0001',
    '0.0001',
  ])
})
