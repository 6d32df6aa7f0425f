import { createSorted, type Sorted } from './sorted.ts'
import { dueKey, type Due, type TriggerRow } from './rows.ts'

const firing = ({ fired, seq, id }: TriggerRow) => ({ key: 0, seq: fired?.no ?? seq, id })
const isBefore = (a: { seq: number; id: number }, b: { seq: number; id: number }) => a.seq - b.seq || a.id - b.id

/**
 * Triggers that are due in each market, in the order in which they fired. Derived from the table: built when it is
 * first looked at.
 */
export function createDueQueues(rowsOf: (key: string) => readonly TriggerRow[], pairsOf: () => readonly number[]) {
  const queues = new Map<string, Sorted>()
  const of = (key: string): Sorted => {
    const known = queues.get(key)
    if (known) return known
    const queue = createSorted()
    for (const row of rowsOf(key)) queue.add(firing(row))
    queues.set(key, queue)
    return queue
  }
  const queueOf = (row: TriggerRow): Sorted | undefined => queues.get(dueKey(row) ?? '')
  return {
    /** A row was replaced by another. */
    move: (before: TriggerRow | null, after: TriggerRow | null) => {
      if (before) queueOf(before)?.remove(firing(before))
      if (after) queueOf(after)?.add(firing(after))
    },
    /** The first of those that may act, over all markets, at most so many. */
    first: (dues: readonly Due[], most: number, mayAct: (due: Due, pair: number) => boolean): readonly number[] => {
      const found: number[] = []
      const heads = dues.flatMap((due) =>
        pairsOf().flatMap((pair) => {
          const rest = of(`${due}|${pair}`).inOrder()
          const { value } = rest.next()
          return value && mayAct(due, pair) ? [{ rest, value }] : []
        }),
      )
      while (heads.length > 0 && found.length < most) {
        const head = heads.reduce((first, each) => (isBefore(each.value, first.value) < 0 ? each : first))
        found.push(head.value.id)
        const { value } = head.rest.next()
        if (value) head.value = value
        else heads.splice(heads.indexOf(head), 1)
      }
      return found
    },
  }
}
export type DueQueues = ReturnType<typeof createDueQueues>
