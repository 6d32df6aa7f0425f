import type { Failpoint } from './failpoints.ts'
import type { Journal } from './journal.ts'
import type { EventRow, KeyRow, Store } from './store-port.ts'
import type { Memory } from './tables.ts'

type Ports = {
  store: Store
  memory: Memory
  journal: Journal
  /** Brings the moment of writing: what has come in until then shares one sync. */
  soon: (work: () => void) => void
  /** After this nothing may be believed any more. */
  onFailure: (thrown: unknown) => void
  failpoint: Failpoint
}
export type Delivery = { events: readonly EventRow[]; after: readonly (() => void)[] }

/**
 * The group commit: rows, journal, events and kept answers of all commands since the last one go to the store in one
 * transaction; only then are answers sent and changes told. Any failure stops the venue: nobody is told anything.
 */
export function createCommit({ store, memory, journal, soon, onFailure, failpoint }: Ports, deliver: (delivery: Delivery) => void) {
  let events: EventRow[] = []
  let keys: KeyRow[] = []
  let after: (() => void)[] = []
  let isDue = false
  let isBroken = false
  let groups = 0

  const flush = () => {
    isDue = false
    if (isBroken) return
    const { rows, evict } = memory.take()
    const delivery = { events, after }
    const group = { rows, entries: journal.take(), events, keys }
    events = []
    keys = []
    after = []
    failpoint('beforeCommit')
    try {
      if (rows.length || group.entries.length || delivery.events.length || group.keys.length) store.commit(group)
    } catch (thrown) {
      isBroken = true
      onFailure(thrown)
      return
    }
    failpoint('afterCommit')
    groups += 1
    evict()
    deliver(delivery)
  }

  return {
    add: (more: { events: readonly EventRow[]; key: KeyRow | null; after: () => void }) => {
      events.push(...more.events)
      if (more.key) keys.push(more.key)
      after.push(more.after)
      if (isDue) return
      isDue = true
      soon(flush)
    },
    /** Writes at once what is waiting: before a snapshot, at the end. */
    flush,
    /** Resolves once all that has been decided is durable: before that nobody may be told what they could not find again. */
    durable: (): Promise<void> => (isDue || isBroken ? new Promise((done) => after.push(done)) : Promise.resolve()),
    isBroken: () => isBroken,
    isWaiting: () => isDue,
    groups: () => groups,
  }
}
export type Commit = ReturnType<typeof createCommit>
