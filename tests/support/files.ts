import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Every file below a folder, as 'folder/word.ts'; none when the folder is not there yet. */
export const filesIn = (folder: string, kind: RegExp): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && kind.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
    : []

/** Every source file of the house, as 'room/word.ts'. */
export const files = ['contract', 'machines', 'streams', 'server', 'src'].flatMap((room) => filesIn(room, /\.tsx?$/))

/** The text of a file. */
export const textOf = (file: string) => readFileSync(file, 'utf8')

/** Code without its comments, so that prose may say what code may not. */
export const codeOf = (file: string) =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')

/** What a file imports: packages by name, our own files as 'room/word.ts'. Lazy imports count too. */
export const importsOf = (file: string): readonly string[] =>
  [...codeOf(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : from.startsWith('.') ? join(dirname(file), from) : from,
  )
