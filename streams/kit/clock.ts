import {
  asyncScheduler,
  defer,
  EMPTY,
  expand,
  map,
  merge,
  of,
  scan,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import { shared } from './deps.ts'

/**
 * One measurement of the server's clock, in milliseconds. `askedAt` and `answeredAt` are instants of this device's
 * steady clock; `serverAt` is what the server's clock said in between.
 */
export type TimeSample = { readonly askedAt: number; readonly answeredAt: number; readonly serverAt: number }

/** The client's estimate of the server's clock: the sample with the shortest round trip of the last eight. */
export type ClockEstimate = TimeSample & { readonly tripMs: number }

const maxSamples = 8
const slewShare = 0.2
const farMs = 2000

/** The estimate after each sample; null after a jump of the device's clock, until a new sample arrives. */
export const clockEstimate$ = (
  samples$: Observable<TimeSample>,
  jumps$: Observable<unknown>,
): Observable<ClockEstimate | null> =>
  merge(samples$, jumps$.pipe(map(() => null))).pipe(
    scan((held: readonly TimeSample[], sample) => (sample ? [...held, sample].slice(-maxSamples) : []), []),
    map((held) => held.reduce<ClockEstimate | null>((best, sample) => quicker(best, sample), null)),
  )

/** Upper bound of the server's clock at an instant of the steady clock: assumes that the request took no time. */
export const latestAt = ({ askedAt, serverAt }: ClockEstimate, steadyMs: number) => serverAt + steadyMs - askedAt
/** The server time that is displayed, and the instant of the steady clock at which it was computed. */
type DisplayedTime = { readonly shown: number; readonly at: number }

/**
 * The next displayed time. It jumps forward at once, so that no countdown shows more time than the server grants;
 * while it is ahead it runs a fifth slower, or stands still when it is more than 2 s ahead; it never runs backwards.
 */
export function advance(held: DisplayedTime | null, estimate: ClockEstimate, steadyMs: number): DisplayedTime {
  const latest = latestAt(estimate, steadyMs)
  if (held === null) return { shown: latest, at: steadyMs }
  const passed = Math.max(steadyMs - held.at, 0)
  const aheadMs = held.shown + passed - latest
  if (aheadMs <= 0) return { shown: latest, at: steadyMs }
  const slowed = held.shown + (aheadMs > farMs ? 0 : passed * (1 - slewShare))
  return { shown: Math.max(latest, slowed), at: steadyMs }
}

/** The server's time, emitted at each of its whole seconds; silent while there is no estimate. */
export const serverTime$ = (
  clockEstimate$: Observable<ClockEstimate | null>,
  steadyMs: () => number,
  time: SchedulerLike = asyncScheduler,
): Observable<number> =>
  defer(() => {
    let held: DisplayedTime | null = null
    const read = (estimate: ClockEstimate) => {
      held = advance(held, estimate, steadyMs())
      return held.shown
    }
    const next$ = (now: number, estimate: ClockEstimate) =>
      timer(1000 - (now % 1000), time).pipe(map(() => read(estimate)))
    return clockEstimate$.pipe(
      switchMap((estimate) => (estimate ? of(read(estimate)).pipe(expand((now) => next$(now, estimate))) : EMPTY)),
    )
  })

const quicker = (best: ClockEstimate | null, sample: TimeSample): ClockEstimate => {
  const tripMs = sample.answeredAt - sample.askedAt
  return best !== null && best.tripMs <= tripMs ? best : { ...sample, tripMs }
}

type ClockPorts = {
  readonly samples$: Observable<TimeSample>
  readonly jumps$: Observable<unknown>
  readonly steadyMs: () => number
  readonly time?: SchedulerLike
}
/** The server's clock for all readers: as a stream by the second, and on request. */
export function createServerClock({ samples$, jumps$, steadyMs, time }: ClockPorts) {
  const estimate$ = clockEstimate$(samples$, jumps$).pipe(shared(time))
  let estimate: ClockEstimate | null = null
  // Subscribed here, because `serverNow` has to work without another subscriber. A jump keeps the last estimate.
  estimate$.subscribe((next) => {
    estimate = next ?? estimate
  })
  return {
    estimate$,
    /** The latest the server's clock can be, in epoch milliseconds; emitted at each of its whole seconds. */
    serverTime$: serverTime$(estimate$, steadyMs, time).pipe(shared(time)),
    /** The same at this instant; 0 until the server's time is known. */
    serverNow: () => (estimate ? Math.floor(latestAt(estimate, steadyMs())) : 0),
  }
}
