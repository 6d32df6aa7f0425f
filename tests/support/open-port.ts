import { once } from 'node:events'
import type { Server } from 'node:net'

/** Lets a test's server listen on a free port; `close` resolves when the last connection has ended. */
export const openPort = async (server: Server) => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return { url: `http://localhost:${address.port}/`, close: () => new Promise((closed) => server.close(closed)) }
}
