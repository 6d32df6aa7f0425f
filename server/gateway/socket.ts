import { closeCodes } from '#contract/close.ts'
import { protocol } from '#contract/up.ts'
import type { ServerType } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { refusalText } from '../sentences.ts'
import type { Venue } from '../venue.ts'
import type { Log } from './log.ts'
import type { Meters } from './metrics.ts'
import { createPeer, socketLimits, type Peer } from './peer.ts'
import { createPush, tickMs } from './push.ts'
import { createRing } from './ring.ts'

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
}
const perAccount = 5
const perAddress = 200
const watchMs = 1000
const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** The socket gateway: `/ws`, subprotocol `x1.json` (wire.md 28). */
export function attachSockets({ server, venue, meters, origins, isProxyTrusted, log, every = byTimer }: SocketPorts) {
  const ring = createRing(venue)
  const push = createPush(venue, `${venue.rooms.now().toString(36)}m`)
  const peers = new Set<Peer>()
  const byUser = new Map<number, Set<Peer>>()
  const byAddress = new Map<string, number>()
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
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }

  const onReady = (peer: Peer) => {
    const user = peer.caller()?.user ?? 0
    const mine = byUser.get(user) ?? new Set<Peer>()
    mine.add(peer)
    byUser.set(user, mine)
    const [oldest] = mine
    if (mine.size > perAccount) oldest?.bye(closeCodes.replaced, 'replaced by another')
  }
  const leave = (peer: Peer, address: string) => {
    peer.end()
    peers.delete(peer)
    const user = peer.caller()?.user
    if (user !== undefined) {
      byUser.get(user)?.delete(peer)
      if (byUser.get(user)?.size === 0) byUser.delete(user)
    }
    const left = (byAddress.get(address) ?? 1) - 1
    if (left > 0) byAddress.set(address, left)
    else byAddress.delete(address)
    meters.sockets(peers.size)
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
    const peer = createPeer({ venue, push, ring, address, line, onReady })
    peers.add(peer)
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    meters.sockets(peers.size)
    socket.on('message', (data, isBinary) => {
      if (isBinary) peer.bye(closeCodes.frameBad, 'text frames only')
      else peer.hear(data.toString())
    })
    socket.on('error', (thrown) => {
      log.debug({ reason: thrown.message }, 'a socket broke')
    })
    socket.on('close', () => leave(peer, address))
    peer.hello()
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    if (!pathname.endsWith('/ws')) return
    const address = addressOf(request)
    if (!isOwn(request)) return refuse(socket, '403 Forbidden')
    if ((byAddress.get(address) ?? 0) >= perAddress) return refuse(socket, '429 Too Many Requests')
    sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, address))
  }
  server.on('upgrade', onUpgrade)

  const told = venue.deliveries$.subscribe((events) => {
    for (const { user, s, at, body } of events) {
      const mine = byUser.get(user)
      if (!mine) continue
      const frame = ring.frameOf(s, body, at)
      for (const peer of mine) peer.tell(frame)
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
