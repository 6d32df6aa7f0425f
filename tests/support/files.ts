import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Every file below a folder, as 'folder/name.ts'; none if the folder does not exist. */
export const filesIn = (folder: string, kind: RegExp): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && kind.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
    : []

/** Every source file of the product, as 'tier/name.ts'. */
export const files = ['contract', 'machines', 'packages', 'streams', 'server', 'src'].flatMap((folder) =>
  filesIn(folder, /\.tsx?$/),
)

export const textOf = (file: string) => readFileSync(file, 'utf8')

/** A file without its comments, which may contain what code may not. */
export const codeOf = (file: string) =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')

/** The imports of a file: packages by name, own files as 'tier/name.ts'; including dynamic imports. */
export const importsOf = (file: string): readonly string[] =>
  [...codeOf(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : from.startsWith('.') ? join(dirname(file), from) : from,
  )
