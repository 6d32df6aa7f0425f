import {
  fittedOf,
  leverFills,
  marksOf,
  ordersIn,
  ownLevels,
  positionsIn,
  restsOf,
  spotFills,
  stopsOf,
  type OwnWords,
} from '#src/parts/chart/own-lines.ts'
import type { LeverFill } from '#contract/lever/lever-position.ts'
import type { SpotFill } from '#contract/spot/spot.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { expect, test } from 'vitest'

const words: OwnWords = {
  buy: 'Buy',
  sell: 'Sell',
  long: 'Long',
  short: 'Short',
  takeProfit: 'TP',
  stopLoss: 'SL',
  liquidation: 'Liq.',
  trail: (distance) => `Trail ${distance}`,
  amount: (text) => text,
}
const guarded = aPosition({ target_profit_price: '61000', stop_loss_price: '59000' })

test('CHART-8 orders show side, price and what is left; contracts their entry, stops and liquidation; each has a word beside its colour', () => {
  const orders = [
    aSpotOrder({ id: 4, trade_amount: '1', filled_amount: '0.25' }),
    aSpotOrder({ id: 5, type: 'sell', target_price: '65000' }),
  ]
  const own = { orders, positions: [guarded], triggers: [], liquidation: '55000', fills: [] }
  expect(ownLevels(own, words, [])).toEqual([
    { id: 'order 4', price: 60_000, label: 'Buy 0.75', color: 'rise', isDashed: true },
    { id: 'order 5', price: 65_000, label: 'Sell 1', color: 'fall', isDashed: true },
    { id: 'entry 1', price: 60_000, label: 'Long', color: 'rise', isDashed: false },
    { id: 'take 1', price: 61_000, label: 'TP', color: 'accent', isDashed: true },
    { id: 'loss 1', price: 59_000, label: 'SL', color: 'line-a', isDashed: true },
    { id: 'liquidation', price: 55_000, label: 'Liq.', color: 'line-c' },
  ])
  const unlabelled = ownLevels(own, words, [...restsOf(orders.slice(1)), ...stopsOf([guarded])]).filter(
    ({ label }) => label === '',
  )
  expect(unlabelled.map(({ id }) => id)).toEqual(['order 5', 'take 1', 'loss 1'])
  expect(fittedOf(ownLevels(own, words, []))).toEqual([60_000, 65_000, 60_000, 61_000, 59_000])
})
test('CHART-12 the newest orders that rest can be moved, twenty at the most; one that has ended cannot', () => {
  const orders = Array.from({ length: 25 }, (_, n) =>
    aSpotOrder({ id: 50 - n, status: n === 0 ? 'cancelled' : 'waiting' }),
  )
  expect(restsOf(orders).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `order ${49 - n}`))
})
test('CHART-8 only what rests in the book of this market, and contracts that wait or are open in it', () => {
  const all = [aSpotOrder(), aSpotOrder({ id: 2, kind: 'market' }), aSpotOrder({ id: 3, symbol: 'ETH/USDT' })]
  expect(ordersIn(all, 'BTC-USDT').map(({ id }) => id)).toEqual([1])
  const held = [
    guarded,
    aPosition({ id: 2, status: 'pending' }),
    aPosition({ id: 3, status: 'closing' }),
    aPosition({ id: 4, symbol: 'ETH/USDT' }),
  ]
  expect(positionsIn(held, 'BTC-USDT').map(({ id }) => id)).toEqual([1, 2])
})
test('CHART-9 a stop that is not set has no line to move', () => {
  expect(
    stopsOf([guarded, aPosition({ id: 2, stop_loss_price: '58000' })]).map(({ id, kind, price }) => [id, kind, price]),
  ).toEqual([
    ['take 1', 'takeProfit', '61000'],
    ['loss 1', 'stopLoss', '59000'],
    ['loss 2', 'stopLoss', '58000'],
  ])
})

const bought: SpotFill = {
  id: 9,
  order_id: 1,
  currency_id: 1,
  legal_id: 3,
  symbol: 'BTC/USDT',
  type: 'buy',
  role: 'taker',
  price: '60001',
  amount: '0.1',
  total: '6000.1',
  fee: '0',
  fee_name: 'BTC',
  at: '1970-01-01 00:02:30',
}
const closed: LeverFill = {
  id: 3,
  position_id: 1,
  currency: 1,
  legal: 3,
  symbol: 'BTC/USDT',
  type: 'long',
  act: 'close',
  role: 'taker',
  share: 1,
  number: '0.01',
  price: '60500',
  fee: '0',
  profit: '5',
  reason: 'user',
  at: '1970-01-01 00:03:00',
}
test('CHART-8 trades are arrows at their bars: closing a long sells, several at one price in one bar are one, older ones than the bars are none', () => {
  const fills = [
    ...spotFills([bought, { ...bought, id: 10 }, { ...bought, id: 11, at: '1969-12-31 23:00:00' }]),
    ...leverFills([closed, { ...closed, id: 4, act: 'open' }]),
  ]
  expect(fills.map(({ side, amount, coin }) => [side, amount, coin])).toEqual([
    ['buy', '0.1', 'BTC'],
    ['buy', '0.1', 'BTC'],
    ['buy', '0.1', 'BTC'],
    ['sell', '0.01', 'BTC'],
    ['buy', '0.01', 'BTC'],
  ])
  expect(marksOf(fills, [0, 60, 120, 180], { buy: 'B', sell: 'S' })).toEqual([
    { id: '2 buy 60001', at: 2, price: 60_001, side: 'buy', text: 'B' },
    { id: '3 sell 60500', at: 3, price: 60_500, side: 'sell', text: 'S' },
    { id: '3 buy 60500', at: 3, price: 60_500, side: 'buy', text: 'B' },
  ])
  const cheaper = { ...bought, id: 12, price: '60000' }
  expect(
    marksOf(spotFills([bought, cheaper]), [0], { buy: 'B', sell: 'S' }).map(({ price, text }) => [price, text]),
  ).toEqual([
    [60_001, ''],
    [60_000, 'B'],
  ])
})
