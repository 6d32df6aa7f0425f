import {
  defer,
  of,
  retry,
  shareReplay,
  startWith,
  switchMap,
  tap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs'

/** A stream made of parts that come in a file of their own; `before$` until they are here. */
export type Later<P> = <T>(make: (parts: P) => Observable<T>, before$: Observable<T>) => Observable<T>

const againMs = 2000

/** The file is loaded for the first who subscribes, unless it is here, and asked for again while the line is cut. */
export function createLater<P>(load: () => Promise<P>, here: P | null, time?: SchedulerLike): Later<P> {
  let held = here
  const parts$ = defer(load).pipe(
    retry({ delay: () => timer(againMs, time) }),
    tap((parts) => (held = parts)),
    shareReplay(1),
  )
  return (make, before$) =>
    defer(() => (held === null ? parts$.pipe(startWith(null)) : of(held))).pipe(
      switchMap((parts) => (parts === null ? before$ : make(parts))),
    )
}
