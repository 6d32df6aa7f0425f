import { combineLatest, map, startWith, type Observable } from 'rxjs'
import type { ClockEstimate } from './clock.ts'

/** The state of the socket, in terms that the interface shows. */
export type ConnectionState = {
  readonly state: 'live' | 'checking' | 'connecting' | 'reconnecting' | 'offline' | 'polling' | 'stopped'
  readonly reason: string | null
}
export type ConnectionView = ConnectionState & { readonly rttMs: number | null; readonly clockErrorMs: number | null }

/** The same with the round trip time and the clock error of the clock estimate. */
export const connectionView$ = (
  state$: Observable<ConnectionState>,
  estimate$: Observable<ClockEstimate | null>,
): Observable<ConnectionView> =>
  combineLatest([state$, estimate$.pipe(startWith(null))]).pipe(
    map(([state, known]) => ({
      ...state,
      rttMs: known?.tripMs ?? null,
      clockErrorMs: known ? known.tripMs / 2 : null,
    })),
  )
