import { protocol } from '#contract/wire/up.ts'
import type { ServerType } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { createFrames } from './frames.ts'
import { createHub, type HubPorts } from './hub.ts'
import { socketLimits } from './peer.ts'

export type SocketPorts = HubPorts & {
  server: ServerType
  /** Other origins that may open a socket, besides our own. */
  origins: readonly string[]
  isProxyTrusted: boolean
}

const textOf = (data: RawData) => (Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')

/** The socket gateway: `/ws`, subprotocol `x1.json` (wire.md 28). */
export function attachSockets({ server, origins, isProxyTrusted, ...ports }: SocketPorts) {
  const { meters, log } = ports
  const hub = createHub(ports)
  const sockets = new WebSocketServer({
    noServer: true, maxPayload: socketLimits.frame, perMessageDeflate: false, handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })

  const isOwn = (request: IncomingMessage) => {
    const { origin, host } = request.headers
    if (origin === undefined || host === undefined) return false
    return origins.includes(origin) || origin === `http://${host}` || origin === `https://${host}`
  }
  const addressOf = ({ headers, socket }: IncomingMessage) => {
    const forwarded = headers['x-forwarded-for']
    const named = isProxyTrusted && typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined
    return named ?? socket.remoteAddress ?? ''
  }
  const refuse = (socket: Duplex, status: string): void => {
    socket.once('finish', () => socket.destroy())
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }

  const frames = createFrames()
  /** `wire` is what the socket is made of: whole frames are written to it as they are, made once for all who get the same. */
  const accept = (socket: WebSocket, wire: Duplex, address: string) => {
    const transport = {
      send: (text: string, isShared = false) => {
        if (socket.readyState === socket.OPEN) wire.write(isShared ? frames.shared(text) : frames.one(text))
      },
      close: (code: number, reason: string) => {
        meters.closed(code)
        socket.close(code, Buffer.from(reason).subarray(0, 120))
        // A peer that does not answer the close is not waited for.
        setTimeout(() => socket.terminate(), 2000).unref()
      },
      waitingBytes: () => wire.writableLength,
    }
    const peer = hub.join(transport, address)
    socket.on('message', (data, isBinary) => {
      // All that one frame is answered with leaves at once.
      wire.cork()
      if (isBinary) peer.refuse('text frames only')
      else peer.hear(textOf(data))
      wire.uncork()
    })
    socket.on('error', (thrown) => {
      log.debug({ reason: thrown.message }, 'a socket broke')
    })
    socket.on('close', peer.leave)
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until it is a socket of ours nobody hears its errors, and one unheard would end the process.
    socket.on('error', () => socket.destroy())
    // Taken as text: an address that is none is refused like any other, not thrown at us.
    const [path = ''] = (request.url ?? '').split('?')
    if (!path.endsWith('/ws')) {
      // In development the builder listens here as well.
      if (server.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found')
      return
    }
    const address = addressOf(request)
    if (!isOwn(request)) return refuse(socket, '403 Forbidden')
    if (hub.isCrowded(address)) return refuse(socket, '429 Too Many Requests')
    sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, socket, address))
  }
  server.on('upgrade', onUpgrade)

  return {
    count: hub.count,
    stop: async () => {
      server.off('upgrade', onUpgrade)
      hub.stop()
      await new Promise<void>((done) => {
        sockets.close(() => done())
      })
    },
  }
}
