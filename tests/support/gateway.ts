import { createApp } from '#server/gateway/app.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createLog, type Log } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createLegacyFeed } from '#server/features/market/legacy.ts'
import { attachLegacySocket } from '#server/gateway/legacy-socket.ts'
import { createForwarding } from '#server/gateway/proxy.ts'
import { attachSockets } from '#server/gateway/socket.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { busOf } from './venues.ts'
import { codeFor, answerOf, register } from './people.ts'
import { serve, type ServerType } from '@hono/node-server'
import { once } from 'node:events'
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
    docs?: string
  } = {},
) {
  const memory = createMemoryVenue(options)
  const { venue, clock } = memory
  const bus = busOf(venue)
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
  const app = createApp({
    bus,
    meters,
    limits: createLimits(options.rateFactor ?? 1000),
    origins: options.origins ?? [],
    addressOf: () => '127.0.0.1',
    isDev: false,
    isReady: () => true,
    mayReadMetrics: () => true,
    statics: { fetch: () => new Response('', { status: 404 }) },
    ...(options.docs !== undefined && { docs: options.docs }),
  })
  holder.fetch = (request, env) => app.fetch(request, env)
  const every = (ms: number, work: () => void) => {
    const beat = { ms, work }
    repeated.push(beat)
    return () => void repeated.splice(repeated.indexOf(beat), 1)
  }
  const attach = () =>
    attachSockets({
      server,
      bus,
      meters,
      origins: options.origins ?? [],
      forwarding: createForwarding(options.isProxyTrusted ?? false),
      log,
      every,
    })
  let sockets = attach()
  const legacy = options.isLegacy
    ? attachLegacySocket({
        server,
        bus,
        origins: options.origins ?? [],
        forwarding: createForwarding(false),
        every,
        feed: createLegacyFeed(venue.ctx),
      })
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
    count: () => sockets.count(),
    /** Restarts the socket gateway over the same venue, so that all clients have to reconnect. */
    restart: async () => {
      await sockets.stop()
      sockets = attach()
    },
    pass: (ms: number) => {
      clock.advance(ms)
      beat()
    },
    stop: async () => {
      legacy?.stop()
      await sockets.stop()
      await new Promise<void>((done) => {
        server.close(() => done())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
      await venue.stop()
    },
  }
}
export type TestGateway = Awaited<ReturnType<typeof openGateway>>
