import { distinctUntilChanged, EMPTY, filter, fromEvent, interval, map, merge, pairwise, scan, startWith, switchMap, type Observable, type SchedulerLike } from 'rxjs'

type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Whether somebody can see the page. */
export const visible$ = (page: Target & { readonly visibilityState: string }): Observable<boolean> =>
  fromEvent(page, 'visibilitychange').pipe(
    startWith(null),
    map(() => page.visibilityState === 'visible'),
    distinctUntilChanged(),
  )

/** What the device says about its network: a hint to wait, never a reason to close, never a proof. */
export const online$ = (frame: Target, isOnline: () => boolean): Observable<boolean> =>
  merge(fromEvent(frame, 'online').pipe(map(() => true)), fromEvent(frame, 'offline').pipe(map(() => false))).pipe(
    startWith(isOnline()),
    distinctUntilChanged(),
  )

/** The page came back out of the browser's cache. */
export const returned$ = (frame: Target): Observable<unknown> => fromEvent(frame, 'pageshow')

/** Speaks when the wall clock left the steady one by more than a second: the device slept, or its clock was set. */
export const jumps$ = (wallMs: () => number, steadyMs: () => number, time?: SchedulerLike): Observable<number> =>
  interval(1000, time).pipe(
    map(() => wallMs() - steadyMs()),
    startWith(wallMs() - steadyMs()),
    scan((held, drift) => ({ drift, jumpMs: held === null ? 0 : drift - held.drift }), nowhere),
    map((held) => held?.jumpMs ?? 0),
    filter((jumpMs) => Math.abs(jumpMs) > 1000),
  )

const nowhere: { drift: number; jumpMs: number } | null = null

const stallMs = 5000

/**
 * Speaks when a visible page had no turn for long: it was frozen, or the device slept and its steady clock with it or not.
 * A hidden page has few turns and is not meant.
 */
export const stalls$ = (visible$: Observable<boolean>, steadyMs: () => number, time?: SchedulerLike): Observable<unknown> =>
  visible$.pipe(
    switchMap((isVisible) => (isVisible ? interval(1000, time).pipe(startWith(0), map(steadyMs), pairwise()) : EMPTY)),
    filter(([before, now]) => now - before > stallMs),
  )
