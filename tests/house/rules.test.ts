import { filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const book = textOf('docs/rules.md')
/** CF-15 and CF15 are one rule. */
const plain = (id: string) => id.replace('-', '')
const known = new Set([...book.matchAll(/^\|\s*([A-Z][A-Z0-9]*(?:-\d+)?)\s*\|/gm)].map(([, id = '']) => plain(id)))
const tests = filesIn('tests', /\.(?:test|journey)\.tsx?$/)
const names = tests.flatMap((file) =>
  // `test('…'`, `test.each(rows)('…'`, and the closing line of a table: `])('…'`.
  [...textOf(file).matchAll(/(?:^\s*test(?:\.[\w.]+)?(?:\([^'"`\n]*\))?|^\s*\]\s*(?:as const)?\s*\))\(\s*['"`]([^'"`\n]*)/gm)].map(
    ([, name = '']) => ({ file, name }),
  ),
)
/** A name that is filled by its table gets its number there. */
const own = names.filter(({ name }) => !/^(?:%s|\$)/.test(name))
const idOf = (name: string) => /^([A-Z]+(?:-\d+|\d+)?)\b/.exec(name)?.[1] ?? null

test('HOUSE-7 every test begins with the rule it keeps', () => {
  expect(own.filter(({ name }) => idOf(name) === null).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
test('HOUSE-7 every rule that a test quotes stands in docs/rules.md', () => {
  const strange = own.filter(({ name }) => !known.has(plain(idOf(name) ?? ''))).map(({ file, name }) => `${idOf(name) ?? '?'} (${file})`)
  expect([...new Set(strange)].toSorted()).toEqual([])
})
test('HOUSE-7 a number is given once', () => {
  const ids = [...book.matchAll(/^\|\s*([A-Z][A-Z0-9]*(?:-\d+)?)\s*\|/gm)].map(([, id = '']) => plain(id))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})
