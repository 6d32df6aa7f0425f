import { filesIn, textOf } from '#tests/support/files.ts'

/** One law: its number and its sentence. */
type Law = { readonly id: string; readonly says: string }

const idForm = '[A-Z][A-Z0-9]*(?:-\\d+)?'
/** CF-15 and CF15 are one number. */
export const plainId = (id: string) => id.replace('-', '')

/** The rows of a document that give a number its sentence; a `|` inside a cell is escaped. */
export const lawsIn = (text: string): readonly Law[] =>
  text.split('\n').flatMap((line) => {
    const [, id, says] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return id !== undefined && says !== undefined && new RegExp(`^${idForm}$`).test(id) ? [{ id, says }] : []
  })

export const testFiles = () => filesIn('tests', /\.(?:test|journey)\.tsx?$/)
/** Names of the tests in a file: `test('…'`, `test.each(rows)('…'`, and the closing line of a table, `])('…'`. */
export const testNamesIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /(?:^\s*test(?:\.[\w.]+)?(?:\([^'"`\n]*\))?|^\s*\]\s*(?:as const)?\s*\))\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)/gm,
    ),
  ].map(([, , name = '']) => name)

/**
 * The files that quote each number: at the beginning of the name of a test, alone or among others, in a row of a table
 * of tests, or in a check of the simulation.
 */
export function quotesOf(): ReadonlyMap<string, readonly string[]> {
  const quotes = new Map<string, string[]>()
  for (const file of [...testFiles(), ...filesIn('tests/proof', /\.ts$/)])
    for (const [, ids = ''] of textOf(file).matchAll(new RegExp(`['"\`](${idForm}(?: ${idForm})*)(?=[ '"\`])`, 'g')))
      for (const id of ids.split(' ').map(plainId)) quotes.set(id, [...new Set([...(quotes.get(id) ?? []), file])])
  return quotes
}

/** The page of laws, each with the tests that hold it. */
export const lawsPage = (): string => {
  const quotes = quotesOf()
  const laws = lawsIn(textOf('docs/rules.md'))
  const rows = laws.map(({ id, says }) => `| ${id} | ${says} | ${(quotes.get(plainId(id)) ?? []).join(' ')} |`)
  return ['# Laws and the tests that hold them', '', '| law | it says | held by |', '|---|---|---|', ...rows, ''].join(
    '\n',
  )
}
