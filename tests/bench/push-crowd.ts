import { connect, type Socket } from 'node:net'
import { protocol } from '#contract/wire/up.ts'
import { clientFrame, createFrameReader } from './push-frames.ts'

/**
 * One reader's wish: who it is and what it asks for after its login, in order. `held` is how far it has its own stream.
 */
export type Options = { token: string; channels: readonly string[]; held?: { e: string; s: number } }
export type Reader = {
  /** Settles when every channel was answered and what was missed has come. */
  readonly ready: Promise<void>
  readonly stall: () => void
  /** Asks without reading what is answered. */
  readonly ask: (text: string) => void
  /** As a lost network ends it: without a word. */
  readonly cut: () => void
  readonly isOpen: () => boolean
  /** Where its own stream stands. */
  readonly held: () => { e: string; s: number }
}
/** What all readers of a crowd heard together. */
export type Heard = { frames: number; pushes: number; bytes: number; ages: number[] }

// One piece of memory for what all sockets read: each piece is looked at before the next comes.
const shared = Buffer.allocUnsafeSlow(256 * 1024)
const stamp = Buffer.from('"t":')
const pushStart = Buffer.from('{"c":"')
const ending = Buffer.from('\r\n\r\n')
const countOf = (body: Buffer) => {
  let count = 0
  for (let at = body.indexOf(pushStart); at >= 0; at = body.indexOf(pushStart, at + 6)) count += 1
  return count
}
type Answer = { i: number; r?: { e?: string; n?: number; head?: number; heads?: { u: number } }; x?: unknown }
const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'i' in value

/** Sockets of many readers in this one process, as cheap as they can be made: the venue is what is measured. */
export function createCrowd(port: number) {
  const heard: Heard = { frames: 0, pushes: 0, bytes: 0, ages: [] }
  let recorded: ((text: string) => void) | null = null
  let recordedOf = 1
  let count = 0

  const note = (body: Buffer) => {
    heard.frames += 1
    heard.bytes += body.length
    heard.pushes += countOf(body)
    const at = body.lastIndexOf(stamp)
    if (at >= 0) heard.ages.push(Date.now() - Number(body.toString('latin1', at + 4, at + 17)))
  }
  const dial = ({ token, channels, held = { e: '', s: 0 } }: Options): Reader => {
    count += 1
    const n = count
    let { e, s } = held
    let isUp = false
    let isStalled = false
    let isOpen = true
    let asked = 0
    let missing = 0
    const ready = Promise.withResolvers<void>()
    const send = (m: string, p: object) => {
      asked += 1
      socket.write(clientFrame(JSON.stringify({ i: asked, m, p })))
    }
    const go = () => {
      const channel = channels[asked - 1]
      if (channel !== undefined)
        send('sub', channel === 'u:me' && held.e !== '' ? { c: channel, e: held.e, s: held.s } : { c: channel })
      else if (missing <= 0) ready.resolve()
    }
    const answer = (text: string) => {
      const value: unknown = JSON.parse(text)
      if (!isAnswer(value) || value.i !== asked) return
      if (value.x !== undefined) ready.reject(new Error(text))
      if (asked === 1) {
        e = value.r?.e ?? ''
        s = value.r?.heads?.u ?? 0
      }
      missing += value.r?.n ?? 0
      go()
    }
    const hear = (opcode: number, body: Buffer) => {
      if (opcode !== 1) return
      const isAlone = body[0] === 0x7b
      if (recorded && n === recordedOf) recorded(body.toString())
      if (isAlone && body[1] === 0x22 && body[2] === 0x69) return answer(body.toString())
      if (isAlone && body[2] === 0x6b) {
        if (asked === 0) send('auth', { token, lang: 'en', device: 'bench', tab: 't', v: 1 })
        else if (body.includes('"bye"')) ready.reject(new Error(body.toString()))
        else if (body.includes('"hb"')) socket.write(clientFrame('{"m":"hb"}'))
        return
      }
      note(body)
      if (missing === 0) return
      missing -= countOf(body)
      if (missing <= 0 && asked > channels.length) ready.resolve()
    }
    const read = createFrameReader(hear)
    const take = (bytes: Buffer) => {
      if (isUp) return read(bytes)
      const end = bytes.indexOf(ending)
      if (end < 0 || !bytes.subarray(0, 12).includes('101'))
        return ready.reject(new Error(bytes.subarray(0, 40).toString()))
      isUp = true
      if (end + 4 < bytes.length) read(bytes.subarray(end + 4))
    }
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (size) => {
          take(shared.subarray(0, size))
          return !isStalled
        },
      },
    })
    socket.on('error', (thrown) => ready.reject(thrown))
    socket.on('close', () => {
      isOpen = false
    })
    const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    socket.write(
      [
        'GET /ws HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Origin: http://127.0.0.1:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Protocol: ${protocol}`,
        `X-Forwarded-For: ${address}`,
        '\r\n',
      ].join('\r\n'),
    )
    return {
      ready: ready.promise,
      stall: () => {
        isStalled = true
      },
      ask: (text) => void socket.write(clientFrame(text)),
      cut: () => void socket.resetAndDestroy(),
      isOpen: () => isOpen,
      held: () => ({ e, s }),
    }
  }
  return {
    heard,
    /** Forgets what was heard so far. */
    begin: () => {
      heard.frames = 0
      heard.pushes = 0
      heard.bytes = 0
      heard.ages = []
    },
    /** Keeps what one reader hears: the first, or the one that comes next. */
    record: (hear: ((text: string) => void) | null, who: 'first' | 'next' = 'first') => {
      recorded = hear
      recordedOf = who === 'first' ? 1 : count + 1
    },
    /** Opens sockets, no more than so many at once: the kernel's own queue is not what is measured. */
    open: async (intents: readonly Options[], atOnce = 400): Promise<Reader[]> => {
      const readers: Reader[] = []
      let next = 0
      await Promise.all(
        Array.from({ length: Math.min(atOnce, intents.length) }, async () => {
          for (let options = intents[next]; options; options = intents[next]) {
            next += 1
            const reader = dial(options)
            readers.push(reader)
            await reader.ready
          }
        }),
      )
      return readers
    },
  }
}
export type Crowd = ReturnType<typeof createCrowd>
