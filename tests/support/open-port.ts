import { once } from 'node:events'
import type { Server } from 'node:net'

/** Lets a server of a test's own listen at a port that is free; closed when nobody is connected any more. */
export const openPort = async (server: Server) => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return { url: `http://localhost:${address.port}/`, close: () => new Promise((closed) => server.close(closed)) }
}
