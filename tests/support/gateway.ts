import { createApp } from '#server/gateway/app.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createLog, type Log } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createLegacyFeed } from '#server/features/market/legacy.ts'
import { attachLegacySocket } from '#server/gateway/legacy-socket.ts'
import { createForwarding } from '#server/gateway/proxy.ts'
import { attachSockets } from '#server/gateway/socket.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { seededRandom } from '#server/core/random.ts'
import { createFarBus } from './far-bus.ts'
import { filesIn, hostOf } from './venues.ts'
import { codeFor, answerOf, register } from './people.ts'
import { serve, type ServerType } from '@hono/node-server'
import { EventEmitter, once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

export type Frame = Record<string, unknown>
const isFrame = (value: unknown): value is Frame => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A client socket for tests: stores all received frames, and waits for specific ones. */
export async function dial(url: string, options: ClientOptions = {}, protocol = 'x1.json') {
  const socket = new WebSocket(url.replace('http', 'ws') + 'ws', protocol === '' ? [] : [protocol], {
    origin: url.slice(0, -1),
    ...options,
  })
  const frames: Frame[] = []
  const waiting: { matches: (frame: Frame) => boolean; found: (frame: Frame) => void }[] = []
  let closeCode: number | null = null
  const closed = new Promise<number>((done) => {
    socket.on('close', (code) => {
      closeCode = code
      done(code)
    })
  })
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    const value: unknown = JSON.parse(data.toString())
    for (const frame of Array.isArray(value) ? value : [value]) {
      if (!isFrame(frame)) continue
      frames.push(frame)
      const at = waiting.findIndex(({ matches }) => matches(frame))
      if (at >= 0) waiting.splice(at, 1)[0]?.found(frame)
    }
  })
  const wait = (matches: (frame: Frame) => boolean) =>
    new Promise<Frame>((found) => {
      const received = frames.find(matches)
      if (received) found(received)
      else waiting.push({ matches, found })
    })
  let i = 0
  const ask = (m: string, p: object = {}) => {
    i += 1
    const number = i
    socket.send(JSON.stringify({ i: number, m, p }))
    return wait((frame) => frame['i'] === number)
  }
  return {
    socket,
    frames,
    wait,
    ask,
    closed,
    code: () => closeCode,
    opened: () => once(socket, 'open'),
    send: (text: string) => socket.send(text),
    end: () => socket.terminate(),
  }
}

/** Set by the runs of the socket tests over gateways in other processes: how many there are. */
const farGateways = Number(process.env['FAR_GATEWAYS'] ?? 0)
let farSeed = Number(process.env['FAR_SEED'] ?? 1)
/** The bus of each gateway: of one in this process, or of several at the end of a line that delays everything. */
export const busesOf = (...asked: Parameters<typeof hostOf>) => {
  const host = hostOf(...asked)
  if (farGateways === 0) return [host.open('own')]
  return Array.from({ length: farGateways }, (_, n) =>
    createFarBus(host.open(`far ${n}`), seededRandom((farSeed += 1))),
  )
}
/** What was told has come to all gateways. */
export const arrived = async () => {
  for (let turn = 0; turn < 100 * farGateways; turn += 1) await new Promise((next) => setImmediate(next))
}
/** Gives each caller the next of these, in turn. */
export const inTurn = <T>(first: T, ...others: readonly T[]) => {
  const all = [first, ...others]
  let next = 0
  return (): T => all[next++ % all.length] ?? first
}

/**
 * The real HTTP and socket gateways over a venue in memory, on a free port; periodic work runs only when the test calls
 * `beat`.
 */
