import type { Merge } from '#contract/wire/channels.ts'
import type { Change, Snap } from '#server/core/feature.ts'

/** One subscriber as the lanes see it. */
export type Listener = {
  /** Takes frames already in JSON; false when its buffer is too full to take what may be thinned. */
  offer: (frame: string) => boolean
}

/** More deltas than this that cannot be merged are dropped; a snapshot is sent in their place. */
const maxPending = 256

/** Listeners who hold the same sequence, and what waits for them; more than one only where changes do not merge. */
type Cohort = { pending: Change[]; isOverflown: boolean; sentS: number; listeners: Set<Listener> }
type Lane = { rateMs: number; dueAt: number; cohorts: Cohort[] }

const add = (cohort: Cohort, change: Change, merge: Merge) => {
  const { pending } = cohort
  const last = pending.at(-1)
  const d = last === undefined ? null : merge(last.d, change.d)
  if (last !== undefined && d !== null) pending[pending.length - 1] = { ...change, b: last.b, d }
  else if (pending.length < maxPending) pending.push(change)
  else {
    // Everything that waits is in the snapshot that will be sent, so only the newest sequence is kept.
    cohort.isOverflown = true
    cohort.pending = [change]
  }
}

export type LanePorts = {
  /** The channel's name. */
  name: string
  epoch: string
  now: () => number
  /** How two waiting deltas become one: the channel family declares it. */
  merge: Merge
  /** The channel as a whole; null when it is gone. */
  snap: () => Snap | null
}

/**
 * One channel: a lane for each pace its subscribers asked for. A lane gathers changes, makes its frame once,
 * and gives the same text to all. Who comes in between waits in a cohort of its own, so that nobody makes the others
 * hear sooner. Who cannot take it is marked behind and gets a snapshot when there is room again.
 */
export function createLanes({ name, epoch, now, merge, snap }: LanePorts) {
  const lanes = new Map<number, Lane>()
  const places = new Map<Listener, { lane: Lane; cohort: Cohort }>()
  const behind = new Set<Listener>()
  let whole: { s: number; frame: string } | null = null
  const frameOf = (k: 'snap' | 'delta' | 'gap', s: number, d: unknown, b: number | null) =>
    JSON.stringify({ c: name, k, e: epoch, s, ...(b !== null && { b }), d, t: now() })
  const offer = (listener: Listener, frame: string) => {
    if (!behind.has(listener) && !listener.offer(frame)) behind.add(listener)
  }
  const snapFrame = () => {
    const found = whole === null ? snap() : null
    if (found) whole = { s: found.s, frame: frameOf('snap', found.s, found.d, null) }
    return whole
  }
  /** What a cohort waits for, as frames. After an overflow the snapshot stands for it. */
  const pendingFrames = ({ pending, isOverflown }: Cohort): string[] => {
    if (!isOverflown) return pending.map(({ s, d, b }) => frameOf('delta', s, d, b))
    const shown = snapFrame()
    return shown ? [shown.frame] : []
  }

  /** Tells each cohort what it waits for; after that they all hold the same. */
  const speak = (lane: Lane) => {
    const [all, ...others] = lane.cohorts
    if (!all) return
    for (const cohort of lane.cohorts) {
      for (const frame of pendingFrames(cohort)) for (const listener of cohort.listeners) offer(listener, frame)
      cohort.sentS = cohort.pending.at(-1)?.s ?? cohort.sentS
      cohort.pending = []
      cohort.isOverflown = false
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
    const made: Cohort = { pending: [], isOverflown: false, sentS: snapFrame()?.s ?? 0, listeners: new Set() }
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
      for (const { cohorts } of lanes.values()) for (const cohort of cohorts) add(cohort, change, merge)
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
