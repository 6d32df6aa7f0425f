import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** One entry of Vite's manifest, with the fields used here. */
export type Chunk = {
  readonly file: string
  /** What vite.config.ts calls it. */
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>
type Size = { readonly what: string; readonly kB: number; readonly maxKB: number }

/** Budgets of download sizes in kB (1000 bytes), as the venue sends them: by Brotli. docs/adr/0004 explains them. */
const budgets = { first: 168, entry: 100, css: 12, route: 39, room: 41, chart: 66.5 }
const home = 'src/features/home/home-page.tsx'
const firstNamespaces = ['home']
const chartPages = /kline-page|trade-page|lever-page|option-panel/
const rooms = /room-page|help-chat-page/

/** A chunk and all chunks it imports statically. */
export const closure = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key) || manifest[key] === undefined) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) closure(manifest, next, seen)
  return seen
}

/** What the manifest calls the chunks of a group of vite.config.ts. */
export const keysOf = (manifest: Manifest, name: string): readonly string[] =>
  Object.keys(manifest).filter((key) => key.startsWith('_') && manifest[key]?.name === name)

/** All sizes that have a budget; `sizeOf` returns the compressed size of a built file in bytes. */
export const sizesOf = (manifest: Manifest, sizeOf: (file: string) => number): readonly Size[] => {
  const kB = (chunks: Iterable<string>, part: 'js' | 'css') => {
    const files = [...chunks].flatMap((key) => {
      const chunk = manifest[key]
      if (chunk === undefined) return []
      return part === 'js' ? [chunk.file].filter((file) => file.endsWith('.js')) : (chunk.css ?? [])
    })
    return [...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0) / 1000
  }
  const group = (name: string) => {
    const keys = keysOf(manifest, name)
    if (keys.length === 0) throw new Error(`the build has no ${name}`)
    return keys.flatMap((key) => [...closure(manifest, key)])
  }
  const entry = new Set(group('frame'))
  // The engine is loaded with the first page, whichever that is, so it does not count for single pages; nor does what
  // comes with a login.
  const always = new Set([...entry, ...group('ground')])
  const elsewhere = new Set([...always, ...group('own')])
  const namespaces = [
    ...firstNamespaces.map((word) => `locales/hk/${word}.json`),
    ...Object.keys(manifest).filter((key) => key.startsWith('_texts-hk-')),
  ]
  const first = new Set([
    ...always,
    ...closure(manifest, home),
    ...namespaces.filter((word) => manifest[word] !== undefined),
  ])
  const pages = Object.keys(manifest).filter((key) => /^src\/features\/.*-page\.tsx$/.test(key))
  return [
    { what: 'entry', kB: kB(entry, 'js'), maxKB: budgets.entry },
    { what: 'first route', kB: kB(first, 'js'), maxKB: budgets.first },
    { what: 'css of the first route', kB: kB(first, 'css'), maxKB: budgets.css },
    ...pages.map((page) => ({
      what: page.replace('src/features/', ''),
      kB: kB(
        [...closure(manifest, page)].filter((key) => !elsewhere.has(key)),
        'js',
      ),
      maxKB: chartPages.test(page) ? budgets.chart : rooms.test(page) ? budgets.room : budgets.route,
    })),
  ]
}

/** The sizes over their budget. */
export const tooBig = (sizes: readonly Size[]) => sizes.filter((size) => size.kB > size.maxKB)

/** The sizes of the client built in a folder; empty if there is none. */
export const builtSizes = (folder = 'dist') => {
  const manifestFile = join(folder, '.vite', 'manifest.json')
  if (!existsSync(manifestFile)) return []
  return sizesOf(
    JSON.parse(readFileSync(manifestFile, 'utf8')),
    (file) => brotliCompressSync(readFileSync(join(folder, file))).length,
  )
}
