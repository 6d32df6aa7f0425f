import { jsonIn } from '#contract/wire/json.ts'
import { cleanedPath, cleanedText } from './clean.ts'

/** What a page noticed about itself. */
export type PageSign = 'shown' | 'hidden' | 'woke' | 'online' | 'offline'
/** One thing that happened: milliseconds after the begin, what, and its parts. Sockets and calls are numbered. */
export type Line =
  | readonly [at: number, kind: 'dial' | 'open' | 'leave', socket: number]
  | readonly [at: number, kind: 'close', socket: number, code: number]
  | readonly [at: number, kind: 'down' | 'up', socket: number, frame: string]
  | readonly [at: number, kind: 'call', call: number, method: string, path: string, key: string | null, body: string]
  | readonly [
      at: number,
      kind: 'answer',
      call: number,
      status: number,
      serverAt: number | null,
      retryAfter: string | null,
      body: string,
    ]
  | readonly [at: number, kind: 'lost', call: number]
  | readonly [at: number, kind: 'login', login: number | null]
  | readonly [at: number, kind: 'page', sign: PageSign]
  /** By how much the wall clock is ahead of where it was at the begin, when that has changed. */
  | readonly [at: number, kind: 'clock', aheadMs: number]
  /** Which part of which page was tapped, without what stands in it. */
  | readonly [at: number, kind: 'tap' | 'went' | 'error', what: string]
export type LineKind = Line[1]
export type Head = {
  readonly kontor: 'recording'
  readonly format: 1
  readonly app: number
  readonly wallMs: number
  readonly isCut: boolean
}
export type Recording = { readonly head: Head; readonly lines: readonly Line[] }

/** A trading hour, or what fits; the oldest goes first. */
export const tapeLimits = { ms: 3_600_000, chars: 8_000_000 } as const
type Ports = {
  readonly steadyMs: () => number
  readonly wallMs: () => number
  readonly app: number
  readonly limits?: { readonly ms: number; readonly chars: number }
}
/** Less is no jump that anything waits for. */
const clockStepMs = 500

/** Keeps what happened since its begin, cleaned, within its limits. */
export function createTape({ steadyMs, wallMs, app, limits = tapeLimits }: Ports) {
  const beganAt = steadyMs()
  const wallAtBegin = wallMs()
  let texts: { readonly at: number; readonly text: string }[] = []
  let first = 0
  let chars = 0
  let aheadMs = 0
  const keep = (line: Line) => {
    const text = JSON.stringify(line)
    texts.push({ at: line[0], text })
    chars += text.length + 1
    for (
      let oldest = texts[first];
      oldest !== undefined && (chars > limits.chars || line[0] - oldest.at > limits.ms);
      oldest = texts[first]
    ) {
      chars -= oldest.text.length + 1
      first += 1
    }
    // Not at each line: what is dropped is given back now and then.
    if (first < 5000 || first < texts.length / 2) return
    texts = texts.slice(first)
    first = 0
  }
  const now = () => {
    const at = Math.round(steadyMs() - beganAt)
    const ahead = Math.round(wallMs() - wallAtBegin) - at
    if (Math.abs(ahead - aheadMs) > clockStepMs) keep([at, 'clock', (aheadMs = ahead)])
    return at
  }
  return {
    look: () => void now(),
    dialled: (socket: number) => keep([now(), 'dial', socket]),
    opened: (socket: number) => keep([now(), 'open', socket]),
    left: (socket: number) => keep([now(), 'leave', socket]),
    closed: (socket: number, code: number) => keep([now(), 'close', socket, code]),
    down: (socket: number, frame: string) => keep([now(), 'down', socket, cleanedText(frame)]),
    up: (socket: number, frame: string) => keep([now(), 'up', socket, cleanedText(frame)]),
    called: (call: number, method: string, url: string, key: string | null, body: string) =>
      keep([now(), 'call', call, method, cleanedPath(url), key, cleanedText(body)]),
    answered: (call: number, status: number, serverAt: string | null, retryAfter: string | null, body: string) =>
      keep([now(), 'answer', call, status, serverAt === null ? null : Number(serverAt), retryAfter, cleanedText(body)]),
    lost: (call: number) => keep([now(), 'lost', call]),
    login: (login: number | null) => keep([now(), 'login', login]),
    page: (sign: PageSign) => keep([now(), 'page', sign]),
    note: (kind: 'tap' | 'went' | 'error', what: string) => keep([now(), kind, what]),
    size: () => ({ lines: texts.length - first, chars, forMs: steadyMs() - beganAt }),
    /** One JSON text per line; the first says what it is. */
    text: () => {
      const head: Head = {
        kontor: 'recording',
        format: 1,
        app,
        wallMs: wallAtBegin,
        isCut: first > 0 || (texts[0]?.at ?? 0) > limits.ms,
      }
      return [JSON.stringify(head), ...texts.slice(first).map(({ text }) => text), ''].join('\n')
    },
  }
}
export type Tape = ReturnType<typeof createTape>

type Shape = readonly ('number' | 'string' | 'number?' | 'string?')[]
const shapes: Readonly<Record<LineKind, Shape>> = {
  dial: ['number'],
  open: ['number'],
  leave: ['number'],
  close: ['number', 'number'],
  down: ['number', 'string'],
  up: ['number', 'string'],
  call: ['number', 'string', 'string', 'string?', 'string'],
  answer: ['number', 'number', 'number?', 'string?', 'string'],
  lost: ['number'],
  login: ['number?'],
  page: ['string'],
  clock: ['number'],
  tap: ['string'],
  went: ['string'],
  error: ['string'],
}
const isKind = (kind: unknown): kind is LineKind => typeof kind === 'string' && Object.hasOwn(shapes, kind)
const isLine = (raw: unknown): raw is Line => {
  if (!Array.isArray(raw) || typeof raw[0] !== 'number' || !isKind(raw[1])) return false
  const shape = shapes[raw[1]]
  return (
    raw.length === shape.length + 2 &&
    shape.every(
      (type, at) => typeof raw[at + 2] === type.replace('?', '') || (type.endsWith('?') && raw[at + 2] === null),
    )
  )
}
const isHead = (raw: unknown): raw is Head =>
  typeof raw === 'object' &&
  raw !== null &&
  'kontor' in raw &&
  raw.kontor === 'recording' &&
  'format' in raw &&
  raw.format === 1 &&
  'wallMs' in raw &&
  typeof raw.wallMs === 'number' &&
  'app' in raw &&
  typeof raw.app === 'number' &&
  'isCut' in raw
/** A recording as it was saved; null for a text that is none. */
export function recordingOf(text: string): Recording | null {
  const [first = '', ...rest] = text.split('\n').filter((each) => each !== '')
  const head = jsonIn(first)
  const lines = rest.map((each) => jsonIn(each))
  if (!isHead(head) || lines.length === 0 || !lines.every(isLine)) return null
  return lines.every((line, at) => at === 0 || line[0] >= (lines[at - 1]?.[0] ?? 0)) ? { head, lines } : null
}
