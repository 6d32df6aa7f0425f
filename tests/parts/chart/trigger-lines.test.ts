import { newOf, newStop, ownLevels, type OwnWords, type OwnTrigger } from '#src/parts/chart/own-lines.ts'
import {
  amendTo,
  keptBefore,
  mayMove,
  netAt,
  snappedTo,
  triggerLines,
  triggersIn,
  wallOf,
} from '#src/parts/chart/trigger-lines.ts'
import type { Trigger } from '#contract/trigger/trigger.ts'
import { parseDec } from '#contract/wire/money.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { aTrigger } from '#tests/support/builders/trigger.ts'
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
const terms = { tick: parseDec('0.01'), scale: 2 }
const close = { product: 'lever', act: 'close', parent: { kind: 'position', id: 1 } } as const
const lots = (wanted: string) => ({ by: 'lots' as const, wanted, left: wanted })
const trail = {
  by: 'percent',
  distance: '1.00',
  activate_price: null,
  extreme: '60000.00',
  trigger_now: '59400.00',
} as const
const long = aPosition({ share: 2, number: '0.02', trade_fee: '0.6' })
const lineOf = (
  more: Partial<Trigger>,
  orders = [aSpotOrder({ id: 20, group_id: 7, charge_fee: '0.001' })],
): OwnTrigger => {
  const [line] = triggerLines([aTrigger(more)], [long], orders, {})
  if (line === undefined) throw new Error('no line')
  return line
}
const now = () => '60000.00'

test('each live trigger of the market and product has a line; a stop of a whole position is one of the position, a placed one is its order', () => {
  const all = [
    aTrigger({ id: 1 }),
    aTrigger({ id: 2, status: 'placed' }),
    aTrigger({ id: 3, status: 'done' }),
    aTrigger({ id: 4, symbol: 'ETH/USDT' }),
    aTrigger({ id: 5, ...close, size: { by: 'all', wanted: '0', left: '2' } }),
    aTrigger({ id: 6, ...close, size: lots('1') }),
    aTrigger({ id: 7, ...close, size: { by: 'all', wanted: '0', left: '2' }, source: 'last' }),
  ]
  const shown = (product?: 'spot' | 'lever') => triggersIn(all, 'BTC-USDT', product).map(({ id }) => id)
  expect([shown('spot'), shown('lever'), shown()]).toEqual([[1], [6, 7], [1, 6, 7]])
})

test('a line stands where its trigger fires, a trailing one where it would fire now; each has a word and a colour', () => {
  const triggers = [
    aTrigger({ id: 1 }),
    aTrigger({
      id: 2,
      role: 'profit',
      trigger_price: null,
      when: null,
      makes: { ...aTrigger().makes, price: '61000.00' },
    }),
    aTrigger({ id: 3, trigger_price: null, trail }),
    aTrigger({ id: 4, role: 'entry', act: 'buy', when: 'above', trigger_price: '62000.00' }),
    aTrigger({ id: 5, trigger_price: null, trail: { ...trail, extreme: null, trigger_now: null } }),
  ]
  const lines = triggerLines(triggers, [], [], { 'at 3': '59500.00', 'best 3': '60101.01' })
  const levels = ownLevels({ orders: [], positions: [], triggers: lines, liquidation: null, fills: [] }, words, [])
  expect(levels.map(({ id, price, label, color }) => [id, price, label, color])).toEqual([
    ['trigger 1', 99_000, 'SL', 'line-a'],
    ['trigger 2', 61_000, 'TP', 'accent'],
    ['trigger 3', 59_500, 'Trail 1.00%', 'line-b'],
    ['trigger 4', 62_000, 'Buy 0.01', 'rise'],
  ])
  expect(mayMove(lineOf({ status: 'triggered' }))).toBe(false)
})

