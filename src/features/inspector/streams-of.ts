import { jsonIn } from '#contract/wire/json.ts'

/** One channel as its frames show it. */
export type ChannelView = {
  readonly name: string
  readonly epoch: string | null
  readonly seq: number | null
  /** Frames that did not follow the one before. */
  readonly gaps: number
  readonly state: 'asked' | 'live' | 'gap' | 'off' | 'left'
  readonly why: string | null
  readonly lastAt: number | null
  readonly count: number
  /** Instants of the last seconds' frames, for the rate. */
  readonly recent: readonly number[]
}
export type LineView = {
  readonly channels: ReadonlyMap<string, ChannelView>
  /** Requests that wait for their reply: which channel they are about. */
  readonly asked: ReadonlyMap<number, string>
  readonly recent: readonly number[]
  readonly sent: number
  readonly received: number
  readonly bytes: number
}
export const noLine: LineView = { channels: new Map(), asked: new Map(), recent: [], sent: 0, received: 0, bytes: 0 }

const rateMs = 5000
const within = (recent: readonly number[], at: number) => [...recent.filter((each) => at - each < rateMs), at]
/** Frames per second over the last five seconds. */
export const rateAt = (recent: readonly number[], at: number) =>
  recent.filter((each) => at - each < rateMs).length / (rateMs / 1000)

type Fields = Readonly<Record<string, unknown>>
const fieldsIn = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null
/** The messages of a frame; none for what is no JSON. */
export const partsOf = (frame: string): readonly Fields[] => {
  const raw = jsonIn(frame)
  const parts: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  return parts.map(fieldsIn).filter((part) => part !== null)
}
const fresh = (name: string): ChannelView => ({
  name,
  epoch: null,
  seq: null,
  gaps: 0,
  state: 'asked',
  why: null,
  lastAt: null,
  count: 0,
  recent: [],
})
const change = (view: LineView, name: string, next: (held: ChannelView) => ChannelView): LineView => ({
  ...view,
  channels: new Map(view.channels).set(name, next(view.channels.get(name) ?? fresh(name))),
})

const takePush = (held: ChannelView, part: Fields, at: number): ChannelView => {
  const { k, e, s, b } = part
  const seen = { ...held, lastAt: at, count: held.count + 1, recent: within(held.recent, at) }
  if (k === 'off') return { ...seen, state: 'off', why: String(fieldsIn(part['d'])?.['reason'] ?? 'off') }
  if (k === 'gap') return { ...seen, gaps: held.gaps + 1, state: 'gap', why: null }
  const moved = { ...seen, epoch: typeof e === 'string' ? e : held.epoch, seq: typeof s === 'number' ? s : held.seq }
  if (k === 'snap' || held.seq === null || held.epoch !== e) return { ...moved, state: 'live', why: null }
  const isRepeated = typeof s === 'number' && s <= held.seq
  if (isRepeated) return { ...seen, state: held.state }
  const isChained = typeof b !== 'number' || b === held.seq
  return isChained
    ? { ...moved, state: 'live', why: null }
    : { ...moved, gaps: held.gaps + 1, state: 'gap', why: `${held.seq} → ${String(b)}` }
}

/** What a frame of the venue changes. */
export function received(view: LineView, frame: string, at: number): LineView {
  let next: LineView = {
    ...view,
    recent: within(view.recent, at),
    received: view.received + 1,
    bytes: view.bytes + frame.length,
  }
  for (const part of partsOf(frame)) {
    const { c, i } = part
    if (typeof c === 'string') next = change(next, c, (held) => takePush(held, part, at))
    else if (typeof i === 'number' && next.asked.has(i)) {
      const name = next.asked.get(i) ?? ''
      const asked = new Map(next.asked)
      asked.delete(i)
      const reply = fieldsIn(part['r'])
      const fault = fieldsIn(part['x'])
      next = change({ ...next, asked }, name, (held) =>
        fault !== null
          ? { ...held, state: 'off', why: String(fault['reason'] ?? '') }
          : {
              ...held,
              lastAt: at,
              state: reply?.['mode'] === 'resumed' || typeof reply?.['head'] === 'number' ? 'live' : held.state,
              why: null,
              seq: typeof reply?.['head'] === 'number' ? reply['head'] : held.seq,
            },
      )
    }
  }
  return next
}

/** What a frame of the client changes. */
export function sent(view: LineView, frame: string): LineView {
  let next: LineView = { ...view, sent: view.sent + 1 }
  for (const part of partsOf(frame)) {
    const name = fieldsIn(part['p'])?.['c']
    if (typeof name !== 'string') continue
    if (part['m'] === 'sub') {
      const asked = typeof part['i'] === 'number' ? new Map(next.asked).set(part['i'], name) : next.asked
      next = change({ ...next, asked }, name, (held) => ({ ...held, state: 'asked' }))
    } else if (part['m'] === 'unsub') next = change(next, name, (held) => ({ ...held, state: 'left' }))
  }
  return next
}
