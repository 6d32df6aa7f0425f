import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { openPort } from './open-port.ts'
import { frameProxy, type Frames } from './proxy-frames.ts'

/** One call of the browser as it came by. */
export type Call = {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly token: string | null
  readonly body: string
  readonly atMs: number
}
export type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer | string }

/** What becomes of a call. */
export type Fate =
  | 'pass'
  /** The line breaks before the venue has heard of it. */
  | 'lostBefore'
  /** The venue has done it, and the line breaks. */
  | 'lostAfter'
  /** Headers say more than comes: the line breaks within the answer. */
  | 'cutWithin'
  /** Answered here, the venue never hears of it. */
  | { readonly instead: Answer }
  /** The venue has done it, and something else is said. */
  | { readonly rewrite: (answer: Answer) => Answer | Promise<Answer> }
  /** Passed on as if it said something else. */
  | { readonly headers: Readonly<Record<string, string>> }
/** Asked of every call, the upgrade of a socket among them; a promise holds the call until it is kept. */
export type Judge = (call: Call) => Fate | Promise<Fate>

/** Stands between a browser and the venue, understands what passes, and fails as clever boxes in between do. */
export type HttpProxy = {
  readonly url: string
  readonly calls: readonly Call[]
  readonly frames: Frames
  readonly judge: (judge: Judge) => void
  /** Nothing is judged and no frame is touched any more. */
  readonly restore: () => void
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? (header[0] ?? null) : (header ?? null))
const bytesOf = async (stream: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
const callOf = (asked: IncomingMessage, body: Buffer): Call => ({
  method: asked.method ?? 'GET',
  path: asked.url ?? '/',
  key: one(asked.headers['idempotency-key']),
  token: one(asked.headers.authorization),
  body: body.toString(),
  atMs: Date.now(),
})
/** An answer of the kind that boxes in between give. */
export const answer = (status: number, body = '', headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' }): Answer => ({
  status, headers, body,
})

const carried = async (target: string, asked: IncomingMessage, body: Buffer, headers: Readonly<Record<string, string>>): Promise<Answer> => {
  const out = ask(new URL(asked.url ?? '/', target), { method: asked.method ?? 'GET', headers: { ...asked.headers, ...headers }, agent: false })
  out.end(body)
  const heard = await new Promise<IncomingMessage>((settle, fail) => out.once('response', settle).once('error', fail))
  const said = Object.entries(heard.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(', ')]]))
  return { status: heard.statusCode ?? 502, headers: Object.fromEntries(said), body: await bytesOf(heard) }
}
const untouched = new Set(['connection', 'transfer-encoding', 'keep-alive', 'content-length'])
const say = (to: ServerResponse, { status, headers, body }: Answer, shareOf = 1) => {
  const bytes = Buffer.from(body)
  const told = Object.entries(headers).filter(([name]) => !untouched.has(name))
  to.writeHead(status, { ...Object.fromEntries(told), ...(status === 204 || status === 304 ? {} : { 'content-length': bytes.length }) })
  if (shareOf === 1) return void to.end(bytes)
  to.write(bytes.subarray(0, Math.floor(bytes.length * shareOf)), () => to.socket?.destroySoon())
}

/** Passes everything on to the venue at `target`, until told otherwise. */
export const startHttpProxy = async (target: string): Promise<HttpProxy> => {
  const calls: Call[] = []
  const near = new Set<Duplex>()
  let judge: Judge = () => 'pass'

  const meet = async (asked: IncomingMessage, body: Buffer) => {
    const call = callOf(asked, body)
    calls.push(call)
    return judge(call)
  }
  const serve = async (asked: IncomingMessage, to: ServerResponse) => {
    const body = await bytesOf(asked)
    const fate = await meet(asked, body)
    if (fate === 'lostBefore') return void asked.socket.resetAndDestroy()
    if (typeof fate === 'object' && 'instead' in fate) return say(to, fate.instead)
    const heard = await carried(target, asked, body, typeof fate === 'object' && 'headers' in fate ? fate.headers : {})
    if (fate === 'lostAfter') return void asked.socket.resetAndDestroy()
    if (fate === 'cutWithin') return say(to, heard, 0.5)
    say(to, typeof fate === 'object' && 'rewrite' in fate ? await fate.rewrite(heard) : heard)
  }
  const server = createServer((asked, to) => void serve(asked, to).catch(() => asked.socket.destroy()))
  const frames = frameProxy(target)
  server.on('connection', (socket: Socket) => {
    near.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => near.delete(socket))
  })
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    void meet(asked, Buffer.alloc(0)).then((fate) => {
      if (typeof fate === 'object' && 'instead' in fate) return void socket.end(`HTTP/1.1 ${fate.instead.status} No\r\nConnection: close\r\n\r\n`)
      if (fate !== 'pass') return void socket.destroy()
      frames.take(asked, socket, head)
    })
  })
  const { url, close } = await openPort(server)
  return {
    url,
    calls,
    frames,
    judge: (next) => {
      judge = next
    },
    restore: () => {
      judge = () => 'pass'
      frames.reshape(null)
    },
    [Symbol.asyncDispose]: async () => {
      frames.close()
      for (const socket of near) socket.destroy()
      await close()
    },
  }
}
