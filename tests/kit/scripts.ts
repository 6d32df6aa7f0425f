import type { Down } from '#contract/wire/down.ts'
import { socket$, type SocketMessage } from '#streams/kit/socket.ts'
import { Server, WebSocket as MockSocket } from 'mock-socket'
import { once } from 'node:events'
import type { Observable } from 'rxjs'
import { WebSocket as RealSocket, WebSocketServer } from 'ws'

type Asked = {
  readonly i?: number
  readonly m?: string
  readonly p?: { readonly c?: string; readonly e?: string; readonly s?: number; readonly token?: string }
}
/** One line as the other end sees it: the test speaks for the venue, well or ill. */
export type Peer = {
  readonly asked: Asked[]
  readonly say: (frame: Down | readonly Down[]) => void
  readonly sayRaw: (text: string) => void
  /** 1005: closed without a code; 1006: broken off. */
  readonly close: (code: number) => void
}
/** How the other end behaves: who is forgetful begins every channel anew. */
type Manners = { isForgetful: boolean }
type Wire = { send: (text: string) => void; close: (code: number) => void }
export type Script = {
  readonly dial: () => Observable<SocketMessage>
  readonly fetch: typeof fetch
  readonly peers: Peer[]
  readonly manners: Manners
  readonly stop: () => Promise<void>
}
export type Stage = { readonly name: string; readonly open: () => Promise<Script> }

const read: (text: string) => Asked = JSON.parse
/** Nothing but the socket has a say. */
const unheard: typeof fetch = () => new Promise(() => {})
const hello: Down = {
  k: 'hello',
  v: 1,
  sid: 's',
  now: 0,
  hb: 20_000,
  lim: { frame: 65_536, subs: 100, inflight: 64, send_per_s: 5 },
}

/** A polite other end, until the test says otherwise: greets, takes every login, is fresh at 4, knows the time. */
function createPeer(wire: Wire, manners: Manners) {
  const asked: Asked[] = []
  const sayRaw = (text: string) => wire.send(text)
  const say = (frame: Down | readonly Down[]) => sayRaw(JSON.stringify(frame))
  say(hello)
  const hear = (text: string) => {
    const frame = read(text)
    asked.push(frame)
    const { i = 0, m, p } = frame
    if (m === 'auth') say({ i, r: { uid: '7', e: 'e1', heads: { u: 4 }, now: 50_000 } })
    else if (m === 'ping') say({ i, r: { now: 50_000 } })
    else if (m === 'sub')
      say({
        i,
        r:
          p?.s === undefined || manners.isForgetful
            ? { mode: 'fresh', why: 'new', head: 4 }
            : { mode: 'resumed', n: 0 },
      })
    else if (m !== 'hb') say({ i, r: {} })
  }
  return { peer: { asked, say, sayRaw, close: wire.close }, hear }
}

let opened = 0
function openMock(): Promise<Script> {
  const url = `ws://script-${(opened += 1)}.test/ws`
  const peers: Peer[] = []
  const manners: Manners = { isForgetful: false }
  const server = new Server(url, { mock: false, selectProtocol: () => 'x1.json' })
  server.on('connection', (socket) => {
    const { peer, hear } = createPeer(
      {
        send: (text) => socket.send(text),
        close: (code) => socket.close({ code, reason: '', wasClean: code !== 1006 }),
      },
      manners,
    )
    peers.push(peer)
    socket.on('message', (data) => hear(String(data)))
  })
  return Promise.resolve({
    dial: () => socket$(url, { WebSocket: MockSocket }),
    fetch: unheard,
    peers,
    manners,
    stop: () => Promise.resolve(server.stop()),
  })
}

async function openReal(): Promise<Script> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const peers: Peer[] = []
  const manners: Manners = { isForgetful: false }
  server.on('connection', (socket) => {
    const close = (code: number) => {
      if (code === 1006) socket.terminate()
      else if (code === 1005) socket.close()
      else socket.close(code)
    }
    const { peer, hear } = createPeer({ send: (text) => socket.send(text), close }, manners)
    peers.push(peer)
    socket.on('message', (data: Buffer) => hear(data.toString()))
  })
  class Quiet extends RealSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols)
      this.on('error', () => undefined)
    }
  }
  return {
    dial: () => socket$(`ws://127.0.0.1:${port}/ws`, { WebSocket: Quiet }),
    fetch: unheard,
    peers,
    manners,
    stop: async () => {
      for (const client of server.clients) client.terminate()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Where the other end is the test's: for close codes, hostile frames, floods. */
export const stages: readonly Stage[] = [
  { name: 'mock-socket', open: openMock },
  { name: 'ws', open: openReal },
]