test('a line moves freely on both sides of the entry; the price at which it would fire at once is its only wall', () => {
  const stop = lineOf({ ...close, size: lots('1') })
  const wall = wallOf(stop, now)
  expect(wall).toEqual({ price: '60000.00', isAbove: false })
  expect(keptBefore(wall, '59999.99', 2)).toEqual({ price: '59999.99', wall: null })
  expect(keptBefore(wall, '60000.00', 2)).toEqual({ price: '59999.99', wall: '60000.00' })
  expect(wallOf(lineOf({ role: 'profit', when: 'above' }), now)).toEqual({ price: '60000.00', isAbove: true })
  // What waits for its entry is judged by the price of that one; an entry may wait on either side.
  expect(wallOf(lineOf({ status: 'dormant', group_id: 7 }), now)).toEqual({ price: '60000', isAbove: false })
  expect(wallOf(lineOf({ role: 'entry', act: 'buy' }), now)).toBeNull()
})

test('the money of a line is net of all fees: of the lots it closes, and of what the coin has cost', () => {
  const held = { amount: parseDec('0.02'), cost: parseDec('1200'), feeRate: parseDec('0.001') }
  // One of two lots: 0.01 × 500 less half of the fee.
  expect(netAt(lineOf({ ...close, size: lots('1') }), '60500', terms, null)).toBe('4.7')
  expect(netAt(lineOf({ ...close, size: lots('2') }), '60500', terms, null)).toBe('9.4')
  // 0.01 at 61,000 less a fee of 0.61 and half of the cost.
  expect(netAt(lineOf({}), '61000', terms, held)).toBe('9.39')
  expect([netAt(lineOf({}), '61000', terms, null), netAt(lineOf({ act: 'buy' }), '61000', terms, held)]).toEqual([
    null,
    null,
  ])
  // The entry at 60,000 brings 0.00999 and costs 600.
  const waiting = lineOf({ status: 'dormant', group_id: 7, size: { by: 'parent', wanted: '0', left: '0' } }, [
    aSpotOrder({ id: 20, group_id: 7, charge_fee: '0.001', trade_amount: '0.01' }),
  ])
  expect(netAt(waiting, '61000', terms, held)).toBe('8.78061')
})

test('a moved line asks for one change: of its trigger, of the limit of one that rests, or of the distance behind the best price', () => {
  expect(amendTo(lineOf({}), '58000.00', 2)).toEqual({ name: 'amend', terms: { trigger_price: '58000.00' } })
  const rests = lineOf({ trigger_price: null, when: null, makes: { ...aTrigger().makes, price: '61000.00' } })
  expect(amendTo(rests, '62000.00', 2)).toEqual({ name: 'amend', terms: { price: '62000.00' } })
  const follows = lineOf({ trigger_price: null, trail })
  expect(amendTo(follows, '58801.00', 2)).toEqual({ name: 'amend', terms: { distance: '2.00' } })
  // It stands on the distances that the venue takes.
  expect([snappedTo(follows, '58801.00', 2), snappedTo(follows, '59999.00', 2)]).toEqual(['58800.00', '59940.00'])
  const byAmount = lineOf({ trigger_price: null, trail: { ...trail, by: 'amount', distance: '600.00' } })
  expect(amendTo(byAmount, '59000.00', 2)).toEqual({ name: 'amend', terms: { distance: '1000.00' } })
})

test('drawn off the entry of an open contract a line becomes what it lacks, by the side of the mark', () => {
  const bare = newOf([aPosition()])
  expect(bare.map(({ id, lacks }) => [id, lacks])).toEqual([['new 1', ['takeProfit', 'stopLoss']]])
  const kinds = (all: typeof bare, prices: readonly string[]) =>
    all.flatMap((each) => prices.map((price) => newStop(each, price, '60000')?.kind ?? null))
  expect(kinds(bare, ['60000.01', '60000', '59000'])).toEqual(['takeProfit', null, 'stopLoss'])
  expect(kinds(newOf([aPosition({ type: 'short', stop_loss_price: '61000' })]), ['61000', '59000'])).toEqual([
    null,
    'takeProfit',
  ])
  expect(
    newOf([aPosition({ target_profit_price: '61000', stop_loss_price: '59000' }), aPosition({ status: 'pending' })]),
  ).toEqual([])
})
