import { timeOf } from '#contract/wire/fields.ts'
import { compareDec, fixedDec, formatDec, parseDec, rescale } from '#contract/wire/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const units = fc.oneof(
  fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }),
  fc.integer({ min: -300, max: 300 }).map((n) => BigInt(n) * 10n ** 7n),
)
const scale = fc.integer({ min: 0, max: 8 })

test('W-5 a sum as text loses its trailing zeros and nothing else, and is read back as it was', () => {
  fc.assert(
    fc.property(units, scale, (sum, places) => {
      const text = formatDec(sum, places)
      expect(text).toBe(places === 0 ? fixedDec(sum, 0) : fixedDec(sum, places).replace(/\.?0+$/, ''))
      expect(parseDec(text, places)).toBe(sum)
    }),
  )
})
test('W-5 an instant is shown to its second, however often and in whatever order it is asked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 4_000_000_000_000 }), { minLength: 1, maxLength: 30 }),
      (instants) => {
        for (const at of [...instants, ...instants.toReversed()])
          expect(timeOf(at)).toBe(new Date(at).toISOString().slice(0, 19).replace('T', ' '))
      },
    ),
  )
})
test('W-5 a sum at another scale keeps its worth; digits that do not fit are cut off', () => {
  expect([rescale(5n, 2, 4), rescale(5n, 3, 3), rescale(599n, 4, 2), rescale(-599n, 4, 2), rescale(7n, 0, 8)]).toEqual([
    500n,
    5n,
    5n,
    -5n,
    700_000_000n,
  ])
})
test.each([
  ['1', '2', -1],
  ['2', '1', 1],
  ['1', '1.00', 0],
  ['-1', '0.5', -1],
  ['9', '10', -1],
] as const)('W-5 decimal strings are compared as numbers: %s and %s', (a, b, order) => {
  expect(Math.sign(compareDec(a, b))).toBe(order)
})
