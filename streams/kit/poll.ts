import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  asyncScheduler,
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  map,
  switchMap,
  take,
  tap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import type { Connection } from './connection.ts'

/** Calls an endpoint that only reads, and therefore may be repeated at will. */
export type Read = <E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E>) => Promise<Reply<OutputOf<E>>>

/** Whether polling feeds a view, checks the socket, or pauses. */
export type PollMode = 'primary' | 'verify' | 'idle'

/** Polling is primary while the socket is away, verifies while it is ready, and is idle while the page is hidden. */
export const pollModeOf$ = (
  { ready$ }: Pick<Connection, 'ready$'>,
  visible$: Observable<boolean>,
): Observable<PollMode> =>
  combineLatest([visible$, ready$]).pipe(
    map(([isVisible, ready]) => (!isVisible ? 'idle' : ready ? 'verify' : 'primary')),
    distinctUntilChanged(),
  )

/** The mode of what is polled because no channel carries it: primary as long as the page is visible. */
export const whileVisible$ = (pollMode$: Observable<PollMode>): Observable<PollMode> =>
  pollMode$.pipe(
    map((mode) => (mode === 'idle' ? mode : 'primary')),
    distinctUntilChanged(),
  )

type PollOptions = {
  readonly primaryMs: number
  readonly verifyMs?: number
  /** The first verifying poll waits one interval, because the socket delivers the initial state itself. */
  readonly isVerifyDelayed?: boolean
  /** Until the very first poll, if that is a primary one. */
  readonly firstMs?: number
  readonly time?: SchedulerLike | undefined
}

/**
 * Polls at the interval of the mode; a failed reply is skipped and the next poll awaited. What has just been answered
 * is not asked again because the socket is ready now.
 */
export const polled$ = <T>(
  pollMode$: Observable<PollMode>,
  ask: () => Promise<Reply<T>>,
  options: PollOptions,
): Observable<T> =>
  defer(() => {
    const { primaryMs, verifyMs = 30_000, isVerifyDelayed = false, firstMs = 0, time = asyncScheduler } = options
    let answeredAt = Number.NEGATIVE_INFINITY
    return pollMode$.pipe(
      switchMap((mode, at) => {
        if (mode === 'idle') return EMPTY
        if (mode === 'primary') return timer(at === 0 ? firstMs : 0, primaryMs, time)
        return timer(isVerifyDelayed ? verifyMs : Math.max(0, answeredAt + verifyMs - time.now()), verifyMs, time)
      }),
      exhaustMap(() => answered$(ask)),
      tap(() => (answeredAt = time.now())),
    )
  })

/** The value of one reply; empty when the call failed. */
export const answered$ = <T>(ask: () => Promise<Reply<T>>): Observable<T> =>
  defer(ask).pipe(
    catchError(() => EMPTY),
    switchMap((reply) => (reply.ok ? [reply.value] : [])),
  )

const retryMs = 4000

/** Repeats the call every 4 s until it succeeds. */
export const untilAnswered$ = <T>(ask: () => Promise<Reply<T>>, time: SchedulerLike = asyncScheduler): Observable<T> =>
  timer(0, retryMs, time).pipe(
    exhaustMap(() => answered$(ask)),
    take(1),
  )
