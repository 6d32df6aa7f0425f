import { combineLatest, map, startWith, type Observable } from 'rxjs'
import type { ClockEstimate } from './clock.ts'

/** How the socket is, in words a person can be told. */
export type ConnectionState = {
  readonly state: 'live' | 'checking' | 'connecting' | 'reconnecting' | 'offline' | 'polling' | 'stopped'
  readonly reason: string | null
}
export type ConnectionView = ConnectionState & { readonly rttMs: number | null; readonly clockErrorMs: number | null }

/** The same with what the clock's estimate says of the way there and back. */
export const connectionView$ = (
  state$: Observable<ConnectionState>,
  estimate$: Observable<ClockEstimate | null>,
): Observable<ConnectionView> =>
  combineLatest([state$, estimate$.pipe(startWith(null))]).pipe(
    map(([state, known]) => ({
      ...state, rttMs: known?.tripMs ?? null, clockErrorMs: known ? known.tripMs / 2 : null,
    })),
  )
