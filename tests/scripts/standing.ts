import { createServer } from 'node:http'
import { once } from 'node:events'
import { launch } from '#scripts/launch.ts'

/** A program for tests of the start: stands on a port of its own, and ends in the way that its second word asks for. */
await launch(async () => {
  const [, , , way = 'stop'] = process.argv
  const server = createServer((request, response) => {
    response.end('ok')
    if (request.url === '/crash') process.kill(process.pid, 'SIGKILL')
    if (request.url === '/leave') process.exit(7)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = async () => {
    // A stop that never ends: only a second, later signal helps.
    if (way === 'hang') await new Promise(() => setInterval(() => undefined, 1000))
    process.stdout.write('stopped\n')
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, stop }
})
