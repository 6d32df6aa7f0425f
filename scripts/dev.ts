import { refuseOptions, whenAlone } from './launch.ts'
import { superviseVenue } from './supervise.ts'

// The client is replaced in the page by vite; the venue, which runs from the same sources, is started anew.
refuseOptions(process.argv.slice(3))
const venue = superviseVenue({
  folders: ['server', 'contract', 'locales'],
  command: [process.execPath, ...process.execArgv, 'scripts/run.mjs', 'dev-venue'],
  say: console.log,
})
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, venue.stop)
whenAlone(venue.stop)
process.exitCode = await venue.ended
