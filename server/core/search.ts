import type { RowId } from './table-def.ts'

/** How many rows are indexed in one turn of the event loop. */
const rowsPerTurn = 1000
const turn = () => new Promise<void>((next) => setImmediate(next))

/** The terms under which a word is found by any of its parts. */
export const termsOfWord = (word: string): string[] => {
  // A part of one character is found at the beginning only.
  const text = `^${word.toLowerCase()}`
  const terms = new Set<string>()
  for (let at = 0; at < text.length; at += 1) for (const size of [2, 3]) terms.add(text.slice(at, at + size))
  return [...terms].filter((term) => term.length > 1)
}
/** The terms that all words with this part have. */
export const termsOfPart = (part: string): string[] => {
  const text = part.toLowerCase()
  if (text.length < 2) return [`^${text}`]
  if (text.length === 2) return [text]
  return Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3))
}

/**
 * The rows of a table by terms. The index is built when somebody searches for the first time, some rows in each turn of
 * the event loop, and kept up to date from then on; an entry of a row that has lost a term stays.
 */
export function createSearch<R>(rows: ReadonlyMap<RowId, R>, termsOf: (row: R) => readonly string[]) {
  let index: Map<string, RowId[]> | null = null
  let built: Promise<void> | null = null

  const add = (into: Map<string, RowId[]>, id: RowId, row: R, known: ReadonlySet<string> = new Set()) => {
    for (const term of termsOf(row)) {
      if (known.has(term)) continue
      const ids = into.get(term)
      if (ids) ids.push(id)
      else into.set(term, [id])
    }
  }
  const build = async () => {
    const made = new Map<string, RowId[]>()
    index = made
    let left = rowsPerTurn
    for (const [id, row] of rows) {
      add(made, id, row)
      left -= 1
      if (left > 0) continue
      left = rowsPerTurn
      await turn()
    }
  }
  return {
    move: (before: R | undefined, after: R | undefined, id: RowId) => {
      if (index && after !== undefined) add(index, id, after, new Set(before === undefined ? [] : termsOf(before)))
    },
    /** The rows with the rarest of these terms; the caller looks whether they are meant. */
    find: async (terms: readonly string[]): Promise<R[]> => {
      await (built ??= build())
      const lists = terms.map((term) => index?.get(term) ?? [])
      const [rarest = []] = lists.toSorted((one, other) => one.length - other.length)
      return [...new Set(rarest)].flatMap((id) => rows.get(id) ?? [])
    },
  }
}
