import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { SocketPorts } from '#server/gateway/socket.ts'
import type { Bus } from '#server/bus/port.ts'
import type { Box } from '../box.ts'
import { wireErrorFrom, type Fields } from './ports.ts'
import { createReports } from './reports.ts'
import { createStreams, type Streams } from './streams.ts'
import type { BinanceWire } from './wire.ts'

/** Where the sockets of the other wire are. */
export const socketPath = '/wire/'
const maxFrameBytes = 64 * 1024
type Line = Parameters<NonNullable<SocketPorts['carry']>>[0]
type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const parsed = (text: string): Row => {
  try {
    const value: unknown = JSON.parse(text)
    return isRow(value) ? value : {}
  } catch {
    return {}
  }
}
const textsIn = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** What one client follows; `isNamed`: each message says its stream. */
function createFollower(line: Line, streams: Streams, isNamed: boolean) {
  const left = new Map<string, () => void>()
  const tell = (stream: string, payload: Row) =>
    line.send(JSON.stringify(isNamed ? { stream, data: payload } : payload))
  const follow = (stream: string) => {
    if (!left.has(stream)) left.set(stream, streams.follow(stream, tell))
  }
  const say = (message: Row) => line.send(JSON.stringify(message))
  return {
    tell,
    follow,
    receive: (text: string) => {
      const { method, params, id = null } = parsed(text)
      const wanted = textsIn(params)
      const strange = wanted.find((stream) => !streams.has(stream))
      if (strange !== undefined) return say({ id, error: { code: -1, msg: `${strange} is not part of this wire` } })
      if (method === 'SUBSCRIBE') wanted.forEach(follow)
      else if (method === 'UNSUBSCRIBE') for (const stream of wanted) left.get(stream)?.()
      else if (method !== 'LIST_SUBSCRIPTIONS') return say({ id, error: { code: 0, msg: 'Unknown property' } })
      if (method === 'UNSUBSCRIBE') for (const stream of wanted) left.delete(stream)
      return say({ result: method === 'LIST_SUBSCRIPTIONS' ? [...left.keys()] : null, id })
    },
    end: () => {
      for (const leave of left.values()) leave()
    },
  }
}

/** Calls of the other WebSocket API by their names: the same as over its REST. */
const methods: Readonly<Record<string, string>> = {
  ping: 'GET ping',
  time: 'GET time',
  exchangeInfo: 'GET exchangeInfo',
  depth: 'GET depth',
  klines: 'GET klines',
  'ticker.price': 'GET ticker/price',
  'ticker.book': 'GET ticker/bookTicker',
  'order.place': 'POST order',
  'order.test': 'POST order/test',
  'order.status': 'GET order',
  'order.cancel': 'DELETE order',
  'order.cancelReplace': 'POST order/cancelReplace',
  'account.commission': 'GET account/commission',
  'openOrders.status': 'GET openOrders',
  'openOrders.cancelAll': 'DELETE openOrders',
  'account.status': 'GET account',
  allOrders: 'GET allOrders',
  myTrades: 'GET myTrades',
}
/** A call by a frame: its fields, and what of them was signed. */
function askedIn(text: string) {
  const { id = null, method, params } = parsed(text)
  const fields: Fields = Object.fromEntries(
    Object.entries(isRow(params) ? params : {}).map(([name, value]) => [name, String(value)]),
  )
  const { signature: _signature, ...rest } = fields
  const signed = Object.entries(rest)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return { id, method: String(method), fields, by: { key: fields['apiKey'] ?? null, signed } }
}
type Tell = (payload: Row) => void
/** The WebSocket API of one client; `own` follows an account until it is left. */
function createApi(line: Line, wire: BinanceWire, own: (user: number, tell: Tell) => () => void) {
  const left: (() => void)[] = []
  const end = () => {
    for (const leave of left.splice(0)) leave()
  }
  const follow = (user: number) => {
    const subscriptionId = left.length
    left.push(own(user, (event) => line.send(JSON.stringify({ subscriptionId, event }))))
    return { subscriptionId }
  }
  const answer = ({ method, fields, by }: ReturnType<typeof askedIn>): unknown => {
    if (method === 'userDataStream.subscribe.signature') return follow(wire.userOf(fields, by))
    if (method !== 'userDataStream.unsubscribe') return wire.call(methods[method] ?? method, fields, by)
    end()
    return {}
  }
  const receive = async (text: string) => {
    const asked = askedIn(text)
    const { id } = asked
    try {
      line.send(JSON.stringify({ id, status: 200, result: await answer(asked) }))
    } catch (thrown) {
      const { code, message, status, data } = wireErrorFrom(thrown)
      line.send(JSON.stringify({ id, status, error: { code, msg: message, ...(data && { data }) } }))
    }
  }
  return { receive: (text: string) => void receive(text), end }
}

