import { createApp } from '#server/gateway/app.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createLog, type Log } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
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

/** One socket of a test: remembers what it heard, waits for what it needs. */
export async function dial(url: string, options: ClientOptions = {}, protocol = 'x1.json') {
  const socket = new WebSocket(url.replace('http', 'ws') + 'ws', protocol === '' ? [] : [protocol], { origin: url.slice(0, -1), ...options })
  const heard: Frame[] = []
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
      heard.push(frame)
      const at = waiting.findIndex(({ matches }) => matches(frame))
      if (at >= 0) waiting.splice(at, 1)[0]?.found(frame)
    }
  })
  const wait = (matches: (frame: Frame) => boolean) =>
    new Promise<Frame>((found) => {
      const known = heard.find(matches)
      if (known) found(known)
      else waiting.push({ matches, found })
    })
  let i = 0
  const ask = (m: string, p: object = {}) => {
    i += 1
    const mine = i
    socket.send(JSON.stringify({ i: mine, m, p }))
    return wait((frame) => frame['i'] === mine)
  }
  return { socket, heard, wait, ask, closed, code: () => closeCode, opened: () => once(socket, 'open'), send: (text: string) => socket.send(text), end: () => socket.terminate() }
}

/** The real gateways over the venue in memory, on a free port, with time beaten by hand. */
export async function openGateway(options: Parameters<typeof createMemoryVenue>[0] & { rateFactor?: number; origins?: string[]; isProxyTrusted?: boolean; log?: Log } = {}) {
  const memory = createMemoryVenue(options)
  const { venue, clock } = memory
  const bus = busOf(venue)
  const meters = createMeters()
  const beats: { ms: number; work: () => void }[] = []
  const holder: { fetch: (request: Request, env: object) => Response | Promise<Response> } = { fetch: () => new Response() }
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((ready) => {
    const made: ServerType = serve({ fetch: (request, env) => holder.fetch(request, env), port: 0, hostname: '127.0.0.1' }, ({ port: at }) => ready({ server: made, port: at }))
  })
  const log = options.log ?? createLog('silent')
  const app = createApp({
    bus, meters, limits: createLimits(options.rateFactor ?? 1000), origins: options.origins ?? [], addressOf: () => '127.0.0.1',
    isDev: false, isReady: () => true, mayReadMetrics: () => true,
    statics: { fetch: () => new Response('', { status: 404 }) },
  })
  holder.fetch = (request, env) => app.fetch(request, env)
  const every = (ms: number, work: () => void) => {
    const beat = { ms, work }
    beats.push(beat)
    return () => void beats.splice(beats.indexOf(beat), 1)
  }
  const attach = () => attachSockets({ server, bus, meters, origins: options.origins ?? [], forwarding: createForwarding(options.isProxyTrusted ?? false), log, every })
  let sockets = attach()
  const url = `http://127.0.0.1:${port}/`
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method, headers: { 'Content-Type': 'application/json', 'language-mark': 'en', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const value: unknown = text === '' ? null : JSON.parse(text)
    return { status: answer.status, headers: answer.headers, text, answer: answerOf(value) }
  }
  /** A person who is logged in: id and token. */
  const enter = async (mail = 'ann@kontor.test') => {
    const user = await register(memory, mail)
    const { answer } = await memory.ask('POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' }, { device: 'd1' })
    return { user, token: String(answerOf(answer).message) }
  }
  /** Time passes for everything that beats. */
  const beat = () => {
    beats.slice().forEach(({ work }) => work())
  }
  return {
    ...memory, url, call, enter, beat, codeFor,
    /** How many sockets stand. */
    count: () => sockets.count(),
    /** The gateway goes and comes again, over the same venue: everybody has to dial anew. */
    restart: async () => {
      await sockets.stop()
      sockets = attach()
    },
    pass: (ms: number) => {
      clock.turn(ms)
      beat()
    },
    stop: async () => {
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
