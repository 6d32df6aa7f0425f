import type { Merge } from '#contract/wire/channels.ts'
import type { Change, Snap } from '#server/core/feature.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import { attempt } from './attempt.ts'

/** A subscriber of a channel. */
export type Listener = {
  /** Queues a JSON frame; returns false, without queueing it, when the socket's buffer is too full. */
  offer: (frame: string) => boolean
  hasRoom: () => boolean
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
  epoch: () => string
  now: () => number
  /** Merges two pending deltas into one, as the channel family declares; null if they cannot be merged. */
  merge: Merge
  /** Snapshot of the channel; null when it no longer exists. */
  snap: () => Maybe<Snap | null>
}
type FrameOf = (k: 'snap' | 'delta' | 'gap', s: number, d: unknown, b: number | null) => string
/** A snapshot as a frame, and the changes that came while it was awaited. */
type Snapshot = { s: number; frame: string; tail: readonly Change[] }
type Waiting = { take: (found: Snapshot | null) => void; failed: (thrown: unknown) => void }
/** A snapshot that was asked for: the changes since, and who waits. */
type Awaited = { tail: Change[]; waiting: Waiting[] }

/** The snapshot of a channel: asked for once for all who wait for it, and kept until something changes. */
function createSnapshots({ snap, frameOf }: Pick<LanePorts, 'snap'> & { frameOf: FrameOf }) {
  let snapshot: Snapshot | null = null
  let awaited: Awaited | null = null
  /** Calls `take` with a snapshot that holds, together with its tail, all changes taken so far. */
  const ask = (take: Waiting['take'], failed: Waiting['failed']) => {
    if (snapshot) return take(snapshot)
    if (awaited) return void awaited.waiting.push({ take, failed })
    const mine: Awaited = { tail: [], waiting: [{ take, failed }] }
    awaited = mine
    const arrive = (found: Snap | null) => {
      // Another term has begun meanwhile: what is asked for now is asked of it.
      if (awaited !== mine) return mine.waiting.forEach((each) => ask(each.take, each.failed))
      awaited = null
      const made = found && {
        s: found.s,
        frame: frameOf('snap', found.s, found.d, null),
        tail: mine.tail.filter(({ s }) => s > found.s),
      }
      if (made?.tail.length === 0) snapshot = made
      mine.waiting.forEach((each) => each.take(made))
    }
    attempt(
      () => whenReady(snap(), arrive),
      (thrown) => {
        if (awaited === mine) awaited = null
        mine.waiting.forEach((each) => each.failed(thrown))
      },
    )
  }
  return {
    ask,
    take: (change: Change) => {
      snapshot = null
      awaited?.tail.push(change)
    },
    /** Discards the one that is kept. */
    invalidate: () => {
      snapshot = null
    },
    renew: () => {
      snapshot = awaited = null
    },
    isAwaited: () => awaited !== null,
  }
}

/** Who is sent what at which rate, and together with whom. */
function createSeats(merge: Merge) {
  const lanes = new Map<number, Lane>()
  const memberships = new Map<Listener, { lane: Lane; cohort: Cohort }>()
  const laneOf = (rateMs: number): Lane => {
    const existing = lanes.get(rateMs)
    if (existing) return existing
    const created: Lane = { rateMs, dueAt: 0, cohorts: [] }
    lanes.set(rateMs, created)
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
    lanes,
    memberships,
    detach,
    /** Puts a listener that was last sent `sentS` into a cohort that goes on from there with these changes. */
    seat: (listener: Listener, rateMs: number, sentS: number, tail: readonly Change[]) => {
      detach(listener)
      const lane = laneOf(rateMs)
      // One with nothing pending has been sent all there is.
      const idle = tail.length === 0 ? lane.cohorts.find(({ pending }) => pending.length === 0) : undefined
      const cohort: Cohort = idle ?? { pending: [], isOverflown: false, sentS, listeners: new Set() }
      if (!idle) lane.cohorts.push(cohort)
      for (const change of tail) add(cohort, change, merge)
      cohort.listeners.add(listener)
      memberships.set(listener, { lane, cohort })
    },
    /** Makes one of all cohorts of a lane: they have been sent everything. */
    join: (lane: Lane) => {
      const [first, ...others] = lane.cohorts
      if (!first || others.length === 0) return
      for (const { listeners, sentS } of others) {
        first.sentS = Math.max(first.sentS, sentS)
        for (const listener of listeners) {
          first.listeners.add(listener)
          memberships.set(listener, { lane, cohort: first })
        }
      }
      lane.cohorts = [first]
    },
  }
}

