import { randomInt } from 'node:crypto'
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
const isFree = (port: number) =>
  new Promise<boolean>((told) => {
    const server = createServer().on('error', () => told(false))
    server.listen(port, '127.0.0.1', () => server.close(() => told(true)))
  })
/**
 * A port that nobody listens on, for a program that must be told one: by chance, below those that a system gives out by
 * itself, so that no other run on the machine gets the same one meanwhile.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000)
  return (await isFree(port)) ? port : freePort()
}
