import { ReplaySubject, share, timer, type MonoTypeOperatorFunction, type Observable, type SchedulerLike } from 'rxjs'
import type { Connection } from './connection.ts'
import type { PollMode, Read } from './poll.ts'

/** What the streams of a market or of the caller need from outside. */
export type StreamDeps = {
  readonly connection: Connection
  readonly read: Read
  readonly visible$: Observable<boolean>
  readonly pollMode$: Observable<PollMode>
  readonly steadyMs: () => number
  /** The versions of the caller's balances that replies to changes acknowledge. */
  readonly acked$?: Observable<number>
  readonly time?: SchedulerLike | undefined
  readonly frame?: SchedulerLike | undefined
}

/** The options of a channel that come from the dependencies. */
export const channelDeps = ({ connection, time }: StreamDeps) => ({ connection, ...(time && { time }) })

/** Long enough that going back and forth between two pages does not cost a snapshot. */
const teardownMs = 5000

/** One stream for all subscribers, its last value first; it stays subscribed for 5 s after the last one has left. */
export const shared = <T>(time?: SchedulerLike): MonoTypeOperatorFunction<T> =>
  share({ connector: () => new ReplaySubject<T>(1), resetOnRefCountZero: () => timer(teardownMs, time) })

/** Creates each value once per name and returns the same one from then on. */
export function memoize<T>(create: (name: string) => T): (name: string) => T {
  const cache = new Map<string, T>()
  return (name) => {
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const created = create(name)
    cache.set(name, created)
    return created
  }
}
