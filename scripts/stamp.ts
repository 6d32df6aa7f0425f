import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything the client is built from. */
const sources = ['src', 'machines', 'streams', 'contract', 'locales', 'public']
const singles = ['index.html', 'vite.config.ts', 'scripts/chunks.ts', 'scripts/pack.ts', 'package-lock.json']
const venueSingles = [...['start', 'launch', 'stamp', 'venue', 'venue-build'].map((name) => `scripts/${name}.ts`), 'package-lock.json']
const stampFile = '.stamp'

const filesOf = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

const stampOf = (first: string, folders: readonly string[], files: readonly string[]) => {
  const hash = createHash('sha256').update(first)
  for (const file of [...folders.flatMap(filesOf), ...files].toSorted()) {
    if (existsSync(file)) hash.update(`\n${file}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
/** One number for all sources and the base path: equal numbers, equal build. */
export const sourceStamp = () => stampOf(process.env['BASE_PATH'] ?? '/', sources, singles)
/** The same for what the venue is built from. */
export const venueStamp = () => stampOf(process.version, ['server', 'contract'], venueSingles).slice(0, 16)

/** Does the built client belong to the sources as they are now? */
export const isFresh = () =>
  existsSync('dist/index.html') && existsSync(join('dist', stampFile)) && readFileSync(join('dist', stampFile), 'utf8') === sourceStamp()

/** Remembers what the client in this folder has been built from; read before the build, so that a change in mid-build shows. */
export const writeStamp = (folder: string, stamp: string) => writeFileSync(join(folder, stampFile), stamp)
