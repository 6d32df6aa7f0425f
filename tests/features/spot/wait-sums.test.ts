import { formatDec, parseDec } from '#contract/wire/money.ts'
import { legsOf, needOf, waitFaults, waitOf, waitSums } from '#src/features/spot/wait-sums.ts'
import { sourcePrice } from '#streams/trigger/stands.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { expect, test } from 'vitest'

type About = Parameters<typeof waitOf>[0]
const wait = (about: About, texts: Record<string, string>) =>
  waitOf(about, { source: 'last', makes: 'market', ...texts })
const sell = { side: 'sell', type: 'stop' } as const
const known = { current: '60000.00', free: '1', need: parseDec('0.01') }
const faults = (about: About, texts: Record<string, string>, more = {}) =>
  Object.fromEntries(
    Object.entries(waitFaults(wait(about, texts), aPair(), { ...known, ...more })).map(([field, { reason }]) => [
      field,
      reason,
    ]),
  )

test('a sale below the market is a stop, above it a target; a buy is an entry; a limit goes along', () => {
  const leg = (about: About, texts: Record<string, string>) =>
    legsOf(wait(about, { amount: '0.01', ...texts }), '60000')
  expect(leg(sell, { trigger: '59000' })).toEqual([
    { role: 'stop', source: 'last', trigger_price: '59000', amount: '0.01' },
  ])
  expect(leg(sell, { trigger: '61000', makes: 'limit', limit: '60900' })).toEqual([
    { role: 'profit', source: 'last', trigger_price: '61000', price: '60900', amount: '0.01' },
  ])
  expect(leg({ side: 'buy', type: 'stop' }, { trigger: '61000', total: '100' })).toEqual([
    { role: 'entry', source: 'last', trigger_price: '61000', total: '100' },
  ])
  expect(leg({ side: 'sell', type: 'trail' }, { distance: '1.5' })).toEqual([
    { role: 'stop', source: 'last', trail: { by: 'percent', distance: '1.5' }, amount: '0.01' },
  ])
  expect(leg({ side: 'sell', type: 'oco' }, { trigger: '59000', rest: '61000' })).toEqual([
    { role: 'stop', source: 'last', trigger_price: '59000', amount: '0.01' },
    { role: 'profit', price: '61000', amount: '0.01' },
  ])
})
test('the prices of an OCO lie on both sides of the market; a trigger is not the price of now', () => {
  const oco = { side: 'sell', type: 'oco' } as const
  expect(faults(oco, { trigger: '59000', rest: '61000', amount: '0.01' })).toEqual({})
  expect(faults(oco, { trigger: '61000', rest: '59000', amount: '0.01' })).toEqual({
    trigger: 'trigger_beyond',
    rest: 'trigger:rest.sell',
  })
  expect(faults(sell, { trigger: '60000', amount: '0.01' })).toEqual({ trigger: 'trigger_beyond' })
  expect(faults(sell, { trigger: '', makes: 'limit', amount: '' })).toEqual({
    trigger: 'trigger_required',
    limit: 'price_required',
    amount: 'quantity_required',
  })
  expect(faults({ side: 'sell', type: 'trail' }, { distance: '0.05', amount: '2' }, { need: parseDec('2') })).toEqual({
    distance: 'distance_range',
    amount: 'insufficient_sellable',
  })
})
test('a sale sets its amount aside; a buy what it may cost at most: the dearer of both prices of an OCO', () => {
  const need = (about: About, texts: Record<string, string>, at: string) => needOf(wait(about, texts), parseDec(at))
  expect(need(sell, { amount: '0.5' }, '59000')).toBe(parseDec('0.5'))
  expect(need({ side: 'buy', type: 'stop' }, { total: '100' }, '61000')).toBe(parseDec('100'))
  expect(need({ side: 'buy', type: 'oco' }, { amount: '0.5', rest: '59000' }, '61000')).toBe(parseDec('30805'))
})
test('what it comes to is worked out from the trigger; the last trade counts only near the mark', () => {
  const book: Parameters<typeof waitSums>[1]['book'] = { bids: [['59999.00', '1']], asks: [] }
  const sums = waitSums(wait(sell, { trigger: '59000', amount: '0.5' }), {
    current: '60000',
    book,
    feeRate: '0.001',
    scale: 2,
  })
  expect([sums.mean, sums.receive].map((units) => formatDec(units ?? 0n))).toEqual(['59000', '29470.5'])
  const quote = { mark: '60000.00', index: '60010.00' }
  expect(sourcePrice('last', { last: '50000.00', quote, scale: 2 })).toBe('59700.00')
  expect(sourcePrice('index', { last: null, quote, scale: 2 })).toBe('60010.00')
})
test('a distance or a start beyond all prices comes to nothing, and is told', () => {
  const trail = { side: 'sell', type: 'trail' } as const
  const live = { current: '60000', book: { bids: [], asks: [] }, feeRate: '0.001', scale: 2 }
  for (const texts of [
    { distance: '1', activate: '9647149095506779.01', amount: '1' },
    { distance: '964714909550677.9', activate: '', amount: '1' },
  ])
    expect(waitSums(wait({ ...trail, side: 'buy' }, { ...texts, total: '1' }), live).at).toBeNull()
  expect(faults(trail, { distance: '964714909550677.9', amount: '0.01' })).toEqual({ distance: 'distance_range' })
})
