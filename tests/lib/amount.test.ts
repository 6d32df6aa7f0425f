import { clipDecimals, percentOf, tidyDecimal } from '#src/lib/amount.ts'
import { compareDec, decimalsOf, parseDec } from '#contract/wire/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  ['', 4, ''],
  ['12.34567', 4, '12.3456'],
  ['0.99999', 2, '0.99'],
  ['12,5', 2, '12.5'],
  ['12，5', 2, '12.5'],
  ['１２．５', 2, '12.5'],
  ['.5', 2, '0.5'],
  ['5.', 2, '5.'],
  ['007', 2, '7'],
  ['0', 2, '0'],
  ['00.10', 2, '0.10'],
  ['1.2.3', 4, '1.23'],
  [' 1 000 USDT', 2, '1000'],
  ['-5', 2, '5'],
  ['1e5', 2, '15'],
  ['3.7', 0, '3'],
] as const)('FIELD-6 "%s" with %i decimals becomes "%s"', (typed, scale, kept) => {
  expect(clipDecimals(typed, scale)).toBe(kept)
})

test('FIELD-6 whatever is typed becomes a decimal of the step, or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 8 }), (typed, scale) => {
      const kept = clipDecimals(typed, scale)
      expect(kept).toMatch(/^(?:(?:0|[1-9]\d{0,17})(?:\.\d{0,8})?)?$/)
      expect(decimalsOf(kept)).toBeLessThanOrEqual(scale)
      expect(clipDecimals(kept, scale)).toBe(kept)
    }),
  )
})

test.each([
  ['', ''],
  ['5.', '5'],
  ['5.10', '5.1'],
  ['0.000', '0'],
  ['.', ''],
] as const)('FIELD-6 "%s" leaves as "%s"', (typed, sent) => expect(tidyDecimal(typed)).toBe(sent))

test('FIELD-6 a share of a balance is cut to the step, and never more than its share', () => {
  expect(percentOf('10', 33, 2)).toBe('3.3')
  expect(percentOf('0.00000007', 50, 8)).toBe('0.00000003')
  expect(percentOf('1234.56789', 100, 3)).toBe('1234.567')
  const balance = fc.bigInt({ min: 0n, max: 10n ** 20n }).map((units) => `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`)
  fc.assert(
    fc.property(balance, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 8 }), (whole, percent, scale) => {
      const part = percentOf(whole, percent, scale)
      expect(decimalsOf(part)).toBeLessThanOrEqual(scale)
      expect(compareDec(part, whole)).toBeLessThanOrEqual(0)
      expect(parseDec(part) * 100n).toBeLessThanOrEqual(parseDec(whole) * BigInt(percent))
    }),
  )
})
