import type { RowId, TableDef } from './table-def.ts'

const nobody: readonly RowId[] = []

/** How the rows of one table are found again: by unique keys and by groups. */
export function createLookup<R>({ name: table, unique = {}, groups = {} }: TableDef<R>) {
  const uniques = Object.entries(unique).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<string, RowId>() }))
  const members = Object.entries(groups).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<RowId, Set<RowId>>() }))
  const uniqueBy = new Map(uniques.map((each) => [each.name, each.ids]))
  const groupBy = new Map(members.map((each) => [each.name, each.ids]))

  return {
    one: (name: string, key: string) => uniqueBy.get(name)?.get(key),
    group: (name: string, key: RowId): Iterable<RowId> => groupBy.get(name)?.get(key) ?? nobody,
    /** Throws when another row holds one of its unique keys: handlers refuse before it comes to this. */
    check: (row: R, id: RowId) => {
      for (const { name, keyOf, ids } of uniques) {
        const key = keyOf(row)
        const holder = key === null ? undefined : ids.get(key)
        if (holder !== undefined && holder !== id) throw new Error(`${table}.${name} is not unique`)
      }
    },
    /** The row under an id becomes another one, comes or goes. */
    move: (before: R | undefined, after: R | undefined, id: RowId) => {
      for (const { keyOf, ids } of uniques) {
        const left = before === undefined ? null : keyOf(before)
        const taken = after === undefined ? null : keyOf(after)
        if (left === taken) continue
        if (left !== null && ids.get(left) === id) ids.delete(left)
        if (taken !== null) ids.set(taken, id)
      }
      for (const { keyOf, ids } of members) {
        const left = before === undefined ? null : keyOf(before)
        const taken = after === undefined ? null : keyOf(after)
        if (left === taken) continue
        if (left !== null) leave(ids, left, id)
        if (taken !== null) join(ids, taken, id)
      }
    },
  }
}

const join = (ids: Map<RowId, Set<RowId>>, key: RowId, id: RowId) => {
  const some = ids.get(key)
  if (some) some.add(id)
  else ids.set(key, new Set([id]))
}
const leave = (ids: Map<RowId, Set<RowId>>, key: RowId, id: RowId) => {
  const some = ids.get(key)
  some?.delete(id)
  if (some?.size === 0) ids.delete(key)
}
