import type { RowId } from './table-def.ts'

type Entry = { readonly at: number; readonly id: RowId }
const isBefore = (one: Entry, other: Entry) => one.at < other.at || (one.at === other.at && one.id < other.id)
/** The heap is made anew when it is this large and has more than so many entries for each row. */
const minSize = 1024
const maxPerRow = 2

/**
 * The ids of rows by a number, least first: a binary heap. An entry of a row that was changed or removed stays until it
 * comes to the top, or until there are too many of them.
 */
export function createLeast<R>(
  { get, size }: { get: (id: RowId) => R | undefined; size: () => number },
  numberOf: (row: R) => number,
) {
  let heap: Entry[] = []

  const push = (entry: Entry) => {
    let at = heap.length
    heap.push(entry)
    for (let parent = (at - 1) >> 1; at > 0; at = parent, parent = (at - 1) >> 1) {
      const above = heap[parent]
      if (above === undefined || !isBefore(entry, above)) break
      heap[at] = above
      heap[parent] = entry
    }
  }
  const pop = (): Entry | undefined => {
    const top = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return top
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1
      const least = heap[child]
      if (least === undefined || !isBefore(least, last)) break
      heap[at] = least
      at = child
    }
    heap[at] = last
    return top
  }
  const isValid = ({ at, id }: Entry) => {
    const row = get(id)
    return row !== undefined && numberOf(row) === at
  }
  return {
    /** Called before the table changes. */
    add: (id: RowId, row: R) => {
      // A sorted list is a heap.
      if (heap.length > minSize && heap.length > maxPerRow * size())
        heap = heap.filter(isValid).toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
      push({ at: numberOf(row), id })
    },
    upTo: (most: number): RowId[] => {
      const found: Entry[] = []
      for (let top = heap[0]; top !== undefined && top.at <= most; top = heap[0]) {
        pop()
        // A row that came back to a number it had before has two entries there.
        if (isValid(top) && found.at(-1)?.id !== top.id) found.push(top)
      }
      for (const entry of found) push(entry)
      return found.map(({ id }) => id)
    },
  }
}
