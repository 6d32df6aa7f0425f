import type { Due, TriggerRow } from './rows.ts'

/**
 * Triggers that are due, in the order in which they fired. Derived from the table: forgotten when a command that
 * changed
 * it is rolled back, and built again.
 */
export function createDueQueues(rowsOf: (due: Due) => readonly TriggerRow[]) {
  const queues = new Map<Due, Set<number>>()
  const firing = ({ fired, seq }: TriggerRow) => fired?.no ?? seq
  const of = (due: Due): Set<number> => {
    const queue =
      queues.get(due) ??
      new Set(
        rowsOf(due)
          .toSorted((a, b) => firing(a) - firing(b))
          .map(({ id }) => id),
      )
    queues.set(due, queue)
    return queue
  }
  return {
    /** The row goes to the end of its queue. */
    add: (due: Due, id: number) => {
      queues.get(due)?.delete(id)
      queues.get(due)?.add(id)
    },
    remove: (due: Due, id: number) => void queues.get(due)?.delete(id),
    forget: () => queues.clear(),
    /** The first of a queue, at most so many. */
    first: (due: Due, most: number): readonly number[] => {
      const found: number[] = []
      for (const id of of(due)) {
        if (found.length === most) break
        found.push(id)
      }
      return found
    },
  }
}
export type DueQueues = ReturnType<typeof createDueQueues>
