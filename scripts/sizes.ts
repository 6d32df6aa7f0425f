import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One row of Vite's manifest, as far as we read it. */
export type Chunk = {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>
export type Size = { readonly what: string; readonly kB: number; readonly most: number }

/** What a person may have to download, in kB (1000 bytes), compressed; why the first route may be more than planned: docs/adr/0004. */
const most = { first: 205, entry: 112, css: 12, route: 25, chart: 75 }
const engine = 'src/app/engine.ts'
const home = 'src/features/home/home-page.tsx'
const firstWords = ['shell', 'ui', 'home', 'market', 'refusals']
const chartPages = /kline-page|trade-page|lever-page|option-panel/

/** A chunk and all it needs at once. */
const closure = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key) || manifest[key] === undefined) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) closure(manifest, next, seen)
  return seen
}

/** The sizes that have a budget; `weigh` gives the compressed bytes of a built file. */
export const sizesOf = (manifest: Manifest, weigh: (file: string) => number): readonly Size[] => {
  const kB = (chunks: Iterable<string>, part: 'js' | 'css') => {
    const built = [...chunks].flatMap((key) => {
      const chunk = manifest[key]
      if (chunk === undefined) return []
      return part === 'js' ? [chunk.file].filter((file) => file.endsWith('.js')) : (chunk.css ?? [])
    })
    return [...new Set(built)].reduce((sum, file) => sum + weigh(file), 0) / 1000
  }
  const entry = new Set(Object.keys(manifest).filter((key) => manifest[key]?.isEntry).flatMap((key) => [...closure(manifest, key)]))
  // The engine comes with whatever page is first; no page pays for it again.
  const always = new Set([...entry, ...closure(manifest, engine)])
  const namespaces = firstWords.map((word) => `locales/hk/${word}.json`)
  const first = new Set([...always, ...closure(manifest, home), ...namespaces.filter((word) => manifest[word] !== undefined)])
  const pages = Object.keys(manifest).filter((key) => /^src\/features\/.*-page\.tsx$/.test(key))
  return [
    { what: 'entry', kB: kB(entry, 'js'), most: most.entry },
    { what: 'first route', kB: kB(first, 'js'), most: most.first },
    { what: 'css of the first route', kB: kB(first, 'css'), most: most.css },
    ...pages.map((page) => ({
      what: page.replace('src/features/', ''),
      kB: kB([...closure(manifest, page)].filter((key) => !always.has(key)), 'js'),
      most: chartPages.test(page) ? most.chart : most.route,
    })),
  ]
}

/** Those that weigh too much. */
export const tooBig = (sizes: readonly Size[]) => sizes.filter((size) => size.kB > size.most)

/** The sizes of the client that stands in a folder. */
export const builtSizes = (folder = 'dist') => {
  const at = join(folder, '.vite', 'manifest.json')
  if (!existsSync(at)) return []
  return sizesOf(JSON.parse(readFileSync(at, 'utf8')), (file) => gzipSync(readFileSync(join(folder, file))).length)
}
