import type { Failpoint } from './failpoints.ts'
import type { Journal } from './journal.ts'
import type { Maybe } from './maybe.ts'
import type { EventRow, Group, KeyRow, MetaRow, Store } from './store-port.ts'
import type { Memory } from './tables.ts'

type Ports = {
  append: Store['append']
  memory: Memory
  journal: Journal
  /** Says when a group is closed: everything decided until then shares one append. */
  soon: (work: () => void) => void
  /** Called once when an append fails: from then on nothing is acknowledged. */
  onFailure: (thrown: unknown) => void
  failpoint: Failpoint
}
export type Delivery = { events: readonly EventRow[]; after: readonly (() => void)[] }

type Waiting = { events: EventRow[]; keys: KeyRow[]; meta: MetaRow[]; after: (() => void)[]; cuts: (() => () => void)[] }
const nothingWaits = (): Waiting => ({ events: [], keys: [], meta: [], after: [], cuts: [] })
const isEmpty = ({ rows, entries, events, keys, meta }: Group) => rows.length + entries.length + events.length + keys.length + meta.length === 0

/**
 * Group commit: rows, journal entries, events and stored answers of all commands since the last group go to the store in one
 * append; answers and events leave only after it. While an append is under way the next commands are decided and gather in the
 * next group (depth one, so the order is that of the decisions). Any failure stops the venue: nobody is told anything any more.
 */
export function createCommit({ append, memory, journal, soon, onFailure, failpoint }: Ports, deliver: (delivery: Delivery) => void) {
  let waiting = nothingWaits()
  let isDue = false
  let isBroken = false
  /** What is called when the append that is under way is durable; null while there is none. */
  let inFlight: (() => void)[] | null = null
  let groups = 0

  const fail = (thrown: unknown) => {
    isBroken = true
    onFailure(thrown)
  }
  /** Closes the waiting group and appends it. */
  const take = () => {
    isDue = false
    const { events, keys, meta, after, cuts } = waiting
    waiting = nothingWaits()
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
    const pending = isEmpty(group) ? undefined : tryAppend(group)
    if (isBroken) return
    if (!pending) return done([])
    inFlight = []
    pending.then(() => {
      const late = inFlight ?? []
      inFlight = null
      done(late)
      // What gathered meanwhile is the next group.
      if (isDue) flush()
    }, fail)
  }
  const tryAppend = (group: Group): Maybe<void> => {
    try {
      return append(group)
    } catch (thrown) {
      fail(thrown)
    }
  }
  /** Closes the waiting group at once, unless an append is under way: then it follows that append. */
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
  /** Calls back when everything decided so far is durable; in the same turn if it is already. */
  const whenDurable = (then: () => void) => {
    if (isDue || isBroken) waiting.after.push(then)
    else if (inFlight) inFlight.push(then)
    else then()
  }

  return {
    add: (more: { events: readonly EventRow[]; key: KeyRow | null; after: () => void }) => {
      waiting.events.push(...more.events)
      if (more.key) waiting.keys.push(more.key)
      waiting.after.push(more.after)
      close()
    },
    /** Stores a value of the venue's own with the next group. */
    addMeta: (row: MetaRow) => {
      waiting.meta.push(row)
      close()
    },
    flush,
    whenDurable,
    /** Resolves when everything decided so far is durable: before that nobody may be told what they could not find again. */
    durable: (): Maybe<void> => {
      if (!isDue && !isBroken && !inFlight) return
      return new Promise((done) => whenDurable(done))
    },
    /** Reads a state exactly between two groups, and hands it over when the group before it is durable. */
    cut: <T>(read: () => T, then: (value: T) => void) => {
      waiting.cuts.push(() => {
        const value = read()
        return () => then(value)
      })
      flush()
    },
    isBroken: () => isBroken,
    groups: () => groups,
  }
}
export type Commit = ReturnType<typeof createCommit>
