import type { RowId, TableDef } from './table-def.ts'

const noIds: readonly RowId[] = []

/** Index of one table's row ids, by unique keys and by groups. */
export function createLookup<R>({ name: table, unique = {}, groups = {} }: TableDef<R>) {
  const uniques = Object.entries(unique).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<string, RowId>() }))
  const members = Object.entries(groups).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<RowId, Set<RowId>>() }))
  const uniqueBy = new Map(uniques.map((each) => [each.name, each.ids]))
  const groupBy = new Map(members.map((each) => [each.name, each.ids]))

  return {
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
