import { languages } from '#contract/wire/languages.ts'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { keysOf, type Chunk, type Manifest } from './sizes.ts'

/**
 * Groups of vite.config.ts, and modules. With these every visit begins; the files of other pages are kept when they
 * have been loaded.
 */
const firstChunks = [
  'frame',
  'ground',
  'src/features/home/home-page.tsx',
  'src/app/side-menu.tsx',
  'src/app/offline/last-prices-view.tsx',
]
/**
 * The pages that a member opens next, which the worker fetches when the app is at rest, so that they open without a
 * network too.
 */
const laterChunks = [
  'src/features/spot/trade-page.tsx',
  'src/app/contracts-page.tsx',
  'src/features/finance/hub-page.tsx',
  'src/features/assets/assets-page.tsx',
  'src/features/chat/chats-page.tsx',
  'src/features/chat/room-page.tsx',
  'src/app/offline/last-chats-view.tsx',
  'later',
  // Behind the tabs of the trading pages.
  'src/features/spot/order-history.tsx',
  'src/features/spot/fills-panel.tsx',
  'src/features/lever/fills-panel.tsx',
]
const laterTexts = ['home', 'spot', 'lever', 'option', 'kyc', 'finance', 'assets', 'chat', 'refusals']
const others = ['icon.svg', 'manifest.webmanifest']

const chunksOf = (manifest: Manifest, names: readonly string[]) =>
  names.flatMap((name) => (name.includes('/') ? [name] : keysOf(manifest, name)))

/** The files of a chunk and of all that it imports at once. */
function filesOf(manifest: Manifest, key: string, seen: Set<string>): string[] {
  const chunk: Chunk | undefined = manifest[key]
  if (chunk === undefined || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((each) => filesOf(manifest, each, seen))]
}

/** The release in a folder: what the service worker keeps of it, and a version that changes with any of its files. */
function shellOf(folder: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const seen = new Set<string>()
  const missing = [...firstChunks, ...laterChunks].filter((name) =>
    chunksOf(manifest, [name]).every((key) => manifest[key] === undefined),
  )
  if (missing.length > 0) throw new Error(`the build has no ${missing.join(', ')}`)
  const boot = /assets\/boot-\w+\.js/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
  const files = [
    ...new Set([...chunksOf(manifest, firstChunks).flatMap((key) => filesOf(manifest, key, seen)), ...boot, ...others]),
  ].filter((file) => existsSync(join(folder, file)))
  const kept = new Set(files)
  const pages = [...new Set(chunksOf(manifest, laterChunks).flatMap((key) => filesOf(manifest, key, seen)))].filter(
    (file) => !kept.has(file),
  )
  const texts = Object.fromEntries(
    languages.map((lang) => [lang, laterTexts.flatMap((name) => manifest[`locales/${lang}/${name}.json`]?.file ?? [])]),
  )
  const version = createHash('sha256')
  for (const { file } of Object.values(manifest).toSorted((a, b) => (a.file < b.file ? -1 : 1))) version.update(file)
  version.update(readFileSync(join(folder, 'index.html')))
  return { version: version.digest('hex').slice(0, 12), files, later: { pages, texts } }
}

/**
 * Builds the service worker of the client in a folder: one plain script beside the page, which knows the files of its
 * release.
 */
export async function buildWorker(folder: string) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'src/app/worker/main.ts',
        output: {
          format: 'iife',
          entryFileNames: 'sw.js',
          banner: `globalThis.kontorShell=${JSON.stringify(shellOf(folder))};`,
        },
      },
    },
  })
}
