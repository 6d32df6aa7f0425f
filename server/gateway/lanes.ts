import type { Merge } from '#contract/wire/channels.ts'
import type { Change, Snap } from '#server/core/feature.ts'

/** A subscriber of a channel. */
export type Listener = {
  /** Queues a JSON frame; returns false, without queueing it, when the socket's buffer is too full. */
  offer: (frame: string) => boolean
}

/** When more deltas than this are pending and cannot be merged, they are dropped and a snapshot is sent instead. */
const maxPending = 256

/**
 * Listeners that were sent the same sequence `sentS`, and their pending deltas (more than one only if these do not
 * merge).
 */
type Cohort = { pending: Change[]; isOverflown: boolean; sentS: number; listeners: Set<Listener> }
/** The subscribers of one rate; all cohorts of a lane are sent together every `rateMs`. */
type Lane = { rateMs: number; dueAt: number; cohorts: Cohort[] }

const add = (cohort: Cohort, change: Change, merge: Merge) => {
  const { pending } = cohort
  const last = pending.at(-1)
  const d = last === undefined ? null : merge(last.d, change.d)
  if (last !== undefined && d !== null) pending[pending.length - 1] = { ...change, b: last.b, d }
  else if (pending.length < maxPending) pending.push(change)
  else {
    // The snapshot that will be sent contains all pending changes, so only the latest sequence is needed.
    cohort.isOverflown = true
    cohort.pending = [change]
  }
}

export type LanePorts = {
  /** The channel's name. */
  name: string
  epoch: string
  now: () => number
  /** Merges two pending deltas into one, as the channel family declares; null if they cannot be merged. */
  merge: Merge
  /** Snapshot of the channel; null when it no longer exists. */
  snap: () => Snap | null
}

/**
 * One channel, with a lane for each rate its subscribers asked for. A lane collects changes, builds each frame once,
 * and sends the
 * same text to all. A subscriber that joins mid-interval gets its own cohort, so existing subscribers are not flushed
 * early. A
 * subscriber whose buffer is full is marked slow, gets no deltas, and is sent a gap and a snapshot when its buffer has
 * room again.
 */
export function createLanes({ name, epoch, now, merge, snap }: LanePorts) {
  const lanes = new Map<number, Lane>()
  const memberships = new Map<Listener, { lane: Lane; cohort: Cohort }>()
  const slow = new Set<Listener>()
  let snapshot: { s: number; frame: string } | null = null
  const frameOf = (k: 'snap' | 'delta' | 'gap', s: number, d: unknown, b: number | null) =>
    JSON.stringify({ c: name, k, e: epoch, s, ...(b !== null && { b }), d, t: now() })
  const offer = (listener: Listener, frame: string) => {
    if (!slow.has(listener) && !listener.offer(frame)) slow.add(listener)
  }
  const snapFrame = () => {
    const found = snapshot === null ? snap() : null
    if (found) snapshot = { s: found.s, frame: frameOf('snap', found.s, found.d, null) }
    return snapshot
  }
  /** The pending deltas of a cohort as frames; after an overflow the snapshot instead. */
  const pendingFrames = ({ pending, isOverflown }: Cohort): string[] => {
    if (!isOverflown) return pending.map(({ s, d, b }) => frameOf('delta', s, d, b))
    const found = snapFrame()
    return found ? [found.frame] : []
  }

  /**
   * Sends each cohort its pending frames, and then joins the cohorts into one, since all have the same sequence now.
   */
  const flushLane = (lane: Lane) => {
    const [first, ...others] = lane.cohorts
    if (!first) return
    for (const cohort of lane.cohorts) {
      for (const frame of pendingFrames(cohort)) for (const listener of cohort.listeners) offer(listener, frame)
      cohort.sentS = cohort.pending.at(-1)?.s ?? cohort.sentS
      cohort.pending = []
      cohort.isOverflown = false
    }
    if (others.length === 0) return
    for (const { listeners, sentS } of others) {
      first.sentS = Math.max(first.sentS, sentS)
      for (const listener of listeners) {
        first.listeners.add(listener)
        memberships.set(listener, { lane, cohort: first })
      }
    }
    lane.cohorts = [first]
  }
  const laneOf = (rateMs: number): Lane => {
    const existing = lanes.get(rateMs)
    if (existing) return existing
    const created: Lane = { rateMs, dueAt: 0, cohorts: [] }
    lanes.set(rateMs, created)
    return created
  }
  /** The cohort of the lane with nothing pending, which a subscriber that has just got a snapshot may join. */
  const idleCohortOf = (lane: Lane): Cohort => {
    const existing = lane.cohorts.find(({ pending }) => pending.length === 0)
    if (existing) return existing
    const created: Cohort = { pending: [], isOverflown: false, sentS: snapFrame()?.s ?? 0, listeners: new Set() }
    lane.cohorts.push(created)
    return created
  }
  const detach = (listener: Listener) => {
    const membership = memberships.get(listener)
    if (!membership) return
    const { lane, cohort } = membership
    memberships.delete(listener)
    cohort.listeners.delete(listener)
    if (cohort.listeners.size > 0) return
    lane.cohorts = lane.cohorts.filter((other) => other !== cohort)
    if (lane.cohorts.length === 0) lanes.delete(lane.rateMs)
  }

  return {
    /** Discards the cached snapshot. */
    invalidate: () => {
      snapshot = null
    },
    take: (change: Change) => {
      snapshot = null
      for (const { cohorts } of lanes.values()) for (const cohort of cohorts) add(cohort, change, merge)
    },
    /** Sends on every lane that is due at `at`, and tries to bring slow subscribers up to date. */
    tick: (at: number) => {
      for (const lane of lanes.values()) {
        if (at < lane.dueAt) continue
        lane.dueAt = at + lane.rateMs
        flushLane(lane)
      }
      for (const listener of slow) {
        const found = snapFrame()
        if (!found || !listener.offer(frameOf('gap', found.s, { why: 'slow' }, null))) continue
        if (listener.offer(found.frame)) slow.delete(listener)
      }
    },
    /** True when the listener is subscribed, not slow, and was last sent sequence `s`. */
    isCurrent: (listener: Listener, s: number) => {
      const membership = memberships.get(listener)
      return membership !== undefined && membership.cohort.sentS === s && !slow.has(listener)
    },
    join: (listener: Listener, rateMs: number) => {
      const before = memberships.get(listener)
      // The listener leaves its cohort, so its pending frames are sent now; the others keep their interval.
      if (before) for (const frame of pendingFrames(before.cohort)) offer(listener, frame)
      detach(listener)
      const lane = laneOf(rateMs)
      const cohort = idleCohortOf(lane)
      cohort.listeners.add(listener)
      memberships.set(listener, { lane, cohort })
    },
    /** The snapshot frame, built once until the next change; the listener no longer counts as slow. */
    snapshotFor: (listener: Listener) => {
      slow.delete(listener)
      return snapFrame()
    },
    leave: (listener: Listener) => {
      detach(listener)
      slow.delete(listener)
    },
    isEmpty: () => lanes.size === 0,
  }
}
export type Lanes = ReturnType<typeof createLanes>