type SlowPorts = {
  frameOf: FrameOf
  snapshots: ReturnType<typeof createSnapshots>
  seats: ReturnType<typeof createSeats>
}
/** Listeners that are sent a snapshot when they have room, and no deltas until then. */
function createSlow({ frameOf, snapshots, seats: { memberships, seat } }: SlowPorts) {
  /** True if a gap goes before the snapshot. */
  const behind = new Map<Listener, boolean>()
  /** Those of them for whom a snapshot is awaited. */
  const asked = new Set<Listener>()
  const catchUp = (listener: Listener, hasGap: boolean) => {
    asked.add(listener)
    snapshots.ask(
      (found) => {
        asked.delete(listener)
        const rateMs = memberships.get(listener)?.lane.rateMs
        if (!found || rateMs === undefined || behind.get(listener) !== hasGap) return
        if (hasGap && !listener.offer(frameOf('gap', found.s, { why: 'slow' }, null))) return
        if (!listener.offer(found.frame)) return
        behind.delete(listener)
        seat(listener, rateMs, found.s, found.tail)
      },
      () => asked.delete(listener),
    )
  }
  return {
    behind,
    offer: (listener: Listener, frame: string) => {
      if (!behind.has(listener) && !listener.offer(frame)) behind.set(listener, true)
    },
    /** Its own listeners are sent a snapshot instead of deltas; a gap that has been promised stays so. */
    skip: (listeners: Iterable<Listener>) => {
      for (const listener of listeners) if (!behind.has(listener)) behind.set(listener, false)
    },
    catchUpAll: () => {
      for (const [listener, hasGap] of behind) if (listener.hasRoom() && !asked.has(listener)) catchUp(listener, hasGap)
    },
  }
}

/**
 * One channel, with a lane for each rate its subscribers asked for. A lane collects changes, builds each frame once,
 * and sends the same text to all. A subscriber that joins mid-interval gets its own cohort, so existing subscribers are
 * not flushed early. A subscriber whose buffer is full is marked slow, gets no deltas, and is sent a gap and a snapshot
 * when its buffer has room again.
 */
export function createLanes({ name, epoch, now, merge, snap }: LanePorts) {
  const frameOf: FrameOf = (k, s, d, b) =>
    JSON.stringify({ c: name, k, e: epoch(), s, ...(b !== null && { b }), d, t: now() })
  const snapshots = createSnapshots({ snap, frameOf })
  const seats = createSeats(merge)
  const slow = createSlow({ frameOf, snapshots, seats })
  const { lanes, memberships, seat, detach } = seats
  /** The pending deltas of a cohort as frames; after an overflow none, and its listeners are sent a snapshot instead. */
  const pendingFrames = ({ pending, isOverflown, listeners }: Cohort): string[] => {
    if (!isOverflown) return pending.map(({ s, d, b }) => frameOf('delta', s, d, b))
    slow.skip(listeners)
    return []
  }
  /** Sends each cohort its pending frames; all have the same sequence then. */
  const flushLane = (lane: Lane) => {
    for (const cohort of lane.cohorts) {
      for (const frame of pendingFrames(cohort)) for (const listener of cohort.listeners) slow.offer(listener, frame)
      cohort.sentS = cohort.pending.at(-1)?.s ?? cohort.sentS
      cohort.pending = []
      cohort.isOverflown = false
    }
    seats.join(lane)
  }
  return {
    /** Discards the cached snapshot. */
    invalidate: snapshots.invalidate,
    take: (change: Change) => {
      snapshots.take(change)
      for (const { cohorts } of lanes.values()) for (const cohort of cohorts) add(cohort, change, merge)
    },
    /** Sends on every lane that is due at `at`, and tries to bring those up to date that are behind. */
    tick: (at: number) => {
      for (const lane of lanes.values()) {
        if (at < lane.dueAt) continue
        lane.dueAt = at + lane.rateMs
        flushLane(lane)
      }
      slow.catchUpAll()
    },
    /** True when the listener is subscribed, not behind, and was last sent sequence `s`. */
    isCurrent: (listener: Listener, s: number) => {
      const membership = memberships.get(listener)
      return membership !== undefined && membership.cohort.sentS === s && !slow.behind.has(listener)
    },
    /** Subscribes a listener from a snapshot, which is null when no such channel exists; it does not count as slow. */
    follow: (listener: Listener, rateMs: number): Maybe<{ s: number; frame: string } | null> =>
      maybeOf((done, failed) =>
        snapshots.ask((found) => {
          slow.behind.delete(listener)
          if (found) seat(listener, rateMs, found.s, found.tail)
          done(found)
        }, failed),
      ),
    /** Changes the rate of a listener. */
    rate: (listener: Listener, rateMs: number) => {
      const before = memberships.get(listener)
      if (!before) return
      // The listener leaves its cohort, so its pending frames are sent now; the others keep their interval.
      const { cohort } = before
      if (cohort.isOverflown) slow.skip([listener])
      else for (const frame of pendingFrames(cohort)) slow.offer(listener, frame)
      seat(listener, rateMs, cohort.pending.at(-1)?.s ?? cohort.sentS, [])
    },
    /** What was told may have been missed, or another term has begun: everybody is sent a gap and a snapshot. */
    renew: () => {
      snapshots.renew()
      for (const [listener, { cohort }] of memberships) {
        cohort.pending = []
        cohort.isOverflown = false
        slow.behind.set(listener, true)
      }
    },
    leave: (listener: Listener) => {
      detach(listener)
      slow.behind.delete(listener)
    },
    isEmpty: () => lanes.size === 0 && !snapshots.isAwaited(),
  }
}
/** What `begin` gives to its first argument: at once where it does so at once. */
function maybeOf<T>(begin: (done: (value: T) => void, failed: (thrown: unknown) => void) => void): Maybe<T> {
  const given: T[] = []
  let later: { done: (value: T) => void; failed: (thrown: unknown) => void } | null = null
  begin(
    (value) => (later ? later.done(value) : given.push(value)),
    (thrown) => {
      if (!later) throw thrown
      later.failed(thrown)
    },
  )
  const [value] = given
  return value !== undefined ? value : new Promise((done, failed) => (later = { done, failed }))
}
export type Lanes = ReturnType<typeof createLanes>
