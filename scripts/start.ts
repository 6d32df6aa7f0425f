import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { readEnv } from '#server/operate/env.ts'
import { launch, refuseOptions, refuseReadOnly, type RunningApp } from './launch.ts'
import { isFresh } from './stamp.ts'
import { builtVenue } from './venue.ts'

type Venue = { readonly main: (env: NodeJS.ProcessEnv) => Promise<RunningApp> }
const isVenue = (module: unknown): module is Venue =>
  typeof module === 'object' && module !== null && 'main' in module && typeof module.main === 'function'

const buildAll = () => {
  refuseReadOnly(process.cwd())
  console.error('Building the app, once for each version: about half a minute …')
  const { status } = spawnSync(process.execPath, [...process.execArgv, 'scripts/run.mjs', 'make'], {
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) throw new Error('The app could not be built.')
}

refuseOptions(process.argv.slice(3))
await launch(async () => {
  // A setting that cannot work is told at once, not after a build.
  readEnv(process.env)
  if (!isFresh() || builtVenue() === null) buildAll()
  const path = builtVenue()
  if (path === null) throw new Error('The sources changed while they were built. Start again.')
  const venue: unknown = await import(pathToFileURL(path).href)
  if (!isVenue(venue)) throw new Error(`${path} does not export main.`)
  return venue.main(process.env)
})
