import type { Reply } from '#contract/wire/reply.ts'
import type { Feeds } from '#streams/feeds.ts'
import { untilAnswered$ } from '#streams/kit/poll.ts'
import { switchMap, type Observable, type SchedulerLike } from 'rxjs'

/**
 * What a page reads after events that it was to hear are gone for good: once for each such hole, until it is answered.
 */
export const readAgain$ = <T>(
  { renewed$ }: Pick<Feeds, 'renewed$'>,
  read: () => Promise<Reply<T>>,
  time?: SchedulerLike,
): Observable<T> => renewed$.pipe(switchMap(() => untilAnswered$(read, time)))
