import { codeOf, files } from '#tests/support/files.ts'
import { numberFault } from '#tests/support/read-numbers.ts'
import { expect, test } from 'vitest'

/** Formatters that know no unit: a page that calls one decides by itself how many decimals it shows. */
const raw = /\b(?:formatCompact|sumText|placesText|roundDec)\b/
/** Where the law stands, and what writes past React. */
const mayFormat = /^src\/lib\/|^src\/parts\/trade\/\w+-painter\.ts$/
const isRaw = (file: string, code: string) => file.startsWith('src/') && !mayFormat.test(file) && raw.test(code)

test('HOUSE-22 a page writes its numbers by the law; raw formatters are imported in src/lib only', () => {
  expect(files.filter((file) => isRaw(file, codeOf(file)))).toEqual([])
})
test.each([
  ['src/features/spot/ticket.tsx', "import { formatCompact } from '#src/lib/format.ts'", true],
  ['src/parts/trade/live-price.tsx', "import { placesText } from '#contract/wire/money-text.ts'", true],
  ['src/lib/money-text.ts', "import { placesText } from '#contract/wire/money-text.ts'", false],
  ['src/features/spot/ticket.tsx', "import { useNumbers } from '#src/lib/use-numbers.ts'", false],
])('HOUSE-22 the wall can be hit: %s', (file, code, expected) => {
  expect(isRaw(file, code)).toBe(expected)
})

test.each([
  ['1.44687825 USDT', null, 'en', '8 decimals of a currency'],
  ['Profit 289.3 USDT', null, 'en', '1 decimals of a currency'],
  ['289.3', 'USDT', 'en', '1 decimals of a currency'],
  ['1.001 USDT', null, 'en', '3 decimals of a currency'],
  ['from 0.123456789', null, 'en', 'too many decimals'],
  ['-0.06 USDT', null, 'en', 'a hyphen for a minus'],
  ['+0.00 USDT', null, 'en', 'a zero with a sign'],
  ['−0,00', 'USDT', 'esp', 'a zero with a sign'],
  ['1.44', null, 'en', 'a number without a unit'],
  ['1.234,5 USDT', null, 'esp', '1 decimals of a currency'],
  ['1,234.50 USDT, 0.0123 USDT, 0.00123456 BTC', null, 'en', null],
  ['1 USDT = 7.839 HKD', null, 'en', null],
  ['0.21474', 'USDT', 'en', null],
  ['1.234,50 USDT', null, 'esp', null],
  ['2026-11-26 11:20:00', null, 'en', null],
  ['DOGE/USDT 0.21413', null, 'en', null],
  ['−12.35', 'USDT', 'en', null],
])('FORMAT-8 the reading of pages bites: %s (%s, %s)', (text, unit, lang, fault) => {
  const told = { text, unit, isExact: false, at: '' }
  expect(numberFault(told, { lang, prices: [{ price: 0.2, scale: 5 }] })).toBe(fault)
})
