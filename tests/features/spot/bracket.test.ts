import { parseDec } from '#contract/wire/money.ts'
import { fillAt, guardProblem, outcomesOf, ratioOf, stopsOf } from '#src/features/spot/bracket.ts'
import { meanOf } from '#src/features/spot/fill-estimate.ts'
import { expect, test } from 'vitest'

const book = {
  bids: [
    ['59999.00', '0.5'],
    ['59900.00', '1'],
  ],
  asks: [['60001.00', '3']],
} as const
const copy = { bids: book.bids.map((level) => [...level]), asks: book.asks.map((level) => [...level]) }
type Given = Parameters<typeof fillAt>[2]
const given: Given = {
  bids: copy.bids.map(([a = '', b = '']) => [a, b]),
  asks: copy.asks.map(([a = '', b = '']) => [a, b]),
}

test('what protects a buy is sent as a stop and a resting target, each only if it is there', () => {
  expect(stopsOf({ stop: '', take: '' })).toEqual({})
  expect(stopsOf({ stop: '58000.', take: '61000' })).toEqual({
    stops: { stop: { trigger_price: '58000' }, profits: [{ price: '61000' }] },
  })
})
test('a stop lies below the entry and a target above; blank is none', () => {
  const reason = (name: 'stop' | 'take', text: string, from: string | null = '60000') =>
    guardProblem(name, text, from === null ? null : parseDec(from), 2)?.reason ?? null
  expect([
    reason('stop', '60000'),
    reason('stop', '59999.99'),
    reason('take', '60000'),
    reason('take', '60000.01'),
  ]).toEqual(['spot:guards.stopAbove', null, 'spot:guards.takeBelow', null])
  expect([reason('stop', ''), reason('stop', '1.234'), reason('stop', 'x'), reason('stop', '70000', null)]).toEqual([
    null,
    'price_step',
    'ui:number.malformed',
    null,
  ])
})
test('at the stop the book of now is walked from the trigger, and both fees count', () => {
  const fill = fillAt({ side: 'sell', amount: parseDec('1'), total: null }, parseDec('58000'), given)
  // 0.5 at 58,000 and 0.5 at 57,901.
  expect(meanOf(fill)).toBe(parseDec('57950.5'))
  const outcomes = outcomesOf(
    { stop: '58000', take: '62000' },
    { receive: parseDec('1'), worth: parseDec('60000') },
    '0.001',
    given,
  )
  expect(outcomes).toEqual([
    { name: 'stop', price: parseDec('57950.5'), net: parseDec('-2107.4505'), isAll: true },
    { name: 'take', price: parseDec('62000'), net: parseDec('1938'), isAll: true },
  ])
  expect(ratioOf(outcomes)).toBe('0.9')
  expect(ratioOf(outcomes.slice(1))).toBeNull()
})
