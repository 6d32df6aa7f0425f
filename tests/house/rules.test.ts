import { lawsIn, plainId, quotesOf, testFiles, testNamesIn } from '#scripts/rules.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const laws = lawsIn(textOf('docs/rules.md'))
const twice = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)
/** Laws that no quoted number holds. */
const unheld = (ids: readonly string[], held: ReadonlySet<string>) => ids.filter((id) => !held.has(plainId(id)))
/** A test is named by a sentence, with or without a number before it, or by its table. */
const isName = (name: string) => /^(?:%s|\$)/.test(name) || /^(?:[A-Z][A-Z0-9]*(?:-\d+)? )*\S+(?: \S+)+$/.test(name)

test('HOUSE-7 every law is held by a test that begins with its number', () => {
  const quoted = new Set(quotesOf().keys())
  expect(
    unheld(
      laws.map(({ id }) => id),
      quoted,
    ),
  ).toEqual([])
  expect(unheld(['CF-15', 'L99'], new Set(['CF15']))).toEqual(['L99'])
})
test('HOUSE-7 there are at most 300 laws; a number is given once, and a sentence is told once and to its end', () => {
  expect(laws.length).toBeGreaterThan(200)
  expect(laws.length).toBeLessThanOrEqual(300)
  expect(twice(laws.map(({ id }) => plainId(id)))).toEqual([])
  expect(twice(laws.map(({ says }) => says))).toEqual([])
  expect(laws.filter(({ says }) => says.includes('…') || says === '')).toEqual([])
})
test('HOUSE-7 a law that stands beside its code says there what the page says', () => {
  const beside = ['machines', 'streams', 'server'].flatMap((folder) =>
    filesIn(folder, /^LAWS\.md$/).flatMap((file) => lawsIn(textOf(file))),
  )
  const pairs = beside.flatMap(({ id, says }) =>
    laws.filter((law) => plainId(law.id) === plainId(id)).map((law) => [says, law.says]),
  )
  expect(pairs.length).toBeGreaterThan(20)
  expect(pairs.filter(([one, other]) => one !== other)).toEqual([])
})
test('HOUSE-7 the name of a test is a sentence', () => {
  const wrong = testFiles().flatMap((file) =>
    testNamesIn(textOf(file))
      .filter((name) => !isName(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
  expect(['SPOT-3', 'works', 'SPOT-3 a limit order rests', 'a limit order rests'].map(isName)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
