import {
  distinctUntilChanged,
  EMPTY,
  filter,
  fromEvent,
  interval,
  map,
  merge,
  pairwise,
  scan,
  startWith,
  switchMap,
  type Observable,
  type SchedulerLike,
} from 'rxjs'

type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Whether the page is visible. */
export const visible$ = (page: Target & { readonly visibilityState: string }): Observable<boolean> =>
  fromEvent(page, 'visibilitychange').pipe(
    startWith(null),
    map(() => page.visibilityState === 'visible'),
    distinctUntilChanged(),
  )

/** What the device reports about its network: a hint to wait, never a reason to close, never a proof. */
export const online$ = (frame: Target, isOnline: () => boolean): Observable<boolean> =>
  merge(fromEvent(frame, 'online').pipe(map(() => true)), fromEvent(frame, 'offline').pipe(map(() => false))).pipe(
    startWith(isOnline()),
    distinctUntilChanged(),
  )

/** The page was restored from the browser's back/forward cache. */
export const returned$ = (frame: Target): Observable<unknown> => fromEvent(frame, 'pageshow')

/** Emits the difference when wall clock and steady clock diverge by more than a second: sleep, or a clock change. */
export const jumps$ = (wallMs: () => number, steadyMs: () => number, time?: SchedulerLike): Observable<number> =>
  interval(1000, time).pipe(
    map(() => wallMs() - steadyMs()),
    startWith(wallMs() - steadyMs()),
    scan((held, drift) => ({ drift, jumpMs: held === null ? 0 : drift - held.drift }), noDrift),
    map((held) => held?.jumpMs ?? 0),
    filter((jumpMs) => Math.abs(jumpMs) > 1000),
  )

const noDrift: { drift: number; jumpMs: number } | null = null

const stallMs = 5000

/**
 * Emits when a visible page ran no timer for over 5 s: it was frozen, or the device slept, whether or not its steady
 * clock went on. A hidden page is left out, because browsers throttle its timers.
 */
export const stalls$ = (
  visible$: Observable<boolean>,
  steadyMs: () => number,
  time?: SchedulerLike,
): Observable<unknown> =>
  visible$.pipe(
    switchMap((isVisible) => (isVisible ? interval(1000, time).pipe(startWith(0), map(steadyMs), pairwise()) : EMPTY)),
    filter(([before, now]) => now - before > stallMs),
  )
