import type { SocketMessage } from '#streams/kit/socket.ts'
import { Observable, type Subscriber } from 'rxjs'
import { aboutOf, partsIn, signOfAsked, type Script } from './script.ts'
import type { Line } from '#src/parts/recording/tape.ts'

type Attempt = { readonly listener: Subscriber<SocketMessage>; isLeft: boolean }
type Answer = Extract<Line, readonly [number, 'answer', ...unknown[]]>
type Waiting = { readonly resolve: (response: Response) => void; readonly reject: (why: TypeError) => void }

/**
 * An answer whose text is there at once: the one of the browser takes a turn of its own, and a replay must not depend
 * on turns.
 */
class Told extends Response {
  readonly told: string
  constructor([, , , status, serverAt, retryAfter, body]: Answer) {
    super(null, {
      status,
      headers: {
        ...(serverAt !== null && { 'Server-Now-Ms': String(serverAt) }),
        ...(retryAfter !== null && { 'Retry-After': retryAfter }),
      },
    })
    this.told = body
  }
  override text() {
    return Promise.resolve(this.told)
  }
}
const notRecorded = () => new TypeError('not recorded')

/**
 * The recorded sockets, in their order: what came is told to whoever dials, and replies are told under the number of
 * who asks now.
 */
export function createPlayedSockets({ sockets }: Script, nowMs: () => number) {
  const attempts: Attempt[] = []
  const held = new Map<number, ((to: Attempt) => void)[]>()
  const names = new Map<string, number>()
  const unasked = new Map<string, Readonly<Record<string, unknown>>>()
  const tell = (at: number, work: (to: Attempt) => void) => {
    const attempt = attempts[at]
    if (attempt === undefined) held.set(at, [...(held.get(at) ?? []), work])
    else if (!attempt.isLeft) work(attempt)
  }
  const frame = (part: unknown): SocketMessage => ({ type: 'socket.frame', frame: JSON.stringify(part) })
  const later = (to: Attempt, part: unknown) =>
    void Promise.resolve().then(() => (to.isLeft ? undefined : to.listener.next(frame(part))))
  const send = (at: number, to: Attempt) => (text: string) => {
    for (const part of partsIn(text)) {
      const asked = sockets[at]?.asked.find(({ about, isTaken }) => !isTaken && about === aboutOf(part))
      if (typeof part['i'] !== 'number') continue
      if (asked === undefined) {
        // Whether the line lives was asked once more than then: it does, or its end is recorded.
        if (part['m'] === 'ping') later(to, { i: part['i'], r: { now: nowMs() } })
        continue
      }
      asked.isTaken = true
      const name = `${at}:${asked.i}`
      names.set(name, part['i'])
      const early = unasked.get(name)
      const i = part['i']
      if (early !== undefined) later(to, { ...early, i })
    }
  }
  const hear = (at: number, text: string) => {
    for (const part of partsIn(text)) {
      const name = `${at}:${String(part['i'])}`
      const i = names.get(name)
      if (typeof part['i'] !== 'number') tell(at, ({ listener }) => listener.next(frame(part)))
      else if (i === undefined) unasked.set(name, part)
      else tell(at, ({ listener }) => listener.next(frame({ ...part, i })))
    }
  }
  return {
    dial: () =>
      new Observable<SocketMessage>((listener) => {
        const attempt: Attempt = { listener, isLeft: false }
        const at = attempts.push(attempt) - 1
        void Promise.resolve().then(() => {
          for (const work of held.get(at) ?? []) if (!attempt.isLeft) work(attempt)
        })
        return () => {
          attempt.isLeft = true
        }
      }),
    /** When the next socket was dialled; null after the last. */
    nextDialAt: () => sockets[attempts.length]?.dialAt ?? null,
    take: (line: Line) => {
      const [, kind, number] = line
      const at = sockets.findIndex((socket) => socket.number === number)
      if (kind === 'open') tell(at, (to) => to.listener.next({ type: 'socket.opened', send: send(at, to) }))
      else if (kind === 'down') hear(at, line[3])
      else if (kind === 'close' || kind === 'leave') {
        // Left then, and here not yet: a timer of the page was a little later.
        const code = kind === 'close' ? line[3] : 1006
        tell(at, ({ listener }) => {
          listener.next({ type: 'socket.closed', code, reason: '' })
          listener.complete()
        })
      }
    },
  }
}

/**
 * The recorded calls: who asks the same again hears the same, not before it was heard. What was never asked is never
 * answered.
 */
export function createPlayedCalls({ calls }: Script) {
  const told = new Map<number, Answer | 'lost'>()
  const waiting = new Map<number, Waiting>()
  const give = (answer: Answer | 'lost', { resolve, reject }: Waiting) =>
    answer === 'lost' ? reject(notRecorded()) : resolve(new Told(answer))
  const hooked: typeof fetch = (asked, init) =>
    new Promise((resolve, reject) => {
      const sign = signOfAsked(
        init?.method ?? 'GET',
        String(asked),
        new Headers(init?.headers).get('Idempotency-Key'),
        typeof init?.body === 'string' ? init.body : '',
      )
      const found = [...calls.values()].find((call) => !call.isTaken && call.sign === sign)
      if (found === undefined) return reject(notRecorded())
      found.isTaken = true
      const answer = told.get(found.number)
      if (answer === undefined) waiting.set(found.number, { resolve, reject })
      else give(answer, { resolve, reject })
    })
  return {
    fetch: hooked,
    take: (line: Line) => {
      if (line[1] !== 'answer' && line[1] !== 'lost') return
      const answer = line[1] === 'lost' ? 'lost' : line
      const asker = waiting.get(line[2])
      waiting.delete(line[2])
      if (asker === undefined) told.set(line[2], answer)
      else give(answer, asker)
    },
  }
}
