import { closeCodes } from '#contract/close.ts'
import { protocol } from '#contract/up.ts'
import type { ServerType } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { passOn, type Pass } from '../fault-sites.ts'
import { refusalText } from '../sentences.ts'
import type { Venue } from '../venue.ts'
import type { Log } from './log.ts'
import type { Meters } from './metrics.ts'
import { createPeer, socketLimits, type Peer } from './peer.ts'
import { createPush, tickMs } from './push.ts'
import { createRing } from './ring.ts'
import { createRoster } from './roster.ts'

export type SocketPorts = {
  server: ServerType
  venue: Venue
  meters: Meters
  /** Other origins that may open a socket, besides our own. */
  origins: readonly string[]
  isProxyTrusted: boolean
  log: Log
  /** For tests: who beats the time. */
  every?: (ms: number, work: () => void) => () => void
  pass?: Pass
}
const watchMs = 1000
const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

const textOf = (data: RawData) => (Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8')

/** The socket gateway: `/ws`, subprotocol `x1.json` (wire.md 28). */
export function attachSockets({ server, venue, meters, origins, isProxyTrusted, log, every = byTimer, pass = passOn }: SocketPorts) {
  const ring = createRing(venue)
  const push = createPush(venue, `${venue.rooms.now().toString(36)}m`)
  const roster = createRoster((open) => meters.sockets(open))
  const { peers, byUser } = roster
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

  /** A bug that one frame finds ends its own socket: thrown further it would end the venue for everybody. */
  const hear = (peer: Peer, text: string) => {
    try {
      peer.hear(text)
    } catch (thrown) {
      meters.bug('socket')
      log.error({ stack: thrown instanceof Error ? thrown.stack : 'not an error' }, 'a frame found a bug')
      peer.bye(closeCodes.fault, refusalText('fault', {}, peer.caller()?.lang ?? 'hk'))
    }
  }
  const accept = (socket: WebSocket, address: string) => {
    const line = {
      send: (text: string) => {
        if (socket.readyState === socket.OPEN) socket.send(text)
      },
      close: (code: number, reason: string) => {
        meters.closed(code)
        socket.close(code, Buffer.from(reason).subarray(0, 120))
        // A peer that does not answer the close is not waited for.
        setTimeout(() => socket.terminate(), 2000).unref()
      },
      waitingBytes: () => socket.bufferedAmount,
    }
    const peer = createPeer({ venue, push, ring, address, line, onReady: roster.ready })
    roster.join(peer, address)
    socket.on('message', (data, isBinary) => {
      if (isBinary) peer.bye(closeCodes.frameBad, 'text frames only')
      else hear(peer, textOf(data))
    })
    socket.on('error', (thrown) => {
      log.debug({ reason: thrown.message }, 'a socket broke')
    })
    socket.on('close', () => roster.leave(peer, address))
    peer.hello()
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
    if (roster.isCrowded(address)) return refuse(socket, '429 Too Many Requests')
    sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, address))
  }
  server.on('upgrade', onUpgrade)

  const told = venue.deliveries$.subscribe((events) => {
    for (const { user, s, at, body } of events) {
      const mine = byUser.get(user)
      if (!mine) continue
      const frame = ring.frameOf(s, body, at)
      for (const peer of mine) peer.tell(frame)
      pass('duringPush')
    }
  })
  const signals = venue.signals$.subscribe((signal) => {
    if (signal.kind !== 'sessionEnded') return
    for (const peer of byUser.get(signal.user) ?? []) {
      const caller = peer.caller()
      if (caller?.session === signal.session) peer.bye(closeCodes.loggedOut, refusalText('not_logged_in', {}, caller.lang), {}, 999)
    }
  })
  const stops = [
    every(tickMs, () => {
      if (peers.size === 0 || venue.isBroken()) return
      push.tick()
      for (const peer of peers) peer.flush()
    }),
    every(watchMs, () => {
      for (const peer of peers) peer.watch()
    }),
  ]
  return {
    count: () => peers.size,
    stop: async () => {
      for (const stop of stops) stop()
      told.unsubscribe()
      signals.unsubscribe()
      server.off('upgrade', onUpgrade)
      for (const peer of peers) peer.bye(1012, 'restart', { after: 500 }, closeCodes.restart)
      await new Promise<void>((done) => {
        sockets.close(() => done())
      })
    },
  }
}
