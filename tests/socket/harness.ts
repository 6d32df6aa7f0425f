import { createHub } from '#server/gateway/hub.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import type { MemoryVenue } from '#server/memory.ts'
import { socket$, type SocketMessage } from '#streams/kit/socket.ts'
import { openHarness } from '#tests/server/attacks/harness.ts'
import { busesOf, inTurn, openGateway } from '#tests/support/gateway.ts'
import { register } from '#tests/support/people.ts'
import { Server, WebSocket as MockSocket, type Client } from 'mock-socket'
import { defer, type Observable } from 'rxjs'
import { WebSocket as RealSocket } from 'ws'

/** The venue behind one kind of socket; stories are told over each. */
export type Harness = Pick<MemoryVenue, 'venue' | 'clock' | 'ask' | 'bugs'> & {
  /** A person who is registered: id, and the token of a fresh login. */
  readonly enter: (mail?: string) => Promise<{ user: number; token: string }>
  readonly tokenOf: (user: number) => Promise<string>
  readonly fetch: typeof fetch
  readonly dial: () => Observable<SocketMessage>
  /** Every line breaks without a word. */
  readonly cut: () => void
  /** Lines stay, but what the venue says on those there are arrives no more until they thaw. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Nobody answers a dial any more, or somebody does again. */
  readonly leave: (isAway: boolean) => void
  readonly count: () => number
  readonly restart: () => Promise<void>
  /** The venue's time passes, with everything that beats. */
  readonly pass: (ms: number) => void
  readonly stop: () => Promise<void>
}
type Options = Parameters<typeof openGateway>[0]
export type Transport = { readonly name: string; readonly open: (options?: Options) => Promise<Harness> }

const nobody = 'ws://127.0.0.1:1/ws'
let opened = 0

/** No port and no network: mock-socket carries frames between the client and the same hub the real gateway has. */
async function openMock(options: Options = {}): Promise<Harness> {
  const harness = await openHarness(options)
  const url = `ws://venue-${(opened += 1)}.test/ws`
  const lines = new Set<MockLine>()
  const beats = new Set<() => void>()
  const every = (_ms: number, work: () => void) => {
    beats.add(work)
    return () => void beats.delete(work)
  }
  const buses = busesOf(harness.venue, every)
  const ports = { now: harness.venue.now, meters: createMeters(), log: createLog('silent'), every }
  const openHubs = () => buses.map((bus) => createHub({ ...ports, bus }))
  let hubs = openHubs()
  const nextBus = inTurn(0, ...buses.slice(1).map((_, n) => n + 1))
  let isAway = false
  const server = new Server(url, { mock: false, selectProtocol: () => 'x1.json' })
  server.on('connection', (socket) => {
    const line = mockLine(socket)
    lines.add(line)
    const peer = hubs[nextBus()]?.join(line, '127.0.0.1')
    socket.on('message', (data) => peer?.receive(String(data)))
    socket.on('close', () => {
      lines.delete(line)
      peer?.leave()
    })
  })
  const fetchHere: typeof fetch = async (path, init) => {
    const { status, headers, text } = await harness.sendRequest(init?.method ?? 'GET', String(path), {
      ...init,
      redirect: 'manual',
    })
    return new Response(text, { status, headers })
  }
  const { venue, clock, ask, bugs } = harness
  return {
    venue,
    clock,
    ask,
    bugs,
    enter: async (mail = 'ann@kontor.test') => {
      const user = await register(harness, mail)
      return { user, token: await harness.tokenOf(user) }
    },
    tokenOf: harness.tokenOf,
    fetch: fetchHere,
    dial: () => defer(() => socket$(isAway ? nobody : url, { WebSocket: MockSocket })),
    cut: () => lines.forEach((line) => line.cut()),
    freeze: () => lines.forEach((line) => line.freeze()),
    thaw: () => lines.forEach((line) => line.thaw()),
    leave: (is) => {
      isAway = is
    },
    count: () => hubs.reduce((sum, { count }) => sum + count(), 0),
    restart: async () => {
      hubs.forEach((hub) => hub.stop())
      hubs = openHubs()
      return Promise.resolve()
    },
    pass: (ms) => {
      clock.advance(ms)
      beats.forEach((work) => work())
    },
    stop: async () => {
      hubs.forEach((hub) => hub.stop())
      server.stop()
      await harness.close()
    },
  }
}

type MockLine = ReturnType<typeof mockLine>
/** What mock-socket is too kind for: a break without a word (1006), a line on which nothing arrives any more. */
function mockLine(socket: Client) {
  let isOver = false
  let frozen: string[] | null = null
  const close = (code: number, reason: string) => {
    if (isOver) return
    isOver = true
    socket.close({ code, reason, wasClean: code !== 1006 })
  }
  return {
    send: (text: string) => {
      if (isOver) return
      if (frozen) frozen.push(text)
      else socket.send(text)
    },
    close,
    unsentBytes: () => 0,
    cut: () => close(1006, ''),
    freeze: () => {
      frozen ??= []
    },
    thaw: () => {
      frozen?.splice(0).forEach((text) => socket.send(text))
      frozen = null
    },
  }
}

/** The real gateway on a port of its own. */
async function openReal(options: Options = {}): Promise<Harness> {
  const harness = await openGateway(options)
  const origin = harness.url.slice(0, -1)
  const url = `${harness.url.replace('http', 'ws')}ws`
  const sockets = new Set<RealSocket>()
  let isAway = false
  class FromHere extends RealSocket {
    constructor(to: string, protocols: string[]) {
      super(to, protocols, { origin })
      sockets.add(this)
      this.on('error', () => undefined)
      this.on('close', () => sockets.delete(this))
    }
  }
  const cut = () => sockets.forEach((socket) => socket.terminate())
  const { venue, clock, ask, bugs } = harness
  const tokenOf = async (user: number) => {
    const { openSession } = await import('#server/identity/callers.ts')
    return venue.command((ctx) => openSession(ctx, user, 'main', 'd1'))
  }
  return {
    venue,
    clock,
    ask,
    bugs,
    tokenOf,
    enter: async (mail = 'ann@kontor.test') => {
      const user = await register(harness, mail)
      return { user, token: await tokenOf(user) }
    },
    fetch: (path, init) => fetch(new URL(String(path), harness.url), init),
    dial: () => defer(() => socket$(isAway ? nobody : url, { WebSocket: FromHere })),
    cut,
    freeze: () => sockets.forEach((socket) => socket.pause()),
    thaw: () => sockets.forEach((socket) => socket.resume()),
    leave: (is) => {
      isAway = is
    },
    count: harness.count,
    restart: harness.restart,
    pass: harness.pass,
    stop: async () => {
      cut()
      await harness.stop()
    },
  }
}

/** Mock sockets are too kind and real ones too slow to try everything: each story is told over both. */
export const transports: readonly Transport[] = [
  { name: 'mock-socket', open: openMock },
  { name: 'ws', open: openReal },
]
