import { distinctUntilChanged, map, takeWhile, type Observable } from 'rxjs'

/** Whole seconds left until an instant of the server's clock; completes after emitting 0 once. */
export const countdown$ = (serverTime$: Observable<number>, deadlineMs: number): Observable<number> =>
  serverTime$.pipe(
    map((now) => Math.max(0, Math.ceil((deadlineMs - now) / 1000))),
    distinctUntilChanged(),
    takeWhile((left) => left > 0, true),
  )
