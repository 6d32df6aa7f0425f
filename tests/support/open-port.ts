import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Lets a test's server listen on a free port; `close` resolves when the last connection has ended. */
export const openPort = async (server: Server) => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return { url: `http://localhost:${address.port}/`, close: () => new Promise((closed) => server.close(closed)) }
}
/** A port that nobody listens on at the moment, for a program that must be told one. */
export const freePort = () =>
  new Promise<number>((found, failed) => {
    const server = createServer().on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => found(port))
    })
  })
