import { isOptionOrderOver, option, type OptionOrder } from '#contract/option.ts'
import { defer, filter, merge, mergeMap, tap, type Observable, type SchedulerLike } from 'rxjs'
import { untilAnswered$, type Read } from '#streams/kit/poll.ts'

/**
 * How stakes end, each once: by its event, or, when one has left the open ones without an event, by a read.
 * Without a socket, or after a sleep longer than the server keeps events, there is no event.
 */
export const stakeEnds$ = (
  events$: Observable<OptionOrder>,
  open$: Observable<readonly OptionOrder[]>,
  read: Read,
  time?: SchedulerLike,
): Observable<OptionOrder> =>
  defer(() => {
    const ended = new Set<number>()
    let held: readonly number[] = []
    const gone = (open: readonly OptionOrder[]) => {
      const before = held
      held = open.map(({ id }) => id)
      return before.filter((id) => !held.includes(id) && !ended.has(id))
    }
    const unheard$ = open$.pipe(
      mergeMap(gone),
      mergeMap((id) => untilAnswered$(() => read(option.list, { id }), time)),
      mergeMap(({ data }) => data),
    )
    return merge(events$, unheard$).pipe(
      filter((order) => isOptionOrderOver(order) && !ended.has(order.id)),
      tap(({ id }) => ended.add(id)),
    )
  })
