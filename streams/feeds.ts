import { distinctUntilChanged, type Observable, type SchedulerLike } from 'rxjs'
import { accountFeedsOf } from './account.ts'
import { assetsFeedsOf } from './assets.ts'
import { createServerClock, type TimeSample } from '#streams/kit/clock.ts'
import type { Connection } from '#streams/kit/connection.ts'
import { connectionView$, type ConnectionState } from '#streams/kit/connection-view.ts'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'
import { createOwn } from '#streams/kit/own-channel.ts'
import { pollMood$, type Read } from '#streams/kit/poll.ts'
import { leverFeedsOf } from './lever.ts'
import { marketFeedsOf } from './market.ts'
import { optionFeedsOf } from './option.ts'
import { spotFeedsOf } from './spot.ts'

/** What the streams need from the world. */
export type FeedPorts = {
  /** The socket as `connectionLogic` hands it out. */
  readonly connection: Connection
  readonly view$: Observable<ConnectionState>
  /** Grows with each login; null while nobody is logged in. Repeats its last value. */
  readonly login$: Observable<number | null>
  /** Asks over HTTP, quietly: no overlay, no toast. */
  readonly read: Read
  /** Every answer that told the server's time, by HTTP and by ping. */
  readonly samples$: Observable<TimeSample>
  /** The device slept or its clock was set: samples from before are worth nothing. */
  readonly jumps$: Observable<unknown>
  /** Milliseconds of a clock that never jumps. */
  readonly steadyMs: () => number
  /** Repeats its last value. */
  readonly visible$: Observable<boolean>
  /** Timers; the tests' own in tests. */
  readonly time?: SchedulerLike
  /** Values leave at most once per tick of it: the animation frame in the app. */
  readonly frame?: SchedulerLike
}

/**
 * Joins the streams of all features over what the world gives: shared, keyed by market, the same stream for the same
 * question. Made once, for as long as the page lives. Each member is explained where its feature makes it.
 */
export function createFeeds(ports: FeedPorts) {
  const { connection, read, steadyMs, time, frame, view$, login$ } = ports
  const visible$ = ports.visible$.pipe(distinctUntilChanged())
  const { estimate$, ...clock } = createServerClock(ports)
  const pollMode$ = pollMood$(connection, visible$)
  const streams: StreamDeps = { connection, read, visible$, pollMode$, steadyMs, time, frame }
  const own = createOwn(streams, login$)
  const deps = { ...streams, own, now: clock.serverNow, known$: clock.serverTime$ }
  const { tradedMarkets$, ...lever } = leverFeedsOf(deps)
  const market = marketFeedsOf(deps, tradedMarkets$)
  return {
    ...clock,
    /** How the socket is, in words a person can be told, and how far away the server is. */
    connection$: connectionView$(view$, estimate$).pipe(shared(time)),
    /** Every event of the caller's own channel, in order. */
    events$: own.events$,
    ...market,
    ...accountFeedsOf(deps),
    ...assetsFeedsOf(deps),
    ...spotFeedsOf(deps),
    ...lever,
    ...optionFeedsOf(deps, market),
  }
}
/** Everything the server tells, as pages receive it. */
export type Feeds = ReturnType<typeof createFeeds>
