import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { venueEntry, venueFolder, venueTarget } from './venue.ts'

/** These packages have native binaries, which they look up relative to themselves. */
export const loadedPackages = ['sharp', '@node-rs/argon2']
const dayMs = 86_400_000

/** Removes builds older than a day; newer ones may still be in use by another start. */
const removeOldBuilds = () => {
  for (const name of readdirSync(venueFolder)) {
    const path = join(venueFolder, name)
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true, force: true })
  }
}
/** Writes the file through which `run.mjs` finds the built `start`. */
const linkStart = (folder: string) => {
  const temporary = join(venueFolder, `.start.${process.pid}`)
  writeFileSync(temporary, `import './${basename(folder)}/start.mjs'\n`)
  renameSync(temporary, join(venueFolder, 'start.mjs'))
}

/** Programs of Node in one folder, with all packages but those that have native binaries. */
export const bundle = ({ input, outDir, minify }: { input: Record<string, string>; outDir: string; minify: boolean }) =>
  build({
    configFile: false,
    logLevel: 'warn',
    // The last one is tried by `pg` and is not there.
    ssr: { noExternal: true, external: [...loadedPackages, 'pg-native'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node22',
      minify,
      copyPublicDir: false,
      // Source text stays in memory, so comments are dropped.
      rolldownOptions: { input, output: { entryFileNames: '[name].mjs', comments: false } },
    },
  })

/**
 * Builds the server unless the build exists; returns its path. The build is moved into place as a whole, because
 * several may run at once.
 */
export const buildVenue = async (): Promise<string> => {
  const { folder, path } = venueTarget()
  if (existsSync(path)) return path
  mkdirSync(venueFolder, { recursive: true })
  const temporary = `${folder}.${process.pid}`
  try {
    // Names and lines are kept for stack traces.
    const input = { main: 'server/main.ts', start: 'scripts/start.ts', kontor: 'scripts/kontor.ts' }
    await bundle({ input, outDir: temporary, minify: false })
    if (!existsSync(path)) renameSync(temporary, folder)
    linkStart(folder)
    removeOldBuilds()
  } catch (thrown) {
    // Another process may have finished the same build first.
    if (!existsSync(join(folder, venueEntry))) throw thrown
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return path
}
