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
const maxDeals = 30

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
  if (hasDeals(older) && hasDeals(newer)) return { deals: [...newer.deals, ...older.deals].slice(0, maxDeals) }
  return newer
}

/** Listeners who hold the same sequence, and what waits for them; more than one only where changes do not merge. */
type Cohort = { pending: Change[]; sentS: number; listeners: Set<Listener> }
type Lane = { rateMs: number; dueAt: number; cohorts: Cohort[] }

const add = ({ pending }: Cohort, change: Change) => {
  const last = pending.at(-1)
  const d = last && mergeData(last.d, change.d)
  if (last === undefined || d === null) pending.push(change)
  else pending[pending.length - 1] = { ...change, b: last.b, d }
}

/**
 * One channel: a lane for each pace its subscribers asked for. A lane gathers changes, makes its frame once,
 * and gives the same text to all. Who comes in between waits in a cohort of its own, so that nobody makes the others
 * hear sooner. Who cannot take it is marked behind and gets a snapshot when there is room again.
 */
export function createLanes(name: string, epoch: string, now: () => number, snap: () => { s: number; d: unknown } | null) {
  const lanes = new Map<number, Lane>()
  const places = new Map<Listener, { lane: Lane; cohort: Cohort }>()
  const behind = new Set<Listener>()
  let whole: { s: number; frame: string } | null = null
  const frameOf = (k: 'snap' | 'delta' | 'gap', s: number, d: unknown, b: number | null) =>
    JSON.stringify({ c: name, k, e: epoch, s, ...(b !== null && { b }), d, t: now() })
  const offer = (listener: Listener, frame: string) => {
    if (!behind.has(listener) && !listener.offer(frame)) behind.add(listener)
  }
  const pendingFrames = ({ pending }: Cohort) => pending.map(({ s, d, b }) => frameOf('delta', s, d, b))
  const snapFrame = () => {
    const found = whole === null ? snap() : null
    if (found) whole = { s: found.s, frame: frameOf('snap', found.s, found.d, null) }
    return whole
  }

  /** Tells each cohort what it waits for; after that they all hold the same. */
  const speak = (lane: Lane) => {
    const [all, ...others] = lane.cohorts
    if (!all) return
    for (const cohort of lane.cohorts) {
      for (const frame of pendingFrames(cohort)) for (const listener of cohort.listeners) offer(listener, frame)
      cohort.sentS = cohort.pending.at(-1)?.s ?? cohort.sentS
      cohort.pending = []
    }
    if (others.length === 0) return
    for (const { listeners, sentS } of others) {
      all.sentS = Math.max(all.sentS, sentS)
      for (const listener of listeners) {
        all.listeners.add(listener)
        places.set(listener, { lane, cohort: all })
      }
    }
    lane.cohorts = [all]
  }
  const laneOf = (rateMs: number): Lane => {
    const known = lanes.get(rateMs)
    if (known) return known
    const made: Lane = { rateMs, dueAt: 0, cohorts: [] }
    lanes.set(rateMs, made)
    return made
  }
  /** Those of the lane for whom nothing waits: whoever comes now holds what they hold. */
  const restingIn = (lane: Lane): Cohort => {
    const known = lane.cohorts.find(({ pending }) => pending.length === 0)
    if (known) return known
    const made: Cohort = { pending: [], sentS: snapFrame()?.s ?? 0, listeners: new Set() }
    lane.cohorts.push(made)
    return made
  }
  const part = (listener: Listener) => {
    const place = places.get(listener)
    if (!place) return
    const { lane, cohort } = place
    places.delete(listener)
    cohort.listeners.delete(listener)
    if (cohort.listeners.size > 0) return
    lane.cohorts = lane.cohorts.filter((other) => other !== cohort)
    if (lane.cohorts.length === 0) lanes.delete(lane.rateMs)
  }

  return {
    /** What was shown as a whole so far is so no more. */
    turn: () => {
      whole = null
    },
    take: (change: Change) => {
      whole = null
      for (const { cohorts } of lanes.values()) for (const cohort of cohorts) add(cohort, change)
    },
    /** Speaks on every lane whose time has come. */
    tick: (at: number) => {
      for (const lane of lanes.values()) {
        if (at < lane.dueAt) continue
        lane.dueAt = at + lane.rateMs
        speak(lane)
      }
      for (const listener of behind) {
        const shown = snapFrame()
        if (!shown || !listener.offer(frameOf('gap', shown.s, { why: 'slow' }, null))) continue
        if (listener.offer(shown.frame)) behind.delete(listener)
      }
    },
    /** True when this listener already follows and holds exactly what it was sent. */
    holds: (listener: Listener, s: number) => {
      const place = places.get(listener)
      return place !== undefined && place.cohort.sentS === s && !behind.has(listener)
    },
    join: (listener: Listener, rateMs: number) => {
      const before = places.get(listener)
      // Only this one hears sooner what it would miss otherwise.
      if (before) for (const frame of pendingFrames(before.cohort)) offer(listener, frame)
      part(listener)
      const lane = laneOf(rateMs)
      const cohort = restingIn(lane)
      cohort.listeners.add(listener)
      places.set(listener, { lane, cohort })
    },
    /** The channel as a whole, made once for all who come before the next turn; whoever gets it is behind no more. */
    wholeFor: (listener: Listener) => {
      behind.delete(listener)
      return snapFrame()
    },
    leave: (listener: Listener) => {
      part(listener)
      behind.delete(listener)
    },
    isEmpty: () => lanes.size === 0,
  }
}
export type Lanes = ReturnType<typeof createLanes>