type Ports = {
  readonly server: {
    on: (event: 'upgrade', heard: (request: IncomingMessage, socket: Duplex, head: Buffer) => void) => unknown
  }
  readonly box: Pick<Box, 'venue' | 'deliveries$'>
  readonly bus: Pick<Bus, 'changes$'>
  readonly wire: BinanceWire
  readonly carry: (line: Line) => Line
}
/** Serves the streams of markets and accounts, and the WebSocket API, below `/wire/`. */
export function attachBinanceSockets({ server, box, bus, wire, carry }: Ports) {
  const streams = createStreams(box, wire.symbols)
  const reports = createReports(() => box.venue.now())
  const owners = new Map<number, Set<Tell>>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })
  const changes = bus.changes$.subscribe(streams.take)
  const deliveries = box.deliveries$.subscribe((rows) => {
    for (const user of new Set(rows.map((row) => row.user)))
      for (const payload of reports(rows.filter((row) => row.user === user)))
        for (const tell of owners.get(user) ?? []) tell(payload)
  })
  const own = (user: number, tell: Tell) => {
    const all = owners.get(user) ?? new Set()
    owners.set(user, all.add(tell))
    return () => void all.delete(tell)
  }
  const followed = (line: Line, asked: readonly string[], isNamed: boolean) => {
    const follower = createFollower(line, streams, isNamed)
    const ends = asked.flatMap((name) => {
      const user = wire.ownerOf(name)
      if (user !== null) return [own(user, (payload) => follower.tell(name, payload))]
      if (streams.has(name)) follower.follow(name)
      return []
    })
    return {
      receive: follower.receive,
      end: () => {
        follower.end()
        for (const end of ends) end()
      },
    }
  }
  const accept = (socket: WebSocket, raw: Duplex, kind: string, asked: readonly string[]) => {
    const line = carry({
      send: (text) => {
        if (socket.readyState === socket.OPEN) socket.send(text)
      },
      close: (code, reason) => socket.close(code, reason),
      unsentBytes: () => socket.bufferedAmount,
      cut: () => raw.destroy(),
    })
    const { receive, end } = kind === 'ws-api' ? createApi(line, wire, own) : followed(line, asked, kind === 'stream')
    socket.on('message', (data) => receive(String(data)))
    socket.on('close', end)
    socket.on('error', () => undefined)
  }
  server.on('upgrade', (request, socket, head) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const [, kind = '', rest = ''] = /^\/wire\/(ws|stream|ws-api)(?:\/(.*))?$/.exec(path) ?? []
    // A path that ends so is the venue's own.
    if (kind === '' || path.endsWith('/ws')) return
    const asked = kind === 'stream' ? (new URLSearchParams(query).get('streams') ?? '') : rest
    socket.on('error', () => socket.destroy())
    sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, socket, kind, asked.split('/')))
  })
  return () => {
    changes.unsubscribe()
    deliveries.unsubscribe()
    for (const client of sockets.clients) client.terminate()
    sockets.close()
  }
}
