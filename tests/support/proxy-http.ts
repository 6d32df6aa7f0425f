import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { openPort } from './open-port.ts'
import { frameProxy, type Frames } from './proxy-frames.ts'

/** One call of the browser that passed through the proxy. */
export type Call = {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly token: string | null
  readonly body: string
  readonly atMs: number
}
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

/** What the proxy does with a call. */
export type Fate =
  | 'pass'
  /** The connection breaks before the venue gets the call. */
  | 'lostBefore'
  /** The connection breaks after the venue has executed the call. */
  | 'lostAfter'
  /** The connection breaks in the middle of the answer: `Content-Length` is larger than what was sent. */
  | 'cutWithin'
  /** The proxy answers; the venue does not get the call. */
  | { readonly instead: Answer }
  /** The venue executes the call, but the browser gets another answer. */
  | { readonly rewrite: (answer: Answer) => Answer | Promise<Answer> }
  /** The call is forwarded with these headers added or replaced. */
  | { readonly headers: Readonly<Record<string, string>> }
/** Decides for every call, including socket upgrades; the call waits until a promise resolves. */
export type Judge = (call: Call) => Fate | Promise<Fate>

/** A proxy between a browser and the venue that parses HTTP and frames, and can fail like middleboxes do. */
export type HttpProxy = {
  readonly url: string
  readonly calls: readonly Call[]
  readonly frames: Frames
  readonly judge: (judge: Judge) => void
  /** Forwards all calls and frames unchanged again. */
  readonly restore: () => void
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const firstValue = (header: string | string[] | undefined) =>
  Array.isArray(header) ? (header[0] ?? null) : (header ?? null)
const bytesOf = async (stream: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
const callOf = (request: IncomingMessage, body: Buffer): Call => ({
  method: request.method ?? 'GET',
  path: request.url ?? '/',
  key: firstValue(request.headers['idempotency-key']),
  token: firstValue(request.headers.authorization),
  body: body.toString(),
  atMs: Date.now(),
})
/** An answer as a middlebox would give it. */
export const answer = (
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Answer => ({
  status,
  headers,
  body,
})

const forward = async (
  target: string,
  request: IncomingMessage,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const out = sendRequest(new URL(request.url ?? '/', target), {
    method: request.method ?? 'GET',
    headers: { ...request.headers, ...headers },
    agent: false,
  })
  out.end(body)
  const response = await new Promise<IncomingMessage>((settle, fail) =>
    out.once('response', settle).once('error', fail),
  )
  const headerPairs = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
  return { status: response.statusCode ?? 502, headers: Object.fromEntries(headerPairs), body: await bytesOf(response) }
}
const hopByHop = new Set(['connection', 'transfer-encoding', 'keep-alive', 'content-length'])
const respond = (to: ServerResponse, { status, headers, body }: Answer, shareOf = 1) => {
  const bytes = Buffer.from(body)
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name))
  to.writeHead(status, {
    ...Object.fromEntries(kept),
    ...(status === 204 || status === 304 ? {} : { 'content-length': bytes.length }),
  })
  if (shareOf === 1) return void to.end(bytes)
  to.write(bytes.subarray(0, Math.floor(bytes.length * shareOf)), () => to.socket?.destroySoon())
}

/** Forwards everything to the venue at `target` until `judge` is called. */
export const startHttpProxy = async (target: string): Promise<HttpProxy> => {
  const calls: Call[] = []
  const browserSockets = new Set<Duplex>()
  let judge: Judge = () => 'pass'

  const decide = async (request: IncomingMessage, body: Buffer) => {
    const call = callOf(request, body)
    calls.push(call)
    return judge(call)
  }
  const serve = async (request: IncomingMessage, to: ServerResponse) => {
    const body = await bytesOf(request)
    const fate = await decide(request, body)
    if (fate === 'lostBefore') return void request.socket.resetAndDestroy()
    if (typeof fate === 'object' && 'instead' in fate) return respond(to, fate.instead)
    const response = await forward(
      target,
      request,
      body,
      typeof fate === 'object' && 'headers' in fate ? fate.headers : {},
    )
    if (fate === 'lostAfter') return void request.socket.resetAndDestroy()
    if (fate === 'cutWithin') return respond(to, response, 0.5)
    respond(to, typeof fate === 'object' && 'rewrite' in fate ? await fate.rewrite(response) : response)
  }
  const server = createServer((request, to) => void serve(request, to).catch(() => request.socket.destroy()))
  const frames = frameProxy(target)
  server.on('connection', (socket: Socket) => {
    browserSockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => browserSockets.delete(socket))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void decide(request, Buffer.alloc(0)).then((fate) => {
      if (typeof fate === 'object' && 'instead' in fate)
        return void socket.end(`HTTP/1.1 ${fate.instead.status} No\r\nConnection: close\r\n\r\n`)
      if (fate !== 'pass') return void socket.destroy()
      frames.take(request, socket, head)
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
      for (const socket of browserSockets) socket.destroy()
      await close()
    },
  }
}
