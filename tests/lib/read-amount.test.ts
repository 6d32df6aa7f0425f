import { languages } from '#contract/wire/languages.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { marksOf } from '#contract/wire/money-text.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { heldAmount, heldFault, readAmount, shownAmount, type AmountGrammar } from '#src/lib/read-amount.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? 7)
const of = (lang: string, scale = 8, unit = 'USDT'): AmountGrammar => ({ marks: marksOf(lang), scale, unit })
/** What is read, in one word: a decimal, or what is asked or refused. */
const told = (text: string, grammar: AmountGrammar, isPasted = false) => {
  const reading = readAmount(text, grammar, isPasted)
  if ('value' in reading) return reading.value
  return reading.fault.kind === 'ask' ? `${reading.fault.choices.join(' or ')}?` : reading.fault.kind
}

test.each([
  // The app's own ways of writing, and what people type.
  ['', 8, ''],
  ['96,412.70', 2, '96412.70'],
  ['96412.7', 2, '96412.7'],
  ['1,000', 8, '1000'],
  ['1,000 USDT', 8, '1000'],
  ['1 000.5 usdt', 8, '1000.5'],
  ["1'000'000", 8, '1000000'],
  ['  12 ', 8, '12'],
  ['.5', 2, '0.5'],
  ['5.', 2, '5'],
  ['007', 2, '7'],
  ['00.10', 2, '0.10'],
  ['１２．５', 2, '12.5'],
  ['๑๒.๕', 2, '12.5'],
  ['1.10000', 2, '1.10'],
  // What may mean two things is asked about.
  ['12,5', 2, '12.5 or 125?'],
  ['1,0', 8, '1.0 or 10?'],
  ['96.484,45', 2, '96484.45?'],
  ['0,01', 8, '0.01 or 1?'],
  ['96.412', 2, '96412?'],
  ['96.412', 8, '96.412'],
  ['1.234.567', 8, '1234567?'],
  ['1,0000', 8, '1.0000 or 10000?'],
  // What means nothing is refused.
  ['1.2.3', 8, 'malformed'],
  ['1e5', 8, 'letters'],
  ['10²', 8, 'letters'],
  ['1,23x456', 8, 'letters'],
  ['BTC', 8, 'letters'],
  ['-5', 8, 'negative'],
  ['−5', 8, 'negative'],
  ['1-5', 8, 'malformed'],
  ['0.001', 2, 'decimals'],
  ['3.7', 0, 'decimals'],
  ['9'.repeat(19), 8, 'long'],
  ['0'.repeat(101), 8, 'long'],
] as const)('FIELD-6 in English "%s" with %i decimals is read as "%s"', (typed, scale, read) =>
  expect(told(typed, of('en', scale))).toBe(read),
)

test.each([
  ['96.484,45', 2, '96484.45'],
  ['8.999,9671028', 8, '8999.9671028'],
  ['1.000', 8, '1000'],
  ['0,01', 8, '0.01'],
  ['1.000.000,5', 2, '1000000.5'],
  ['96516.46', 2, '96516.46 or 9651646?'],
  ['96,412.70', 2, '96412.70?'],
  ['0.01', 8, '0.01 or 1?'],
  ['1,000', 2, '1000 or 1.00?'],
] as const)('FIELD-6 in Spanish "%s" with %i decimals is read as "%s"', (typed, scale, read) =>
  expect(told(typed, of('esp', scale))).toBe(read),
)

