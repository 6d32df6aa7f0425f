import { protocol } from '#contract/wire/up.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { createFrames } from './frames.ts'
import { createHub, type HubPorts } from './hub.ts'
import type { Forwarding } from './proxy.ts'
import { socketLimits, type Transport } from './peer.ts'

type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
/** What is used of the HTTP server. */
export type UpgradeServer = {
  on: (event: 'upgrade', listener: OnUpgrade) => unknown
  off: (event: 'upgrade', listener: OnUpgrade) => unknown
  listenerCount: (event: 'upgrade') => number
}
export type SocketPorts = HubPorts & {
  server: UpgradeServer
  /** Origins allowed besides the server's own. */
  origins: readonly string[]
  forwarding: Forwarding
  /** What carries frames to a socket; it may lose them on purpose in a box. */
  carry?: ((line: CutLine) => CutLine) | undefined
}
/** A line that can also be cut, as a network does it: without a word. */
type CutLine = Transport & { cut: () => void }

const textOf = (data: RawData) =>
  (Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')

const refuse = (socket: Duplex, status: string, more = ''): void => {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Logs each refused origin once: a page that is refused tries again and again. */
function refusalsIn(log: HubPorts['log']) {
  const loggedOrigins = new Set<string>()
  return ({ origin = 'none', host = 'none' }: IncomingMessage['headers']) => {
    if (loggedOrigins.size >= 100 || loggedOrigins.has(origin)) return
    loggedOrigins.add(origin)
    log.warn(
      { origin, host },
      'a socket was refused: its page is of another origin; if that page is ours, name it in ORIGINS, or set TRUST_PROXY=1 where a proxy sends X-Forwarded-Host',
    )
  }
}

/** Serves WebSockets at `/ws` with the subprotocol `x1.json`. */
export function attachSockets({ server, origins, forwarding, carry = (line) => line, ...ports }: SocketPorts) {
  const { meters, log } = ports
  const hub = createHub(ports)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.frame,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })

  const logRefused = refusalsIn(log)
  const frames = createFrames()
  /**
   * Frames are written to the raw socket below the WebSocket, so that a frame for many sockets is encoded only once.
   */
  const accept = (socket: WebSocket, rawSocket: Duplex, address: string) => {
    const transport = carry({
      send: (text: string, isShared = false) => {
        if (socket.readyState === socket.OPEN) rawSocket.write(isShared ? frames.shared(text) : frames.one(text))
      },
      close: (code: number, reason: string) => {
        meters.closed(code)
        socket.close(code, Buffer.from(reason).subarray(0, 120))
        // Do not wait longer for a peer that does not answer the close frame.
        setTimeout(() => socket.terminate(), 2000).unref()
      },
      unsentBytes: () => rawSocket.writableLength,
      cut: () => rawSocket.destroy(),
    })
    const peer = hub.join(transport, address)
    socket.on('message', (data, isBinary) => {
      // Corked so that all frames sent in answer to one frame leave in one write.
      rawSocket.cork()
      if (isBinary) peer.refuse('text frames only')
      else peer.receive(textOf(data))
      rawSocket.uncork()
    })
    socket.on('error', (thrown) => {
      log.debug({ reason: thrown.message }, 'socket error')
    })
    socket.on('close', peer.leave)
  }
  const onUpgrade: OnUpgrade = (request, socket, head) => {
    // Before the handshake is complete nothing else handles this socket's errors, and an unhandled one would end the
    // process.
    socket.on('error', () => socket.destroy())
    // Split as text, because `new URL` would throw on an invalid URL instead of refusing it like any other.
    const [path = ''] = (request.url ?? '').split('?')
    if (!path.endsWith('/ws')) {
      // In development Vite listens for upgrades as well.
      if (server.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found')
      return
    }
    const address = forwarding.addressOf(request.headers, request.socket.remoteAddress)
    if (!forwarding.isAllowedOrigin(request.headers, origins)) {
      logRefused(request.headers)
      return refuse(socket, '403 Forbidden')
    }
    if (hub.isCrowded(address)) return refuse(socket, '429 Too Many Requests', 'Retry-After: 10\r\n')
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
