import { serve, type ServerType } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'

type Options = {
  port: number
  bind: string | undefined
  /** The path everything is served under, with a slash at both ends. */
  base: string
  /**
   * Connections that one address may hold open; none is counted behind a proxy, which has one address for everybody.
   */
  maxPerAddress: number
  answer: (request: Request, env: unknown) => Response | Promise<Response>
}
/** What the server answers itself; everything else below the base path is the client. */
const ownPath = /^(?:api|chat|upload|healthz|readyz|metrics|ws|socket\.io|docs|openapi\.json|asyncapi\.json)(?=[/?]|$)/

/**
 * Calls lie at the root, and below the base path as well: a proxy that passes on one path has to pass on nothing else.
 */
export const belowBase = (url: string, base: string) =>
  base !== '/' && url.startsWith(base) && ownPath.test(url.slice(base.length)) ? url.slice(base.length - 1) : url

/** Limits how many connections one address holds open; the surplus is closed without a word, which costs least. */
function limitConnections(server: ServerType, most: number) {
  const open = new Map<string, number>()
  server.on('connection', (socket: IncomingMessage['socket']) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > most) socket.destroy()
  })
}

/**
 * How often connections are checked against the timeouts, and these: a request that drips in holds a connection no
 * longer.
 */
const timeouts = {
  connectionsCheckingInterval: 2000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
}

/** The one HTTP server; resolves when it listens. */
export const openServer = ({ port, bind, base, maxPerAddress, answer }: Options) =>
  new Promise<{ server: ServerType; port: number }>((ready, fail) => {
    const server = serve(
      { fetch: answer, port, serverOptions: timeouts, ...(bind !== undefined && { hostname: bind }) },
      (at) => ready({ server, port: at.port }),
    )
    server.on('error', fail)
    server.prependListener('request', (request: IncomingMessage) => {
      // Answered like GET: Node leaves out the body of a response to HEAD, whatever is written.
      if (request.method === 'HEAD') request.method = 'GET'
      request.url = belowBase(request.url ?? '/', base)
    })
    server.prependListener('upgrade', (request: IncomingMessage) => {
      request.url = belowBase(request.url ?? '/', base)
    })
    limitConnections(server, maxPerAddress)
  })
