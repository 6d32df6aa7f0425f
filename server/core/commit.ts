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
 * Group commit: the rows, journal entries, events and stored answers of all commands since the last group go to the
 * store in one
 * append; answers and events are sent only after it. Commands decided while an append is in flight go into the next
 * group; at
 * most one append is in flight, so groups are stored in the order of decisions. A failed append stops the venue:
 * nothing is
 * acknowledged or sent any more. A group that does not fit on the disk is held and appended again until it fits (SF6).
 */
export function createCommit(
  { append, memory, journal, soon, onFailure, failpoint, onFull, later }: Ports,
  deliver: (delivery: Delivery) => void,
) {
  let next = emptyGroup()
  let isDue = false
  let isBroken = false
  /** Callbacks for when the append in flight is durable; null while none is in flight. */
  let inFlight: (() => void)[] | null = null
  /** True while a group waits for room on the disk. */
  let isHeld = false
  let groups = 0

  const fail = (thrown: unknown) => {
    isBroken = true
    onFailure(thrown)
  }
  /** Closes the gathering group and appends it. */
  const take = () => {
    isDue = false
    const { events, keys, meta, after, cuts } = next
    next = emptyGroup()
    const { rows, evict } = memory.take()
    const group = { rows, entries: journal.take(), events, keys, meta }
    const cutAfter = cuts.map((cut) => cut())
    const done = (late: readonly (() => void)[]) => {
      failpoint('afterCommit')
      groups += 1
      evict()
      deliver({ events, after: [...after, ...cutAfter, ...late] })
    }
    failpoint('beforeCommit')
    if (isEmpty(group)) return done([])
    appendGroup(group, () => {
      const late = inFlight
      inFlight = null
      done(late ?? [])
      // Commands decided during the append form the next group.
      if (late && isDue) flush()
    })
  }
  const appendGroup = (group: Group, stored: () => void): void => {
    const fitted = () => {
      isHeld = false
      stored()
    }
    const failed = (thrown: unknown) => {
      if (!(thrown instanceof StoreError) || thrown.trouble !== 'diskFull') return fail(thrown)
      inFlight ??= []
      isHeld = true
      const again = () => {
        if (isHeld) appendGroup(group, stored)
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
  /** Closes the gathering group at once, or right after the append that is in flight. */
  const flush = () => {
    if (isBroken) return
    if (inFlight) isDue = true
    else take()
  }
  const close = () => {
    if (isDue) return
    isDue = true
    if (!inFlight) soon(flushIfDue)
  }
  const flushIfDue = () => {
    if (isDue && !inFlight) flush()
  }
  /** Calls back when everything decided so far is durable; synchronously if it already is. */
  const whenDurable = (then: () => void) => {
    if (isDue || isBroken) next.after.push(then)
    else if (inFlight) inFlight.push(then)
    else then()
  }

  return {
    add: (more: { events: readonly EventRow[]; key: KeyRow | null; after: () => void }) => {
      next.events.push(...more.events)
      if (more.key) next.keys.push(more.key)
      next.after.push(more.after)
      close()
    },
    /** Stores a `meta` value with the next group. */
    addMeta: (row: MetaRow) => {
      next.meta.push(row)
      close()
    },
    flush,
    whenDurable,
    /**
     * Resolves when everything decided so far is durable. An answer sent earlier could describe a state that a crash
     * loses.
     */
    durable: (): Maybe<void> => {
      if (!isDue && !isBroken && !inFlight) return
      return new Promise((done) => whenDurable(done))
    },
    /**
     * Calls `read` exactly at a group boundary and passes its value to `then` once the group before that boundary is
     * durable.
     */
    cut: <T>(read: () => T, then: (value: T) => void) => {
      next.cuts.push(() => {
        const value = read()
        return () => then(value)
      })
      flush()
    },
    isBroken: () => isBroken,
    /** True while a group is decided but waits for room on the disk. */
    isHeld: () => isHeld,
    /** Stops trying to append a group that does not fit; nothing of it was acknowledged. */
    giveUp: () => {
      isHeld = false
      isBroken = true
    },
    groups: () => groups,
  }
}
export type Commit = ReturnType<typeof createCommit>