export async function openGateway(
  options: Parameters<typeof createMemoryVenue>[0] & {
    rateFactor?: number
    origins?: string[]
    isProxyTrusted?: boolean
    log?: Log
    isLegacy?: boolean
    maxPerAddress?: number
    docs?: string
  } = {},
) {
  const memory = createMemoryVenue(options)
  const { venue, clock } = memory
  const meters = createMeters()
  const repeated: { ms: number; work: () => void }[] = []
  const holder: { fetch: (request: Request, env: object) => Response | Promise<Response> } = {
    fetch: () => new Response(),
  }
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((ready) => {
    const server: ServerType = serve(
      { fetch: (request, env) => holder.fetch(request, env), port: 0, hostname: '127.0.0.1' },
      ({ port: at }) => ready({ server: server, port: at }),
    )
  })
  const log = options.log ?? createLog('silent')
  const origins = options.origins ?? []
  const every = (ms: number, work: () => void) => {
    const beat = { ms, work }
    repeated.push(beat)
    return () => void repeated.splice(repeated.indexOf(beat), 1)
  }
  const [files, limits, { now }] = [filesIn(), createLimits(options.rateFactor ?? 1000), venue]
  const gateways = busesOf(venue, every).map((bus) => ({
    bus,
    upgrades: new EventEmitter(),
    app: createApp({
      bus,
      now,
      files,
      meters,
      limits,
      origins,
      addressOf: () => '127.0.0.1',
      isDev: false,
      isReady: () => true,
      mayReadMetrics: () => true,
      isOlder: options.isLegacy ?? false,
      statics: { fetch: () => new Response('', { status: 404 }) },
      ...(options.docs !== undefined && { docs: options.docs }),
    }),
  }))
  const [first, ...others] = gateways
  if (!first) throw new Error('no gateway')
  const [nextApp, nextSocket] = [inTurn(first, ...others), inTurn(first, ...others)]
  holder.fetch = (request, env) => nextApp().app.fetch(request, env)
  server.on('upgrade', (request, socket, head) => {
    // Older clients have a path of their own.
    if (!String(request.url).startsWith('/socket.io/')) nextSocket().upgrades.emit('upgrade', request, socket, head)
  })
  const forwarding = createForwarding(options.isProxyTrusted ?? false)
  const attach = () =>
    gateways.map(({ bus, upgrades }) =>
      attachSockets({
        server: upgrades,
        bus,
        now,
        meters,
        origins,
        forwarding,
        log,
        limits,
        every,
        maxPerAddress: options.maxPerAddress,
      }),
    )
  let sockets = attach()
  const legacy = options.isLegacy
    ? attachLegacySocket({ server, bus: first.bus, origins, forwarding, every, feedOf: createLegacyFeed })
    : null
  const url = `http://127.0.0.1:${port}/`
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', 'language-mark': 'en', DEVICE_MODEL: 'test', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const value: unknown = text === '' ? null : JSON.parse(text)
    return { status: answer.status, headers: answer.headers, text, answer: answerOf(value) }
  }
  /** Registers and logs in a user; returns id and token. */
  const enter = async (mail = 'ann@kontor.test') => {
    const user = await register(memory, mail)
    const { answer } = await memory.ask(
      'POST /api/user/login',
      { user_type: 'email', user_string: mail, password: 'secret1' },
      { device: 'd1' },
    )
    return { user, token: String(answerOf(answer).message) }
  }
  /** Runs all periodic work once. */
  const beat = () => {
    repeated.slice().forEach(({ work }) => work())
  }
  return {
    ...memory,
    url,
    call,
    enter,
    beat,
    codeFor,
    /** Number of open sockets. */
    count: () => sockets.reduce((sum, { count }) => sum + count(), 0),
    /** Restarts the socket gateway over the same venue, so that all clients have to reconnect. */
    restart: async () => {
      await Promise.all(sockets.map(({ stop }) => stop()))
      sockets = attach()
    },
    pass: (ms: number) => {
      clock.advance(ms)
      beat()
    },
    stop: async () => {
      legacy?.stop()
      await Promise.all(sockets.map(({ stop }) => stop()))
      await new Promise<void>((done) => {
        server.close(() => done())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
      await venue.stop()
    },
  }
}
export type TestGateway = Awaited<ReturnType<typeof openGateway>>
