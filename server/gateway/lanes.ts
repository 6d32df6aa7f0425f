/** What a market has to say on one channel since it last spoke, in wire form. */
export type Change = { c: string; s: number; b: number | null; d: unknown }

/** One subscriber as the lanes see it. */
export type Listener = {
  /** Takes frames already in JSON; false when its buffer is too full to take what may be thinned. */
  offer: (frame: string) => boolean
}

type Levels = readonly (readonly [string, string])[]
type DepthData = { bids: Levels; asks: Levels; cs: number }
const isDepth = (d: unknown): d is DepthData => typeof d === 'object' && d !== null && 'cs' in d
const hasRows = (d: unknown): d is { rows: readonly { m: string }[] } => typeof d === 'object' && d !== null && 'rows' in d
const hasBar = (d: unknown): d is { bar: { id: number } } => typeof d === 'object' && d !== null && 'bar' in d
const hasRound = (d: unknown): d is { round: { id: string } } => typeof d === 'object' && d !== null && 'round' in d
const hasDeals = (d: unknown): d is { deals: readonly unknown[] } => typeof d === 'object' && d !== null && 'deals' in d

const mergeLevels = (older: Levels, newer: Levels): Levels => [...new Map([...older, ...newer])]
const dealsMost = 30

/**
 * Two deltas that follow one another become one: absolute values, so the newer wins by key.
 * Null where both must be told: the end of one bar or round and the beginning of the next.
 */
export function mergeData(older: unknown, newer: unknown): unknown {
  if (hasBar(older) && hasBar(newer) && older.bar.id !== newer.bar.id) return null
  if (hasRound(older) && hasRound(newer) && older.round.id !== newer.round.id) return null
  if (isDepth(older) && isDepth(newer))
    return { bids: mergeLevels(older.bids, newer.bids), asks: mergeLevels(older.asks, newer.asks), cs: newer.cs }
  if (hasRows(older) && hasRows(newer)) return { rows: [...new Map([...older.rows, ...newer.rows].map((row) => [row.m, row])).values()] }
  if (hasDeals(older) && hasDeals(newer)) return { deals: [...newer.deals, ...older.deals].slice(0, dealsMost) }
  return newer
}

type Lane = {
  rateMs: number
  dueAt: number
  /** What waits to be told; more than one only where changes do not merge. */
  pending: Change[]
  /** The sequence its subscribers hold. */
  sentS: number
  listeners: Set<Listener>
}

/**
 * One channel: a lane for each pace its subscribers asked for. A lane gathers changes, makes its frame once,
 * and gives the same text to all. Who cannot take it is marked behind and gets a snapshot when there is room again.
 */
export function createLanes(name: string, epoch: string, now: () => number, snap: () => { s: number; d: unknown } | null) {
  const lanes = new Map<number, Lane>()
  const behind = new Set<Listener>()
  const frameOf = (k: 'snap' | 'delta' | 'gap', s: number, d: unknown, b: number | null) =>
    JSON.stringify({ c: name, k, e: epoch, s, ...(b !== null && { b }), d, t: now() })

  const speak = (lane: Lane) => {
    const { pending } = lane
    lane.pending = []
    for (const { s, d, b } of pending) {
      lane.sentS = s
      const frame = frameOf('delta', s, d, b)
      for (const listener of lane.listeners) if (!behind.has(listener) && !listener.offer(frame)) behind.add(listener)
    }
  }
  const laneOf = (rateMs: number): Lane => {
    const known = lanes.get(rateMs)
    if (known) return known
    const made: Lane = { rateMs, dueAt: 0, pending: [], sentS: snap()?.s ?? 0, listeners: new Set() }
    lanes.set(rateMs, made)
    return made
  }
  const find = (listener: Listener) => [...lanes.values()].find(({ listeners }) => listeners.has(listener))

  return {
    take: (change: Change) => {
      for (const { pending } of lanes.values()) {
        const last = pending.at(-1)
        const d = last && mergeData(last.d, change.d)
        if (last === undefined || d === null) pending.push(change)
        else pending[pending.length - 1] = { ...change, b: last.b, d }
      }
    },
    /** Speaks on every lane whose time has come. */
    tick: (at: number) => {
      for (const lane of lanes.values()) {
        if (at < lane.dueAt) continue
        lane.dueAt = at + lane.rateMs
        speak(lane)
      }
      for (const listener of behind) {
        const whole = snap()
        if (!whole || !listener.offer(frameOf('gap', whole.s, { why: 'slow' }, null))) continue
        if (listener.offer(frameOf('snap', whole.s, whole.d, null))) behind.delete(listener)
      }
    },
    /** True when this listener already follows and holds exactly what it was sent. */
    holds: (listener: Listener, s: number) => {
      const lane = find(listener)
      return lane !== undefined && lane.sentS === s && !behind.has(listener)
    },
    join: (listener: Listener, rateMs: number) => {
      const lane = laneOf(rateMs)
      speak(lane)
      const before = find(listener)
      if (before && before !== lane) {
        speak(before)
        before.listeners.delete(listener)
      }
      lane.listeners.add(listener)
      behind.delete(listener)
    },
    snapFrame: () => {
      const whole = snap()
      return whole ? { s: whole.s, frame: frameOf('snap', whole.s, whole.d, null) } : null
    },
    leave: (listener: Listener) => {
      for (const [rate, lane] of lanes) {
        lane.listeners.delete(listener)
        if (lane.listeners.size === 0) lanes.delete(rate)
      }
      behind.delete(listener)
    },
    isEmpty: () => lanes.size === 0,
  }
}
export type Lanes = ReturnType<typeof createLanes>
