import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { venueEntry, venueFolder, venuePlace } from './venue.ts'

const dayMs = 86_400_000

/** Another start may just be reading an older build: only yesterday's are taken away. */
const clear = () => {
  for (const name of readdirSync(venueFolder)) {
    const path = join(venueFolder, name)
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true, force: true })
  }
}
/** The start itself is built along; `run.mjs` finds it by this one line. */
const point = (place: string) => {
  const made = join(venueFolder, `.start.${process.pid}`)
  writeFileSync(made, `import './${basename(place)}/start.mjs'\n`)
  renameSync(made, join(venueFolder, 'start.mjs'))
}

/** Builds the venue unless it is there; whole or not at all, for several may start at once. Answers its path. */
export const buildVenue = async (): Promise<string> => {
  const { place, path } = venuePlace()
  if (existsSync(path)) return path
  mkdirSync(venueFolder, { recursive: true })
  const made = `${place}.${process.pid}`
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      // Those bring machine code of their own, found beside them.
      ssr: { noExternal: true, external: ['sharp', '@node-rs/argon2'] },
      build: {
        ssr: true, outDir: made, target: 'node22', minify: false, copyPublicDir: false,
        rolldownOptions: {
          input: { main: 'server/main.ts', start: 'scripts/start.ts' },
          // What is read stays in memory: without comments, but with the names and lines a trace needs.
          output: { entryFileNames: '[name].mjs', comments: false },
        },
      },
    })
    if (!existsSync(path)) renameSync(made, place)
    point(place)
    clear()
  } catch (thrown) {
    // Somebody else may have been faster.
    if (!existsSync(join(place, venueEntry))) throw thrown
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return path
}
