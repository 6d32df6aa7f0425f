import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  asyncScheduler, catchError, combineLatest, defer, distinctUntilChanged, EMPTY, exhaustMap, map, switchMap, take,
  timer, type Observable, type SchedulerLike,
} from 'rxjs'
import type { Connection } from './connection.ts'

/** Asks a call that may be asked again at will. */
export type Read = <E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E>) => Promise<Reply<OutputOf<E>>>

/** Whether a poll feeds a widget, checks what the socket feeds it, or rests. */
export type PollMode = 'primary' | 'verify' | 'idle'

/** Polls feed while the socket is away, referee while it is there, and rest while nobody looks. */
export const pollMood$ = ({ ready$ }: Pick<Connection, 'ready$'>, visible$: Observable<boolean>): Observable<PollMode> =>
  combineLatest([visible$, ready$]).pipe(
    map(([isVisible, ready]) => (!isVisible ? 'idle' : ready ? 'verify' : 'primary')),
    distinctUntilChanged(),
  )

export type PollOptions = {
  readonly feedMs: number
  readonly refereeMs?: number
  /** A referee's first look waits its turn when the socket brings the beginning by itself. */
  readonly isPatient?: boolean
  readonly time?: SchedulerLike | undefined
}

/** Asks again and again at the pace of the mood; a failed answer is passed over, the next one is awaited. */
export const polled$ = <T>(pollMode$: Observable<PollMode>, ask: () => Promise<Reply<T>>, pace: PollOptions): Observable<T> =>
  pollMode$.pipe(
    switchMap((mode) => {
      const { feedMs, refereeMs = 30_000, isPatient = false, time = asyncScheduler } = pace
      if (mode === 'idle') return EMPTY
      if (mode === 'primary') return timer(0, feedMs, time)
      return timer(isPatient ? refereeMs : 0, refereeMs, time)
    }),
    exhaustMap(() => answered$(ask)),
  )

/** One answer, or nothing when it was none. */
export const answered$ = <T>(ask: () => Promise<Reply<T>>): Observable<T> =>
  defer(ask).pipe(
    catchError(() => EMPTY),
    switchMap((reply) => (reply.ok ? [reply.value] : [])),
  )

const retryMs = 4000

/** Asks until there is an answer. */
export const untilAnswered$ = <T>(ask: () => Promise<Reply<T>>, time: SchedulerLike = asyncScheduler): Observable<T> =>
  timer(0, retryMs, time).pipe(exhaustMap(() => answered$(ask)), take(1))
