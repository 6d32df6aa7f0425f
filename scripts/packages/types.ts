import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Published } from './list.ts'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache')
/** A path as an import has it. */
const shown = (path: string) => (path.startsWith('.') ? path : `./${path}`).replaceAll('\\', '/')

/** Imports by the names of this tree, as paths from a file of the emitted tree. */
const withPaths = (text: string, file: string, folder: string) =>
  text
    .replaceAll(/(['"])#([\w/.-]+)\.tsx?\1/g, (_, quote: string, path: string) => {
      return `${quote}${shown(relative(dirname(file), join(folder, path)))}.js${quote}`
    })
    .replaceAll(/(['"])(\.{1,2}\/[\w/.-]+)\.tsx?\1/g, '$1$2.js$1')

/** Emits the types of all entries into a folder, as a tree of its own that needs nothing of this one. */
export function emitTypes(packages: readonly Published[], to: string) {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'types-'))
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    tsBuildInfoFile: null,
    rootDir: root,
    outDir: to,
  }
  const files = packages.flatMap(({ entries }) => Object.values(entries).map((file) => join(root, file)))
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error(stdout)
  for (const path of globSync('**/*.d.ts', { cwd: to })) {
    const file = join(to, path)
    writeFileSync(file, withPaths(readFileSync(file, 'utf8'), file, to))
  }
}

/** The emitted files that some of them lead to. */
export function reachedFrom(files: readonly string[]): readonly string[] {
  const reached = new Set<string>()
  const reach = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g))
      reach(join(dirname(file), `${path}.d.ts`))
  }
  files.forEach(reach)
  return [...reached]
}

const start = (name: string) =>
  new RegExp(`^export (?:declare )?(?:const|let|function|class|type|interface|enum) ${name}\\b`, 'm')
const ends = /\n(?=(?:export|declare|import|type|interface|const|function) )/
const longest = 300
/** A declaration in one line; of a long one the beginning, and a fingerprint of all of it. */
function declared(text: string, name: string): string {
  const bare = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const found = start(name).exec(bare)
  if (!found) throw new Error(`no declaration of ${name}`)
  const rest = bare.slice(found.index)
  const line = (rest.split(ends)[0] ?? rest)
    .replaceAll(/\s+/g, ' ')
    .replace(/^export (?:declare )?/, '')
    .trim()
  if (line.length <= longest) return line
  return `${line.slice(0, longest)} … ${createHash('sha256').update(line).digest('hex').slice(0, 8)}`
}
type Told = { readonly name: string; readonly file: string }
/** The names that an entry tells, and the files that declare them. */
function toldBy(file: string): readonly Told[] {
  const text = readFileSync(file, 'utf8')
  const passed = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from ['"]([^'"]+)\.js['"]/gm)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((each) => each.replace(/^\s*type /, '').trim())
        .filter((name) => name !== '')
        .map((name) => ({ name, file: join(dirname(file), `${from}.d.ts`) })),
  )
  const own = [...text.matchAll(/^export (?:declare )?(?:const|let|function|class|type|interface|enum) (\w+)/gm)]
  return [...passed, ...own.map(([, name = '']) => ({ name, file }))]
}
/** Everything that a package promises, entry by entry: a change of it is a change for those who use it. */
export function apiReport({ manifest, entries }: Published, types: string): string {
  const parts = Object.entries(entries)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([entry, file]) => {
      const told = toldBy(join(types, file.replace(/\.tsx?$/, '.d.ts'))).toSorted((a, b) => (a.name < b.name ? -1 : 1))
      const lines = told.map(({ name, file: at }) => declared(readFileSync(at, 'utf8'), name))
      const as = entry === 'main' ? manifest.name : `${manifest.name}/${entry}`
      return [`## ${as}`, '', '```ts', ...lines, '```', ''].join('\n')
    })
  return [`# What ${manifest.name} promises`, '', ...parts].join('\n')
}
export const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
