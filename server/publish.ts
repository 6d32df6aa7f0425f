import type { Change, ChannelFamily, ChannelSource, MemberFamily, Snap } from './core/feature.ts'
import type { Maybe } from './core/maybe.ts'

type Ports = {
  sources: readonly ChannelSource[]
  /** Calls `read` at a group boundary, and `then` with its value once the group before that boundary is durable. */
  cut: <T>(read: () => T, then: (value: T) => void) => void
  now: () => number
}
/** `refresh` does nothing if the last drain was this recent: many subscriptions at once must not cost a drain each. */
const freshMs = 50

/**
 * The public channels of all features: their changes and their snapshots. Changes are published only when they are
 * durable.
 */
export function createPublisher({ sources, cut, now }: Ports) {
  const families = new Map<string, ChannelFamily>(sources.flatMap((source) => Object.entries(source.families)))
  const memberFamilies = new Map<string, MemberFamily>(
    sources.flatMap((source) => Object.entries(source.members ?? {})),
  )
  const listeners = new Set<(changes: readonly Change[]) => void>()
  let drainedAt = Number.NEGATIVE_INFINITY

  /** Publishes the changes so far; calls `then` when they are durable and every listener has received them. */
  const drain = (then: () => void) => {
    drainedAt = now()
    cut(
      () => sources.flatMap((source) => source.drain()),
      (changes) => {
        for (const listener of listeners) listener(changes)
        then()
      },
    )
  }
  const lookUp = (name: string) => {
    const [family = '', ...parts] = name.split(':')
    return { family: families.get(family), member: memberFamilies.get(family), parts }
  }
  return {
    drain,
    /** Subscribes to the changes of all channels; the returned function unsubscribes. */
    listen: (listener: (changes: readonly Change[]) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** True when a public channel of that name exists. */
    has: (name: string) => {
      const { family, parts } = lookUp(name)
      return family?.has(parts) ?? false
    },
    /** Snapshot of a channel as of the last drain; null when no channel has that name. */
    snap: (name: string): Snap | null => {
      const { family, parts } = lookUp(name)
      return family?.has(parts) === true ? family.snap(parts) : null
    },
    /** The family of a channel that only some users may follow; null for a public channel or none. */
    membersOf: (name: string): { family: MemberFamily; parts: readonly string[] } | null => {
      const { member, parts } = lookUp(name)
      return member ? { family: member, parts } : null
    },
    cut,
    /** Drains unless the last drain was less than `freshMs` ago. */
    refresh: (): Maybe<void> => {
      if (now() - drainedAt < freshMs) return
      let isDone = false
      const pending: { done?: () => void } = {}
      drain(() => {
        isDone = true
        pending.done?.()
      })
      if (isDone) return
      return new Promise((done) => {
        pending.done = done
      })
    },
  }
}
