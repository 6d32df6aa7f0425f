import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '#server/operate/env.ts'

/** Folders and files from which the client and the documents are built. */
const sources = [
  'src',
  'packages',
  'machines',
  'streams',
  'contract',
  'locales',
  'public',
  ...['client', 'docs', 'gallery', 'machines', 'wire'].map((name) => `scripts/${name}`),
]
const sourceFiles = ['index.html', 'vite.config.ts', 'scripts/pack.ts', 'package-lock.json']
const venueSourceFiles = [
  ...['start', 'launch', 'stamp', 'venue', 'venue-build', 'kontor'].map((name) => `scripts/${name}.ts`),
  ...['tool', 'admin', 'backup', 'ask-backup', 'restore', 'archive', 'move', 'watch-deposits'].map(
    (name) => `scripts/${name}.ts`,
  ),
  'package-lock.json',
]
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
/**
 * Hash of all sources of the client and the base path; equal stamps mean equal builds. A base path that cannot work is
 * refused here, before anything is built.
 */
export const sourceStamp = () => {
  const { BASE_PATH = '/' } = readEnv({ BASE_PATH: process.env['BASE_PATH'] })
  return stampOf(BASE_PATH, sources, sourceFiles)
}
/** The same for the server, with the Node version. */
export const venueStamp = () =>
  stampOf(process.version, ['server', 'contract', 'locales', 'scripts/watch'], venueSourceFiles).slice(0, 16)

/** True if the built client matches the current sources. */
export const isFresh = () =>
  existsSync('dist/index.html') &&
  existsSync(join('dist', stampFile)) &&
  readFileSync(join('dist', stampFile), 'utf8') === sourceStamp()

/**
 * Stores the stamp with a build. The stamp must be computed before the build, so that a change during the build is
 * noticed.
 */
export const writeStamp = (folder: string, stamp: string) => writeFileSync(join(folder, stampFile), stamp)
