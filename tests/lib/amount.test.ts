import { percentOf, tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { compareDec, decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  ['', ''],
  ['5.', '5'],
  ['5.10', '5.1'],
  ['0.000', '0'],
  ['.', ''],
  ['007', '7'],
  ['?1,5', ''],
  ['1e5', ''],
  ['9'.repeat(18), '9'.repeat(18)],
  ['9'.repeat(19), ''],
  ['0.000000001', ''],
] as const)('FIELD-6 "%s" leaves as "%s"', (held, sent) => expect(tidyDecimal(held)).toBe(sent))

test('FIELD-6 whatever is held, linked or stored: it is an amount of the ledger or none, and nothing throws', () => {
  const digits = fc.stringMatching(/^[\d.,?]{0,40}$/)
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), digits), (held) => {
      const units = unitsOf(held)
      expect(tidyDecimal(held)).toBe(units === null ? '' : formatDec(units))
      expect(units === null ? null : parseDec(tidyDecimal(held))).toBe(units)
    }),
    { seed: Number(process.env['SEED'] ?? 7) },
  )
})

test('FIELD-6 a share of a balance is cut to the step, and never more than its share', () => {
  expect(percentOf('10', 33, 2)).toBe('3.3')
  expect(percentOf('0.00000007', 50, 8)).toBe('0.00000003')
  expect(percentOf('1234.56789', 100, 3)).toBe('1234.567')
  const balance = fc
    .bigInt({ min: 0n, max: 10n ** 20n })
    .map((units) => `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`)
  fc.assert(
    fc.property(balance, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 8 }), (whole, percent, scale) => {
      const part = percentOf(whole, percent, scale)
      expect(decimalsOf(part)).toBeLessThanOrEqual(scale)
      expect(compareDec(part, whole)).toBeLessThanOrEqual(0)
      expect(parseDec(part) * 100n).toBeLessThanOrEqual(parseDec(whole) * BigInt(percent))
    }),
  )
})