test.each([
  // What a comma and a point read as two numbers.
  ['1,000', 8, '1000 or 1.000?', '1.000 or 1000?'],
  ['1,000', 0, '1000 or 1?', '1 or 1000?'],
  ['96.412', 8, '96.412 or 96412?', '96412 or 96.412?'],
  ['96,412', 8, '96412 or 96.412?', '96.412 or 96412?'],
  // Two decimals leave one reading only.
  ['96,412', 2, '96412', '96412?'],
  ['96.412', 2, '96412?', '96412'],
  ['96,410', 2, '96410 or 96.41?', '96.41 or 96410?'],
  // What is one number only is taken, or asked about as when it is typed.
  ['96412.70', 2, '96412.70', '96412.70 or 9641270?'],
  ['1.234,5', 2, '1234.5?', '1234.5'],
  ['1,234.5', 2, '1234.5', '1234.5?'],
  ['0.500', 8, '0.500', '0.500 or 500?'],
] as const)(
  'FIELD-6 "%s" pasted with %i decimals is "%s" in English, "%s" in Spanish',
  (text, scale, english, spanish) => {
    expect([told(text, of('en', scale), true), told(text, of('esp', scale), true)]).toEqual([english, spanish])
  },
)

const units = fc.bigInt({ min: 0n, max: 10n ** 26n - 1n })
test.each(languages)(
  'FIELD-6 in %s what the app shows is read back as the same number, however it shows it',
  (lang) => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 8 }), (amount, scale) => {
        const step = 10n ** BigInt(8 - scale)
        const decimal = formatDec(amount - (amount % step))
        const { exact, marks, places } = numbersIn(lang)
        const ways = [
          shownAmount(decimal, marks, true),
          shownAmount(decimal, marks, false),
          exact(decimal),
          places(decimal, scale),
          `${exact(decimal)} USDT`,
          ` ${exact(decimal)}\n`,
        ]
        const read = ways
          .map((text) => readAmount(text, of(lang, scale)))
          .map((reading) => ('value' in reading ? parseDec(reading.value) : reading.fault))
        expect(read).toEqual(ways.map(() => parseDec(decimal)))
      }),
      { seed },
    )
  },
)

const numberLike = fc.stringMatching(/^[\d.,' -]{0,30}$/)
const anything = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  numberLike,
  fc.string({ unit: fc.constantFrom(...'0123456789.,') }),
)
test.each(languages)('FIELD-6 in %s any text becomes a decimal of the step or stays as it was typed', (lang) => {
  fc.assert(
    fc.property(anything, fc.integer({ min: 0, max: 8 }), (typed, scale) => {
      const grammar = of(lang, scale)
      const held = heldAmount(typed, grammar)
      const fault = heldFault(held, grammar)
      const shown = shownAmount(held, grammar.marks, true)
      const isFit = /^(?:\d{1,18}(?:\.\d{1,8})?)?$/.test(held) && decimalsOf(held === '' ? '0' : held) <= scale
      expect(fault === null ? isFit : shown === typed).toBe(true)
      expect(fault === null ? heldAmount(shown, grammar) : held).toBe(held)
    }),
    { seed },
  )
})
test.each(languages)(
  'FIELD-6 in %s no digit is dropped: what is read bears the very digits that were typed',
  (lang) => {
    const bare = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')
    fc.assert(
      fc.property(numberLike, fc.integer({ min: 0, max: 8 }), (typed, scale) => {
        const reading = readAmount(typed, of(lang, scale))
        const values = 'value' in reading ? [reading.value] : reading.fault.kind === 'ask' ? reading.fault.choices : []
        expect(values.map(bare)).toEqual(values.map(() => bare(typed)))
      }),
      { seed },
    )
  },
)
test('FIELD-6 another language never reads anew what the form holds: it writes it anew, and a text asked about is asked about again', () => {
  const english = of('en', 2)
  const spanish = of('esp', 2)
  const held = heldAmount('96,412.70', english)
  expect([held, shownAmount(held, spanish.marks, true), heldFault(held, spanish)]).toEqual([
    '96412.70',
    '96.412,70',
    null,
  ])
  const unread = heldAmount('96.484,45', english)
  expect(heldFault(unread, english)).toEqual({ kind: 'ask', choices: ['96484.45'] })
  expect(heldFault(unread, spanish)).toEqual({ kind: 'ask', choices: ['96484.45'] })
})
