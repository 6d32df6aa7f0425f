import { isOptionOrderOver, option, type OptionOrder } from '#contract/option/option.ts'
import { defer, filter, merge, mergeMap, tap, type Observable, type SchedulerLike } from 'rxjs'
import { untilAnswered$, type Read } from '#streams/kit/poll.ts'

/**
 * Each option order that ends, once: by its event or, if one left the open orders without an event, by a read. There is
 * no event without a socket, or after a sleep longer than the server keeps events.
 */
export const optionEnds$ = (
  events$: Observable<OptionOrder>,
  open$: Observable<readonly OptionOrder[]>,
  read: Read,
  time?: SchedulerLike,
): Observable<OptionOrder> =>
  defer(() => {
    const ended = new Set<number>()
    let held: readonly number[] = []
    const takeGone = (open: readonly OptionOrder[]) => {
      const before = held
      held = open.map(({ id }) => id)
      return before.filter((id) => !held.includes(id) && !ended.has(id))
    }
    const missed$ = open$.pipe(
      mergeMap(takeGone),
      mergeMap((id) => untilAnswered$(() => read(option.list, { id }), time)),
      mergeMap(({ data }) => data),
    )
    return merge(events$, missed$).pipe(
      filter((order) => isOptionOrderOver(order) && !ended.has(order.id)),
      tap(({ id }) => ended.add(id)),
    )
  })
