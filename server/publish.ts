import type { Change, ChannelFamily, ChannelSource, Snap } from './core/feature.ts'
import type { Maybe } from './core/maybe.ts'

type Ports = {
  sources: readonly ChannelSource[]
  /** Reads between two groups and hands over when the group before is durable. */
  cut: <T>(read: () => T, then: (value: T) => void) => void
  now: () => number
}
/** What was drained this recently is shown as it is: a crowd that subscribes at once does not cost a drain each. */
const freshMs = 50

/** The public channels of all features: what has changed, and each channel as a whole. Nothing is shown before it is durable. */
export function createPublisher({ sources, cut, now }: Ports) {
  const families = new Map<string, ChannelFamily>(sources.flatMap((source) => Object.entries(source.families)))
  const listeners = new Set<(changes: readonly Change[]) => void>()
  let drainedAt = Number.NEGATIVE_INFINITY

  /** Calls back when the changes up to now are durable and every listener has them. */
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
  const read = (name: string) => {
    const [family = '', ...parts] = name.split(':')
    return { family: families.get(family), parts }
  }
  return {
    drain,
    /** Follows the changes of all channels; the returned function ends it. */
    listen: (listener: (changes: readonly Change[]) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** True when there is a public channel of that name. */
    has: (name: string) => {
      const { family, parts } = read(name)
      return family?.has(parts) ?? false
    },
    /** A channel as a whole, as of the last drain; null when there is none of that name. */
    snap: (name: string): Snap | null => {
      const { family, parts } = read(name)
      return family?.snap(parts) ?? null
    },
    /** Drains unless that was done just now. */
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
export type Publisher = ReturnType<typeof createPublisher>
