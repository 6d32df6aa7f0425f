import { spawn } from 'node:child_process'
import { venueFolders } from '#server/operate/venue-folders.ts'
import { refuseOptions, whenAlone } from './launch.ts'
import { superviseVenue } from './supervise.ts'

// The client is replaced in the page by vite; the venue, which runs from the same sources, is started anew.
refuseOptions(process.argv.slice(3))
const run = [...process.execArgv, 'scripts/run.mjs']
spawn(process.execPath, [...run, 'docs'], { stdio: ['ignore', 'ignore', 'inherit'] })
const venue = superviseVenue({
  folders: venueFolders,
  command: [process.execPath, ...run, 'dev-venue'],
  say: console.log,
})
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, venue.stop)
whenAlone(venue.stop)
process.exitCode = await venue.ended
