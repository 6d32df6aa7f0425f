import { looks } from '#src/ui/looks.ts'
import type { Plugin } from 'vite'

type Values = Readonly<Record<string, string>>
type Entry = string | readonly [property: string, values: Values] | Values
const table: Readonly<Record<string, Entry>> = looks

const isPair = (entry: Entry): entry is readonly [string, Values] => Array.isArray(entry)
const declarationsOf = (entry: Values | readonly [string, Values]): readonly (readonly [string, string])[] =>
  isPair(entry)
    ? Object.entries(entry[1]).map(([name, value]) => [name, `${entry[0]}: ${value}`])
    : Object.entries(entry)
const rulesOf = ([name, entry]: readonly [string, Entry]): readonly string[] =>
  typeof entry === 'string'
    ? [`.look-${name} { ${entry} }`]
    : declarationsOf(entry).map(([value, said]) => `.look-${name}-${value} { ${said} }`)

/** The rules of what Box can look like. */
export const looksCss = () => Object.entries(table).flatMap(rulesOf).join('\n')

/**
 * The rules stand where box.css stands, so that whatever else a component says comes after them; the code of the app
 * has the names without the rules.
 */
export function withLooks(code: string, id: string): string | null {
  if (id.endsWith('/src/ui/box.css')) return `${code}\n${looksCss()}`
  if (!id.endsWith('/src/ui/looks.ts')) return null
  return `export const looks = ${JSON.stringify(Object.fromEntries(Object.keys(looks).map((name) => [name, 1])))}`
}
export const looksPlugin: Plugin = { name: 'looks', enforce: 'pre', transform: withLooks }
