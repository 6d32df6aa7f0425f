import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { venueStamp } from './stamp.ts'

const folder = 'dist-venue'
const entry = 'main.mjs'
const dayMs = 86_400_000

/** Another start may just be reading an older build: only yesterday's are taken away. */
const clear = () => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true, force: true })
  }
}

const build = async (into: string) => {
  // The builder is heavy: it is only read when there is something to build.
  const vite = await import('vite')
  await vite.build({
    configFile: false,
    logLevel: 'warn',
    // Those bring machine code of their own, found beside them.
    ssr: { noExternal: true, external: ['sharp', '@node-rs/argon2'] },
    build: {
      ssr: 'server/main.ts', outDir: into, target: 'node22', minify: false, copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: entry } },
    },
  })
}

/** Where the venue lies that is built from the sources as they are now. */
const placeOf = () => {
  const place = join(folder, venueStamp())
  return { place, path: resolve(place, entry) }
}

/** Builds the venue unless it is there; whole or not at all, for several may start at once. Answers its path. */
export const buildVenue = async (): Promise<string> => {
  const { place, path } = placeOf()
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  clear()
  const made = `${place}.${process.pid}`
  try {
    await build(made)
    if (!existsSync(path)) renameSync(made, place)
  } catch (thrown) {
    if (!existsSync(path)) throw thrown
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return path
}

/**
 * The venue as one file, or null when the sources are newer. Reading hundreds of files and taking their types away
 * would cost most of a start, and a third of the memory.
 */
export const builtVenue = (): string | null => {
  const { path } = placeOf()
  return existsSync(path) ? path : null
}
