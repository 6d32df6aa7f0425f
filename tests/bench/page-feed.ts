import { protocol, up } from '#contract/wire/up.ts'
import { decode } from '#contract/wire/coded.ts'
import { openPort } from '#tests/support/open-port.ts'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { createTape, market } from './page-tape.ts'

/**
 * The venue's turn: what was gathered leaves as one array, twenty times a second; each channel speaks every other turn.
 */
const turnMs = 50
const epoch = 'bench'
/** Above any number of the venue behind: no poll is ever ahead of this feed. */
const firstSeq = 4_000_000_000_000

export type Feed = {
  readonly url: string
  /** From now on so many updates a second; 0 is silence. */
  readonly speak: (updatesPerSecond: number) => void
  /** When each word of the book left, by its number, in milliseconds of the epoch. */
  readonly sentAt: ReadonlyMap<number, number>
  /** What is answered at a path beside the venue's own. */
  readonly serve: (path: string, type: string, body: string) => void
  readonly stop: () => Promise<void>
}

const wallMs = () => performance.timeOrigin + performance.now()

/** The real client and its calls from the venue at `target`; the socket from a market of the bench's own. */
export async function startFeed(target: string): Promise<Feed> {
  const own = new Map<string, { type: string; body: string }>()
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const page = own.get(asked.url ?? '')
    if (page)
      return void answer.writeHead(200, { 'Content-Type': page.type, 'Cache-Control': 'no-store' }).end(page.body)
    const { hostname, port } = new URL(target)
    const onward = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers)
        told.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }
  const server = createServer(pass)
  const sockets = new WebSocketServer({ server, path: '/ws', handleProtocols: () => protocol })
  const talk = createTalk()
  sockets.on('connection', (socket) => talk.greet(socket))
  const clock = setInterval(talk.turn, turnMs)
  const { url, close } = await openPort(server)
  return {
    url,
    speak: talk.speak,
    sentAt: talk.sentAt,
    serve: (path, type, body) => void own.set(path, { type, body }),
    stop: async () => {
      clearInterval(clock)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await close()
    },
  }
}

/** The wire's side of the feed: proof, subscriptions, snapshots, and a turn's array to everybody who follows. */
function createTalk() {
  const tape = createTape(1)
  const sentAt = new Map<number, number>()
  const followers = new Map<WebSocket, Set<string>>()
  const [depth, deals, tickers] = [`depth:${market}`, `deals:${market}`, 'ticker:*']
  const seqs = new Map<string, number>()
  let perSecond = 0
  let turns = 0
  const seqOf = (c: string) => seqs.get(c) ?? firstSeq
  const push = (c: string, k: 'snap' | 'delta', d: object, hasBase: boolean) => {
    const b = seqOf(c)
    if (k === 'delta') seqs.set(c, b + 1)
    return { c, k, e: epoch, s: seqOf(c), ...(k === 'delta' && hasBase && { b }), d, t: Date.now() }
  }
  const snapOf = (c: string) => {
    if (c === depth) return push(c, 'snap', tape.whole(), true)
    if (c === deals) return push(c, 'snap', tape.deals(100), true)
    return c === tickers ? push(c, 'snap', tape.tickers(100), false) : null
  }
  const hear = (socket: WebSocket, text: string) => {
    const frame = decode(up, JSON.parse(text))
    if (!frame.success || frame.data.m === 'hb') return
    const { i, m, p } = frame.data
    const say = (r: object) => socket.send(JSON.stringify({ i, r }))
    if (m === 'auth') return say({ uid: '1', e: epoch, heads: { u: 0 }, now: Date.now() })
    if (m === 'ping') return say({ now: Date.now() })
    if (m === 'rate') return say({ ms: p.ms })
    if (!('c' in p)) return say({})
    if (m === 'unsub') {
      followers.get(socket)?.delete(p.c)
      return say({})
    }
    if ('s' in p && p.s !== undefined && p.s === seqOf(p.c)) return say({ mode: 'resumed', n: 0 })
    followers.get(socket)?.add(p.c)
    say({ mode: 'fresh', why: 'new', head: p.c === 'u:me' ? 0 : seqOf(p.c) })
    const snap = snapOf(p.c)
    if (snap) socket.send(JSON.stringify(snap))
  }
  const greet = (socket: WebSocket) => {
    followers.set(socket, new Set())
    socket.on('message', (data) => hear(socket, String(data)))
    socket.on('close', () => followers.delete(socket))
    socket.send(
      JSON.stringify({
        k: 'hello',
        v: 1,
        sid: 'bench',
        now: Date.now(),
        hb: 20_000,
        lim: { frame: 65_536, subs: 100, inflight: 64, send_per_s: 5 },
      }),
    )
  }
  const turn = () => {
    turns += 1
    if (perSecond === 0) return
    const updates = (perSecond * turnMs * 2) / 1000
    const parts =
      turns % 2 === 0
        ? [push(depth, 'delta', tape.depth(updates), true)]
        : [push(deals, 'delta', tape.deals(updates), true), push(tickers, 'delta', tape.tickers(updates), false)]
    const all = parts.length === 1 ? JSON.stringify(parts[0]) : JSON.stringify(parts)
    if (turns % 2 === 0) sentAt.set(tape.lastWord(), wallMs())
    for (const [socket, names] of followers) if (names.has(depth)) socket.send(all)
  }
  return {
    greet,
    turn,
    sentAt,
    speak: (updates: number) => {
      perSecond = updates
    },
  }
}
