import { codeOf, files } from '#tests/support/files.ts'
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
