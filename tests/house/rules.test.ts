import { plainId, ruleIndex, rulesIn, testFiles, testNamesIn } from '#scripts/rules.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const index = textOf('docs/rules.md')
const rules = rulesIn(index)
const known = new Set(rules.map(({ id }) => plainId(id)))
const names = testFiles().flatMap((file) => testNamesIn(textOf(file)).map((name) => ({ file, name })))
/** A name that is filled by its table gets its number there. */
const own = names.filter(({ name }) => !/^(?:%s|\$)/.test(name))
const idOf = (name: string) => /^([A-Z]+(?:-\d+|\d+)?)\b/.exec(name)?.[1] ?? null
const twice = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)

test('HOUSE-7 every test begins with the rule it keeps', () => {
  expect(own.filter(({ name }) => idOf(name) === null).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
test('HOUSE-7 every rule that a test quotes stands in docs/rules.md', () => {
  const strange = own
    .filter(({ name }) => !known.has(plainId(idOf(name) ?? '')))
    .map(({ file, name }) => `${idOf(name) ?? '?'} (${file})`)
  expect([...new Set(strange)].toSorted()).toEqual([])
})
test('HOUSE-7 a number is given once, and a sentence is told once and to its end', () => {
  expect(twice(rules.map(({ id }) => plainId(id)))).toEqual([])
  expect(twice(rules.map(({ says }) => says))).toEqual([])
  expect(rules.filter(({ says }) => says.includes('…') || says === '')).toEqual([])
})
test('HOUSE-7 the index says which tests hold each rule, and which rules are for later', () => {
  expect(index === ruleIndex(index), 'run: npm run docs:rules').toBe(true)
})
