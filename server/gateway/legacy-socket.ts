import type { ServerType } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { Subscription } from 'rxjs'
import type { Bus, BusMarket } from '#server/bus/port.ts'
import { whenReady } from '#server/core/maybe.ts'
import { attempt } from './attempt.ts'
import { securityHeaders } from './headers.ts'
import type { Forwarding } from './proxy.ts'

/** What older clients are sent, by the feature that knows their events. */
export type LegacyFeed = {
  isShown: (channel: string) => boolean
  /** True for channels that are sent less often. */
  isSlow: (channel: string) => boolean
  first: () => readonly string[]
  eventOf: (channel: string, d: unknown) => { name: string; payload: object } | null
}
export type LegacyPorts = {
  server: ServerType
  bus: Bus
  feedOf: (markets: readonly BusMarket[]) => LegacyFeed
  /** Origins allowed besides the server's own. */
  origins: readonly string[]
  forwarding: Forwarding
  /** Repeats work every `ms` until the returned function is called; tests inject their own. */
  every?: (ms: number, work: () => void) => () => void
}
/** `from`: the turn before which it is sent nothing of the slow channels. */
type Client = { socket: Socket; pending: Set<string>; isBusy: boolean; from: number }

const tickMs = 250
/** Slow channels are sent every so many ticks. */
const slowTicks = 4
/** How often the venue is asked which markets there are. */
const marketsMs = 10_000
const maxPerAddress = 50
const maxMessageBytes = 4096

const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** What the feature sends of the markets there are. */
function createFeed(bus: Bus, feedOf: LegacyPorts['feedOf']) {
  let feed = feedOf([])
  const readMarkets = () =>
    attempt(
      () =>
        whenReady(bus.markets(), (markets) => {
          feed = feedOf(markets)
        }),
      () => undefined,
    )
  readMarkets()
  return { feed: () => feed, readMarkets }
}

/** Sends each client the state of what has changed for it; each state is asked for once. */
function createSending(bus: Bus, clients: ReadonlySet<Client>, feedNow: () => LegacyFeed) {
  let ticks = 0
  /** A client that has just connected still reads the history, and would take a candle for all of it. */
  const firstSlow = () => ticks + slowTicks
  const send = () => {
    ticks += 1
    const isSlowTurn = ticks % slowTicks === 0
    const wanted = new Map<string, Client[]>()
    for (const client of clients) {
      if (client.isBusy) continue
      for (const channel of client.pending) {
        if (feedNow().isSlow(channel) && (!isSlowTurn || ticks <= client.from)) continue
        client.pending.delete(channel)
        wanted.set(channel, [...(wanted.get(channel) ?? []), client])
      }
    }
    for (const [channel, some] of wanted)
      attempt(
        () => whenReady(bus.snap(channel), (snap) => emit(some, feedNow().eventOf(channel, snap?.d))),
        () => some.forEach(({ pending }) => pending.add(channel)),
      )
  }
  const emit = (some: readonly Client[], event: ReturnType<LegacyFeed['eventOf']>) => {
    if (event)
      for (const client of some) {
        client.isBusy = true
        client.socket.emit(event.name, event.payload)
      }
  }
  return { send, firstSlow }
}

/**
 * Serves socket.io at `/socket.io/` (Engine.IO 3 and 4) for clients of the family that know nothing else. It only
 * sends, and only what is public. A client gets the newest state of what has changed since its last batch left, so one
 * that is slow misses what is old.
 */
export function attachLegacySocket({ server, bus, feedOf, origins, forwarding, every = byTimer }: LegacyPorts) {
  const headers = securityHeaders(false)
  const addressOf = ({ headers: sent, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) =>
    forwarding.addressOf(sent, socket.remoteAddress)
  const clients = new Set<Client>()
  const { feed, readMarkets } = createFeed(bus, feedOf)
  const { send, firstSlow } = createSending(bus, clients, feed)
  const open = new Map<string, number>()
  const io = new Server({
    path: '/socket.io/',
    allowEIO3: true,
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    perMessageDeflate: false,
    httpCompression: false,
    cors: { origin: [...origins], methods: ['GET', 'POST'] },
    allowRequest: (request, answer) => {
      const isCrowded = (open.get(addressOf(request)) ?? 0) >= maxPerAddress
      answer(isCrowded ? 'too many' : null, forwarding.isAllowedOrigin(request.headers, origins) && !isCrowded)
    },
  })
  io.attach(server)
  io.engine.on('headers', (sent: object) => Object.assign(sent, headers))

  io.on('connection', (socket) => {
    const address = addressOf(socket.request)
    const client: Client = { socket, pending: new Set(feed().first()), isBusy: false, from: firstSlow() }
    clients.add(client)
    listen()
    open.set(address, (open.get(address) ?? 0) + 1)
    socket.conn.on('drain', () => {
      client.isBusy = false
    })
    socket.on('disconnect', () => {
      clients.delete(client)
      if (clients.size === 0) stopListening()
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
  let changes: Subscription | null = null
  const listen = () => {
    changes ??= bus.changes$.subscribe((some) => {
      for (const { c } of some) if (feed().isShown(c)) for (const { pending } of clients) pending.add(c)
    })
  }
  const stopListening = () => {
    changes?.unsubscribe()
    changes = null
  }
  const stops = [
    every(tickMs, () => {
      if (clients.size > 0) send()
    }),
    every(marketsMs, readMarkets),
  ]
  return {
    stop: () => {
      stops.forEach((stop) => stop())
      stopListening()
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}
