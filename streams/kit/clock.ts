import { asyncScheduler, defer, EMPTY, expand, map, merge, of, scan, switchMap, timer, type Observable, type SchedulerLike } from 'rxjs'
import { shared } from './deps.ts'

/** One question about the time; the first two instants are of this device's steady clock. */
export type TimeSample = { readonly askedAt: number; readonly answeredAt: number; readonly serverAt: number }

/** What is believed about the server's clock, by the quickest answer of the last eight. */
export type ClockEstimate = TimeSample & { readonly tripMs: number }

const samplesKept = 8
const slewShare = 0.2
const farMs = 2000

/** The belief after each sample; null after a jump of the device's clock, until a new sample comes. */
export const clockEstimate$ = (samples$: Observable<TimeSample>, jumps$: Observable<unknown>): Observable<ClockEstimate | null> =>
  merge(samples$, jumps$.pipe(map(() => null))).pipe(
    scan((kept: readonly TimeSample[], sample) => (sample ? [...kept, sample].slice(-samplesKept) : []), []),
    map((kept) => kept.reduce<ClockEstimate | null>((best, sample) => quicker(best, sample), null)),
  )

/** The latest the server's clock can be at an instant of the steady clock. */
export const latestAt = ({ askedAt, serverAt }: ClockEstimate, steadyMs: number) => serverAt + steadyMs - askedAt
/** The likeliest reading: for labels and ages, never for deadlines. */
export const middleAt = (estimate: ClockEstimate, steadyMs: number) => latestAt(estimate, steadyMs) - estimate.tripMs / 2

type Hand = { readonly shown: number; readonly at: number }

/**
 * The hand of the clock: jumps forward at once, so that nobody is shown more time than the server grants;
 * runs slower by a fifth while it is ahead, stands still when far ahead, and never runs back.
 */
export function moveHand(hand: Hand | null, estimate: ClockEstimate, steadyMs: number): Hand {
  const truth = latestAt(estimate, steadyMs)
  if (hand === null) return { shown: truth, at: steadyMs }
  const passed = Math.max(steadyMs - hand.at, 0)
  const aheadMs = hand.shown + passed - truth
  if (aheadMs <= 0) return { shown: truth, at: steadyMs }
  const slowed = hand.shown + (aheadMs > farMs ? 0 : passed * (1 - slewShare))
  return { shown: Math.max(truth, slowed), at: steadyMs }
}

/** The server's time, told at each of its whole seconds; silent while nothing is believed. */
export const serverTime$ = (
  clockEstimate$: Observable<ClockEstimate | null>,
  steadyMs: () => number,
  time: SchedulerLike = asyncScheduler,
): Observable<number> =>
  defer(() => {
    let hand: Hand | null = null
    const read = (estimate: ClockEstimate) => {
      hand = moveHand(hand, estimate, steadyMs())
      return hand.shown
    }
    const next$ = (now: number, estimate: ClockEstimate) => timer(1000 - (now % 1000), time).pipe(map(() => read(estimate)))
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
/** The server's clock as everybody reads it: by the second, and at any instant. */
export function createServerClock({ samples$, jumps$, steadyMs, time }: ClockPorts) {
  const estimate$ = clockEstimate$(samples$, jumps$).pipe(shared(time))
  let estimate: ClockEstimate | null = null
  // The one subscription of its own: whoever asks for the instant must not have to listen first.
  estimate$.subscribe((next) => {
    estimate = next ?? estimate
  })
  return {
    estimate$,
    /** The latest the server's clock can be; told at each of its whole seconds. */
    serverTime$: serverTime$(estimate$, steadyMs, time).pipe(shared(time)),
    /** The same at this instant; 0 until the server's time is known. */
    serverNow: () => (estimate ? Math.floor(latestAt(estimate, steadyMs())) : 0),
  }
}
