import { createSearch } from './search.ts'
import type { RowId, TableDef } from './table-def.ts'

const noIds: readonly RowId[] = []

const nothing = () => 0

/** Index of one table's row ids, by unique keys, by groups and by order. */
export function createLookup<R>(
  { name: table, unique = {}, groups = {}, sum = nothing, order, terms }: TableDef<R>,
  rows: ReadonlyMap<RowId, R>,
) {
  const uniques = Object.entries(unique).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<string, RowId>() }))
  const members = Object.entries(groups).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<RowId, Set<RowId>>() }))
  const uniqueBy = new Map(uniques.map((each) => [each.name, each.ids]))
  const groupBy = new Map(members.map((each) => [each.name, each.ids]))
  let total = 0
  const least = order && createLeast({ get: (id) => rows.get(id), size: () => rows.size }, order)
  const search = terms && createSearch(rows, terms)

  return {
    sum: () => total,
    /** The rows with the rarest of these terms. */
    find: async (wanted: readonly string[]): Promise<readonly R[]> => (await search?.find(wanted)) ?? [],
    /** The ids of the rows whose number is at most `upTo`, least first. */
    upTo: (upTo: number): RowId[] => least?.upTo(upTo) ?? [],
    /** The keys of a group that has members. */
    keys: (name: string): Iterable<RowId> => groupBy.get(name)?.keys() ?? noIds,
    one: (name: string, key: string) => uniqueBy.get(name)?.get(key),
    group: (name: string, key: RowId): Iterable<RowId> => groupBy.get(name)?.get(key) ?? noIds,
    /**
     * Throws when another row has one of this row's unique keys. That is a bug: handlers must refuse such a row first.
     */
    check: (row: R, id: RowId) => {
      for (const { name, keyOf, ids } of uniques) {
        const key = keyOf(row)
        const holder = key === null ? undefined : ids.get(key)
        if (holder !== undefined && holder !== id) throw new Error(`${table}.${name} is not unique`)
      }
    },
    /**
     * Updates the index when the row with this id is replaced, added (`before` is undefined) or removed (`after` is
     * undefined).
     */
    move: (before: R | undefined, after: R | undefined, id: RowId) => {
      total += (after === undefined ? 0 : sum(after)) - (before === undefined ? 0 : sum(before))
      if (after !== undefined && (before === undefined || order?.(before) !== order?.(after))) least?.add(id, after)
      search?.move(before, after, id)
      for (const { keyOf, ids } of uniques) {
        const oldKey = before === undefined ? null : keyOf(before)
        const newKey = after === undefined ? null : keyOf(after)
        if (oldKey === newKey) continue
        if (oldKey !== null && ids.get(oldKey) === id) ids.delete(oldKey)
        if (newKey !== null) ids.set(newKey, id)
      }
      for (const { keyOf, ids } of members) {
        const oldKey = before === undefined ? null : keyOf(before)
        const newKey = after === undefined ? null : keyOf(after)
        if (oldKey === newKey) continue
        if (oldKey !== null) leave(ids, oldKey, id)
        if (newKey !== null) join(ids, newKey, id)
      }
    },
  }
}

const join = (ids: Map<RowId, Set<RowId>>, key: RowId, id: RowId) => {
  const group = ids.get(key)
  if (group) group.add(id)
  else ids.set(key, new Set([id]))
}
const leave = (ids: Map<RowId, Set<RowId>>, key: RowId, id: RowId) => {
  const group = ids.get(key)
  group?.delete(id)
  if (group?.size === 0) ids.delete(key)
}

type Entry = { readonly at: number; readonly id: RowId }
const isBefore = (one: Entry, other: Entry) => one.at < other.at || (one.at === other.at && one.id < other.id)
/** The heap is made anew when it is this large and has more than so many entries for each row. */
const minSize = 1024
const maxPerRow = 2

/**
 * The ids of rows by a number, least first: a binary heap. An entry of a row that was changed or removed stays until it
 * comes to the top, or until there are too many of them.
 */
function createLeast<R>(
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
