import { closePolicy } from '#contract/wire/close.ts'
import { protocol } from '#contract/wire/up.ts'

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Where a channel has got to. */
export type Cursor = { readonly e: string; readonly s: number }
/** One push, or the word that what came before is not known any more: read by HTTP, then go on. */
type Heard = { readonly kind: 'push'; readonly frame: Row } | { readonly kind: 'fresh' }
/** `at`: from here on nothing is missing. */
type Said = Heard | { readonly kind: 'at'; readonly at: Cursor }
/** Channels whose events are numbered without gaps and kept: the own one, and that of a chat. */
const isKept = (channel: string) => channel === 'u:me' || channel.startsWith('chat:')
type Ports = {
  readonly url: string
  readonly key: string
  readonly wait: (ms: number) => Promise<void>
}
/** Refused for good: the key is not valid, or may not follow this. */
export class Stopped extends Error {}
const [firstMs, mostMs] = [500, 30_000]

/** The frames of one line until it ends, and the code with which it did. */
async function* framesOf(socket: WebSocket): AsyncGenerator<Row, number> {
  const heard: Row[] = []
  let closed: number | null = null
  let wake = () => {}
  socket.addEventListener('message', ({ data }) => {
    const value: unknown = JSON.parse(String(data))
    heard.push(...(Array.isArray(value) ? value : [value]).filter(isRow))
    wake()
  })
  socket.addEventListener('close', ({ code }) => {
    closed = code
    wake()
  })
  for (;;) {
    const next = heard.shift()
    if (next) yield next
    else if (closed !== null) return closed
    else await new Promise<void>((done) => (wake = done))
  }
}
/** Numbers its requests, as the venue wants them. */
const askerOf = (socket: WebSocket) => {
  let i = 0
  return (m: string, p: object) => socket.send(JSON.stringify({ i: (i += 1), m, p }))
}

/** One line: logs in, follows a channel from where it has got to, and answers heartbeats. */
async function* follow(
  socket: WebSocket,
  key: string,
  channel: string,
  from: Cursor | null,
): AsyncGenerator<Said, number> {
  const ask = askerOf(socket)
  let held = from
  let epoch = ''
  const sub = () => ask('sub', { c: channel, ...(held && { e: held.e, s: held.s }) })
  const frames = framesOf(socket)
  for (;;) {
    const { value: frame, done } = await frames.next()
    if (done === true) return frame
    const { k, i, r, x, c, e, s } = frame
    if (k === 'hello') ask('auth', { token: key, lang: 'en', device: 'cli', tab: 'cli', v: 1 })
    else if (k === 'hb') socket.send('{"m":"hb"}')
    else if (i === 1 && isRow(r)) {
      epoch = String(r['e'])
      sub()
    } else if (isRow(x)) throw new Stopped(String(x['msg']))
    else if (isRow(r) && r['mode'] === 'fresh') {
      if (held) yield { kind: 'fresh' }
      held = { e: epoch, s: Number(r['head']) }
      if (isKept(channel)) yield { kind: 'at', at: held }
    }
    if (c !== channel || typeof s !== 'number' || typeof e !== 'string') continue
    // Of a kept channel nothing is missing and nothing comes twice: what is not the next one is asked for again.
    const isNext = !isKept(channel) || held === null || held.e !== e || s === held.s + 1
    if (isNext) {
      held = { e, s }
      yield { kind: 'push', frame }
    } else if (s > (held?.s ?? 0)) sub()
  }
}

/** Follows a channel over every line that breaks: of a kept one each event comes once, in its order. */
export async function* followed(
  { url, key, wait }: Ports,
  channel: string,
  from: Cursor | null,
): AsyncGenerator<Heard> {
  let held = from
  let backMs = firstMs
  for (;;) {
    const socket = new WebSocket(new URL('ws', url.replace(/^http/, 'ws')), protocol)
    const line = follow(socket, key, channel, isKept(channel) ? held : null)
    try {
      for (;;) {
        const { value, done } = await line.next()
        if (done === true) {
          if (closePolicy(value) === 'stop' || closePolicy(value) === 'logOut')
            throw new Stopped('The key is not valid.')
          break
        }
        backMs = firstMs
        if (value.kind === 'at') held = value.at
        else {
          if (value.kind === 'push') held = { e: String(value.frame['e']), s: Number(value.frame['s']) }
          yield value
        }
      }
    } finally {
      socket.close()
    }
    await wait(backMs)
    backMs = Math.min(mostMs, backMs * 2)
  }
}
