import { formatDec, parseDec } from '#contract/wire/money.ts'
import { currencyScales, marksOf, placesText, roundDec, sumText, written } from '#contract/wire/money-text.ts'
import { languages, langTags } from '#contract/wire/languages.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const en = marksOf('en')
test('FORMAT-6 a currency has two decimals: what is held is rounded down, a loss and a cost away from zero', () => {
  expect(
    ['1.44687825', '96523.58835582', '289.3', '0.999', '0', '1000000'].map((text) => sumText(text, 'USDT', en)),
  ).toEqual(['1.44', '96,523.58', '289.30', '0.99', '0.00', '1,000,000.00'])
  expect(['-0.001', '-1.44687825', '-289.3'].map((text) => sumText(text, 'USDT', en))).toEqual([
    '−0.01',
    '−1.45',
    '−289.30',
  ])
  expect(
    ['1.44687825', '0.00000001', '0', '2.50'].map((text) => sumText(text, 'USDT', en, { rounding: 'away' })),
  ).toEqual(['1.45', '0.01', '0.00', '2.50'])
  expect(['1499.5', '-0.5'].map((text) => sumText(text, 'JPY', en))).toEqual(['1,499', '−1'])
})

test('FORMAT-6 below one of a currency a ticket has four decimals, and a rounded zero no sign', () => {
  expect(
    ['0.01801234', '0.5', '1', '0', '-0.01801234'].map((text) => sumText(text, 'USDT', en, { isFine: true })),
  ).toEqual(['0.0180', '0.5000', '1.00', '0.00', '−0.0181'])
  expect(['0.004', '-0.00000000', '+0.00', '3.2'].map((text) => sumText(text, 'USDT', en, { isSigned: true }))).toEqual(
    ['0.00', '0.00', '0.00', '+3.20'],
  )
})

test('FORMAT-6 an amount of a coin keeps its own digits, at most eight', () => {
  expect(['0.10000000', '1500', '0.11297999', '20.0', '0.123456789'].map((text) => sumText(text, 'BTC', en))).toEqual([
    '0.1',
    '1,500',
    '0.11297999',
    '20',
    '0.12345678',
  ])
})

test('FORMAT-5 a price has all the decimals of its pair, ties away from zero', () => {
  expect(
    ['95000', '95000.005', '95000.0049', '59999.123'].map((text) => placesText(text, 2, en, { rounding: 'nearest' })),
  ).toEqual(['95,000.00', '95,000.01', '95,000.00', '59,999.12'])
  expect(placesText('9.999', 2, en, { rounding: 'nearest' })).toBe('10.00')
})

test('FORMAT-1 a number is written with the signs of each language, its minus at the first digit; another text as it is', () => {
  expect(written('-1234567.5', en)).toBe('\u22121,234,567.5')
  expect([
    written('-1234567.5', marksOf('esp')),
    written('x', en),
    sumText('—', 'USDT', en),
    sumText('', 'BTC', en),
  ]).toEqual(['\u22121.234.567,5', 'x', '—', ''])
  for (const lang of languages) {
    const byIntl = new Intl.NumberFormat(langTags[lang], { useGrouping: 'always', minimumFractionDigits: 2 }).format(
      1234.5,
    )
    expect(written('1234.50', marksOf(lang))).toBe(byIntl)
  }
})

test('FORMAT-6 rounding agrees with the arithmetic of the ledger for any decimal', () => {
  const units = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 8 }), (value, places) => {
      const step = 10n ** BigInt(8 - places)
      const down = (value < 0n && value % step !== 0n ? value / step - 1n : value / step) * step
      const away = value === (value / step) * step ? value : (value / step + (value < 0n ? -1n : 1n)) * step
      expect(parseDec(roundDec(formatDec(value), places, 'down'))).toBe(down)
      expect(parseDec(roundDec(formatDec(value), places, 'away'))).toBe(away)
    }),
  )
})

test('FORMAT-6 every currency of the venue is one of the table', () => {
  expect(Object.keys(currencyScales)).toEqual(['USDT', 'USD', 'CNY', 'HKD', 'JPY', 'KRW', 'EUR', 'THB'])
})
