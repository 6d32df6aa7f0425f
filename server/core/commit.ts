import type { Failpoint } from './failpoints.ts'
import type { Journal } from './journal.ts'
import type { Maybe } from './maybe.ts'
import { StoreError } from './store-error.ts'
import type { EventRow, Group, KeyRow, MetaRow, Store } from './store-port.ts'
import type { Memory } from './tables.ts'

type Ports = {
  append: Store['append']
  memory: Memory
  journal: Journal
  /** Schedules the closing of a group: all commands until then share one append. */
  soon: (work: () => void) => void
  /** Called once, when an append fails; nothing is acknowledged after that. */
  onFailure: (thrown: unknown) => void
  failpoint: Failpoint
  /** Called when a group did not fit on the disk; true if room was made, so that it is worth trying again at once. */
  onFull: () => boolean
  /** Schedules the next attempt to append a group that did not fit. */
  later: (work: () => void) => void
}
export type Delivery = { events: readonly EventRow[]; after: readonly (() => void)[] }

type PendingGroup = {
  events: EventRow[]
  keys: KeyRow[]
  meta: MetaRow[]
  after: (() => void)[]
  cuts: (() => () => void)[]
}
const emptyGroup = (): PendingGroup => ({ events: [], keys: [], meta: [], after: [], cuts: [] })
const isEmpty = ({ rows, entries, events, keys, meta }: Group) =>
  rows.length + entries.length + events.length + keys.length + meta.length === 0

/**
 * Appends one group at a time. A group that does not fit on the disk is held and appended again until it fits (SF6).
 */
function createAppender(
  { append, onFull, later }: Pick<Ports, 'append' | 'onFull' | 'later'>,
  fail: Ports['onFailure'],
) {
  /** Callbacks for when the append in flight is durable; null while none is in flight. */
  let inFlight: (() => void)[] | null = null
  /** True while a group waits for room on the disk. */
  let isHeld = false
  /** `stored` is given the callbacks that came during the append; null if it was stored at once. */
  const attempt = (group: Group, stored: (late: (() => void)[] | null) => void): void => {
    const fitted = () => {
      isHeld = false
      const late = inFlight
      inFlight = null
      stored(late)
    }
    const failed = (thrown: unknown) => {
      if (!(thrown instanceof StoreError) || thrown.trouble !== 'diskFull') return fail(thrown)
      inFlight ??= []
      isHeld = true
      const again = () => {
        if (isHeld) attempt(group, stored)
      }
      return onFull() ? again() : later(again)
    }
    let pending: Maybe<void>
    try {
      pending = append(group)
    } catch (thrown) {
      return failed(thrown)
    }
    if (!(pending instanceof Promise)) return fitted()
    inFlight ??= []
    pending.then(fitted, failed)
  }
  return {
    attempt,
    inFlight: () => inFlight,
    isHeld: () => isHeld,
    giveUp: () => {
      isHeld = false
    },
  }
}

/** What the next group gathers: events, keys and values are stored with it, the rest is called after it. */
function createGathering({ memory, journal }: Pick<Ports, 'memory' | 'journal'>) {
  let next = emptyGroup()
  return {
    add: (more: { events: readonly EventRow[]; key: KeyRow | null; after: () => void }) => {
      next.events.push(...more.events)
      if (more.key) next.keys.push(more.key)
      next.after.push(more.after)
    },
    addMeta: (row: MetaRow) => void next.meta.push(row),
    addAfter: (then: () => void) => void next.after.push(then),
    addCut: <T>(read: () => T, then: (value: T) => void) =>
      void next.cuts.push(() => {
        const value = read()
        return () => then(value)
      }),
    /** Closes the group: what is stored, and what is delivered and dropped from memory once it is. */
    close: () => {
      const { events, keys, meta, after, cuts } = next
      next = emptyGroup()
      const { rows, evict } = memory.take()
      const group: Group = { rows, entries: journal.take(), events, keys, meta }
      const cutAfter = cuts.map((cut) => cut())
      const delivery = (late: readonly (() => void)[]): Delivery => ({
        events,
        after: [...after, ...cutAfter, ...late],
      })
      return { group, evict, delivery }
    },
  }
}

/**
 * Group commit: the rows, journal entries, events and stored answers of all commands since the last group go to the
 * store in one append; answers and events are sent only after it. Commands decided while an append is in flight go into
 * the next group; at most one append is in flight, so groups are stored in the order of decisions. A failed append
 * stops the venue: nothing is acknowledged or sent any more.
 */
export function createCommit(ports: Ports, deliver: (delivery: Delivery) => void) {
  const { soon, onFailure, failpoint } = ports
  let isDue = false
  let isBroken = false
  let groups = 0
  const next = createGathering(ports)
  const appender = createAppender(ports, (thrown) => {
    isBroken = true
    onFailure(thrown)
  })
  /** Closes the gathering group and appends it. */
  const take = () => {
    isDue = false
    const { group, evict, delivery } = next.close()
    const done = (late: readonly (() => void)[]) => {
      failpoint('afterCommit')
      groups += 1
      evict()
      deliver(delivery(late))
    }
    failpoint('beforeCommit')
    if (isEmpty(group)) return done([])
    appender.attempt(group, (late) => {
      done(late ?? [])
      // Commands decided during the append form the next group.
      if (late && isDue) flush()
    })
  }
  /** Closes the gathering group at once, or right after the append that is in flight. */
  const flush = () => {
    if (isBroken) return
    if (appender.inFlight()) isDue = true
    else take()
  }
  const close = () => {
    if (isDue) return
    isDue = true
    if (!appender.inFlight()) soon(() => isDue && !appender.inFlight() && flush())
  }
  /** Calls back when everything decided so far is durable; synchronously if it already is. */
  const whenDurable = (then: () => void) => {
    const inFlight = appender.inFlight()
    if (isDue || isBroken) next.addAfter(then)
    else if (inFlight) inFlight.push(then)
    else then()
  }

  return {
    add: (...more: Parameters<typeof next.add>) => {
      next.add(...more)
      close()
    },
    /** Stores a `meta` value with the next group. */
    addMeta: (row: MetaRow) => {
      next.addMeta(row)
      close()
    },
    flush,
    whenDurable,
    /**
     * Resolves when everything decided so far is durable. An answer sent earlier could describe a state that a crash
     * loses.
     */
    durable: (): Maybe<void> => {
      if (!isDue && !isBroken && !appender.inFlight()) return
      return new Promise((done) => whenDurable(done))
    },
    /**
     * Calls `read` exactly at a group boundary and passes its value to `then` once the group before that boundary is
     * durable.
     */
    cut: <T>(read: () => T, then: (value: T) => void) => {
      next.addCut(read, then)
      flush()
    },
    isBroken: () => isBroken,
    /** True while a group is decided but waits for room on the disk. */
    isHeld: appender.isHeld,
    /** Stops trying to append a group that does not fit; nothing of it was acknowledged. */
    giveUp: () => {
      appender.giveUp()
      isBroken = true
    },
    groups: () => groups,
  }
}
export type Commit = ReturnType<typeof createCommit>
