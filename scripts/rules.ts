import { filesIn, textOf } from '#tests/support/files.ts'

/** One rule or law: its number and its sentence. */
export type Rule = { readonly id: string; readonly says: string }

const idForm = '[A-Z][A-Z0-9]*(?:-\\d+)?'
/** The cells of a table row that begins with the number of a rule; a `|` inside a cell is escaped. */
function cellsOf(line: string): readonly string[] | null {
  if (!new RegExp(`^\\|\\s*${idForm}\\s*\\|`).test(line)) return null
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}
/** CF-15 and CF15 are one rule. */
export const plainId = (id: string) => id.replace('-', '')

/** The rows of a document that give a number its sentence. */
export const rulesIn = (text: string): readonly Rule[] =>
  text.split('\n').flatMap((line) => {
    const [id, says] = cellsOf(line) ?? []
    return id !== undefined && says !== undefined ? [{ id, says }] : []
  })

export const testFiles = () => filesIn('tests', /\.(?:test|journey)\.tsx?$/)
/** Names of the tests in a file: `test('…'`, `test.each(rows)('…'`, and the closing line of a table, `])('…'`. */
export const testNamesIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(/(?:^\s*test(?:\.[\w.]+)?(?:\([^'"`\n]*\))?|^\s*\]\s*(?:as const)?\s*\))\(\s*['"`]([^'"`\n]*)/gm),
  ].map(([, name = '']) => name)

/**
 * Where each rule is quoted: at the beginning of the name of a test, alone or among others, by a row of a table of
 * tests, or by a check of the simulation.
 */
function quotesOf(): ReadonlyMap<string, readonly string[]> {
  const quotes = new Map<string, string[]>()
  const quote = (id: string, file: string) => {
    const found = quotes.get(plainId(id)) ?? []
    if (!found.includes(file)) quotes.set(plainId(id), [...found, file])
  }
  for (const file of [...testFiles(), ...filesIn('tests/proof', /\.ts$/)])
    for (const [, ids = ''] of textOf(file).matchAll(new RegExp(`['"\`](${idForm}(?: ${idForm})*)(?=[ '"\`])`, 'g')))
      for (const id of ids.split(' ')) quote(id, file)
  return quotes
}
const shortOf = (file: string) => file.replace(/^tests\//, '').replace(/\.(?:test|journey)?\.?tsx?$/, '')
const shown = 2
const heldBy = (files: readonly string[]) =>
  files
    .slice(0, shown)
    .map((file) => `\`${shortOf(file)}\``)
    .join(', ') || 'later'

/**
 * The index of all rules: each sentence as written here or, for a law, beside its code; who holds it is read from the
 * tests.
 */
export function ruleIndex(index: string): string {
  const quotes = quotesOf()
  const lawFiles = ['contract', 'machines', 'streams', 'server', 'src'].flatMap((folder) =>
    filesIn(folder, /^LAWS\.md$/),
  )
  const laws = new Map(
    lawFiles.flatMap((file) => rulesIn(textOf(file)).map(({ id, says }): [string, string] => [plainId(id), says])),
  )
  return index
    .split('\n')
    .map((line) => {
      const [id, says = ''] = cellsOf(line) ?? []
      if (id === undefined)
        return line
          .replace(/^\| rule \| it says \|(?: held by \|)?$/, '| rule | it says | held by |')
          .replace(/^\|---\|---\|$/, '|---|---|---|')
      return `| ${id} | ${laws.get(plainId(id)) ?? says} | ${heldBy(quotes.get(plainId(id)) ?? [])} |`
    })
    .join('\n')
}
