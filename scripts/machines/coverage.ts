import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/** How much of one machine a kind of walk has met, and what it cannot meet, with the reasons. */
type Coverage = {
  readonly machine: string
  readonly states: string
  readonly transitions: string
  readonly not?: readonly string[]
}
type Kind = 'chart' | 'venue'
const folder = 'test-results'
const fileOf = (kind: Kind) => `${folder}/machines-${kind}.json`

/** Keeps what a walk has met for the table at the end of the tests. */
export const keepCoverage = (kind: Kind, rows: readonly Coverage[]) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(kind), JSON.stringify(rows))
}
const read = (kind: Kind): readonly Coverage[] =>
  existsSync(fileOf(kind)) ? JSON.parse(readFileSync(fileOf(kind), 'utf8')) : []
const aligned = (rows: readonly (readonly string[])[]) => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/**
 * The machines walked in this run: by their charts, and against the venue; below, each that is not whole, with the
 * reason. Null if none was walked.
 */
export const coverageTable = (): string | null => {
  const [chart, venue] = [read('chart'), read('venue')]
  const names = [...new Set([...chart, ...venue].map(({ machine }) => machine))].toSorted()
  if (names.length === 0) return null
  const cells = (rows: readonly Coverage[], name: string) => {
    const row = rows.find(({ machine }) => machine === name)
    return row === undefined ? ['', ''] : [row.states, row.transitions]
  }
  const rows = [
    ['machine', 'states', 'transitions', 'against the venue: states', 'transitions'],
    ...names.map((name) => [name, ...cells(chart, name), ...cells(venue, name)]),
  ]
  return [
    ...aligned(rows),
    ...venue.flatMap(({ machine, not = [] }) => not.map((line) => `${machine}, not by the venue: ${line}`)),
  ].join('\n')
}
