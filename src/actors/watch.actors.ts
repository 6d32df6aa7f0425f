import type { News } from '#machines/kit/follow.ts'
import type { ListNews } from '#machines/kit/follow-list.ts'
import type { Live } from '#streams/kit/live.ts'
import { map, merge, NEVER, type Observable } from 'rxjs'
import { fromEventObservable } from 'xstate'

/** Watches an entity by its copies, pushed and read, and by the server's clock where it has deadlines. */
export const watchLogic = <E, W = never>(
  copies$: (first: E) => Observable<{ readonly copy: E; readonly why?: W | null }>,
  now$: Observable<number> = NEVER,
) =>
  fromEventObservable<News<E, W>, { copy: E }>(({ input }) =>
    merge(
      copies$(input.copy).pipe(map(({ copy, why = null }) => ({ type: 'copy.received' as const, copy, why }))),
      now$.pipe(map((now) => ({ type: 'clock.ticked' as const, now }))),
    ),
  )

/** Watches a list of open entities, and those that are over. */
export const watchListLogic = <E>(open$: Observable<Live<readonly E[]>>, over$: Observable<E>) =>
  fromEventObservable<ListNews<E>, void>(() =>
    merge(
      open$.pipe(
        map(({ value: list, freshness }) => ({ type: 'list.received' as const, list, isStale: freshness === 'stale' })),
      ),
      over$.pipe(map((copy) => ({ type: 'copy.received' as const, copy }))),
    ),
  )
