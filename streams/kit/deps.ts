import { ReplaySubject, share, timer, type MonoTypeOperatorFunction, type Observable, type SchedulerLike } from 'rxjs'
import type { Connection } from './connection.ts'
import type { PollMode, Read } from './poll.ts'

/** What every stream of a market or of the caller stands on. */
export type StreamDeps = {
  readonly connection: Connection
  readonly read: Read
  readonly visible$: Observable<boolean>
  readonly pollMode$: Observable<PollMode>
  readonly steadyMs: () => number
  readonly time?: SchedulerLike | undefined
  readonly frame?: SchedulerLike | undefined
}

/** The parts of a room a channel needs. */
export const channelOf = ({ connection, time }: StreamDeps) => ({ connection, ...(time && { time }) })

/** A quick back and forth between two pages must not cost a snapshot. */
const teardownMs = 5000

/** One stream for all who listen, its last value at once for who comes later; it outlives its last listener by 5 s. */
export const shared = <T>(time?: SchedulerLike): MonoTypeOperatorFunction<T> =>
  share({ connector: () => new ReplaySubject<T>(1), resetOnRefCountZero: () => timer(teardownMs, time) })

/** Makes each thing once per name. */
export function once<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const fresh = make(name)
    made.set(name, fresh)
    return fresh
  }
}
