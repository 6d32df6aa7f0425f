import { distinctUntilChanged, EMPTY, type Observable, type SchedulerLike } from 'rxjs'
import { createServerClock, type TimeSample } from '#streams/kit/clock.ts'
import type { Connection } from '#streams/kit/connection.ts'
import { connectionView$, type ConnectionState } from '#streams/kit/connection-view.ts'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'
import { createOwn, type PerLogin } from '#streams/kit/own-channel.ts'
import type { OwnPlace } from '#streams/kit/own-start.ts'
import type { Live } from '#streams/kit/live.ts'
import { pollModeOf$, type Read } from '#streams/kit/poll.ts'
import { createLater } from '#streams/kit/later.ts'
import { marketFeedsOf } from './market/market.ts'
import { optionFeedsOf, ownFeedsOf } from './own-feeds.ts'
import type { OwnParts } from './own-parts.ts'

/** What the streams need from outside. */
export type FeedPorts = {
  /** The socket, as `connectionLogic` returns it. */
  readonly connection: Connection
  readonly view$: Observable<ConnectionState>
  /** Grows with each login; null while nobody is logged in. Repeats its last value. */
  readonly login$: Observable<number | null>
  /** The versions of the caller's balances that replies to changes acknowledge. */
  readonly acked$?: Observable<number>
  /** Where the own channel of the login that has just begun starts; null: anew. */
  readonly ownStart?: () => OwnPlace | null
  /** What the streams of a login are made of; without it, it is loaded with the first login. */
  readonly own?: OwnParts
  /** Calls over HTTP without overlay and toast. */
  readonly read: Read
  /** Every reply that carried the server's time, by HTTP and by ping. */
  readonly samples$: Observable<TimeSample>
  /** Emits when the device slept or its clock was set: earlier clock samples are invalid. */
  readonly jumps$: Observable<unknown>
  /** Milliseconds of a clock that never jumps. */
  readonly steadyMs: () => number
  /** Repeats its last value. */
  readonly visible$: Observable<boolean>
  /** Scheduler of the timers; tests pass a virtual one. */
  readonly time?: SchedulerLike
  /** Values are emitted at most once per tick of this scheduler: the animation frame in the app. */
  readonly frame?: SchedulerLike
}

/**
 * Combines the streams of all features. They are shared and cached by their arguments: the same arguments give the same
 * stream. Created once per page load. Each member is documented in the feature that creates it.
 */
export function createFeeds(ports: FeedPorts) {
  const { connection, read, steadyMs, time, frame, view$, login$, acked$ = EMPTY } = ports
  const visible$ = ports.visible$.pipe(distinctUntilChanged())
  const { estimate$, ...clock } = createServerClock(ports)
  const pollMode$ = pollModeOf$(connection, visible$)
  const streams: StreamDeps = { connection, read, visible$, pollMode$, steadyMs, time, frame, acked$ }
  const loadOwn = () => import('./own-parts.ts').then(({ ownParts }) => ownParts)
  const later = createLater(loadOwn, ports.own ?? null, time)
  const own = createOwn({ ...streams, login$, later, ownStart: ports.ownStart })
  const deps = { ...streams, own, later }
  const { tradedMarkets$, ...mine } = ownFeedsOf(deps)
  const market = marketFeedsOf({ ...streams, now: clock.serverNow, known$: clock.serverTime$ }, tradedMarkets$)
  return {
    ...clock,
    /** What is known of the venue's clock; null until a reply has carried it. */
    estimate$,
    /** The connection's state as shown to users, with the round trip time. */
    connection$: connectionView$(view$, estimate$).pipe(shared(time)),
    /** Every event of the caller's own channel, in order. */
    events$: own.events$,
    /** That channel began anew: what was read before may lack events. */
    begun$: own.begun$,
    /** After a hole in that channel: what is not a live value has to be read again. */
    renewed$: own.renewed$,
    /** Makes a live value of the caller, for a stream that is loaded with the part that shows it. */
    ownLive: <T>(make: PerLogin<Live<T>>) => own.live(() => make),
    ...market,
    ...mine,
    ...optionFeedsOf(deps, market),
  }
}
/** All streams of server data, as pages receive them. */
export type Feeds = ReturnType<typeof createFeeds>
