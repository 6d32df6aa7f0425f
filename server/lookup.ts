import type { RowId, TableDef } from './table-def.ts'

/** How the rows of one table are found again: by unique keys and by groups. */
export function createLookup<R>({ name: table, unique = {}, groups = {} }: TableDef<R>) {
  const uniques = Object.entries(unique).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<string, RowId>() }))
  const members = Object.entries(groups).map(([name, keyOf]) => ({ name, keyOf, ids: new Map<RowId, Set<RowId>>() }))
  const uniqueBy = new Map(uniques.map((each) => [each.name, each.ids]))
  const groupBy = new Map(members.map((each) => [each.name, each.ids]))

  return {
    one: (name: string, key: string) => uniqueBy.get(name)?.get(key),
    group: (name: string, key: RowId): readonly RowId[] => [...(groupBy.get(name)?.get(key) ?? [])],
    /** Throws when another row holds one of its unique keys: handlers refuse before it comes to this. */
    check: (row: R, id: RowId) => {
      for (const { name, keyOf, ids } of uniques) {
        const key = keyOf(row)
        const holder = key === null ? undefined : ids.get(key)
        if (holder !== undefined && holder !== id) throw new Error(`${table}.${name} is not unique`)
      }
    },
    add: (row: R, id: RowId) => {
      for (const { keyOf, ids } of uniques) {
        const key = keyOf(row)
        if (key !== null) ids.set(key, id)
      }
      for (const { keyOf, ids } of members) {
        const key = keyOf(row)
        if (key === null) continue
        const some = ids.get(key)
        if (some) some.add(id)
        else ids.set(key, new Set([id]))
      }
    },
    drop: (row: R, id: RowId) => {
      for (const { keyOf, ids } of uniques) {
        const key = keyOf(row)
        if (key !== null && ids.get(key) === id) ids.delete(key)
      }
      for (const { keyOf, ids } of members) {
        const key = keyOf(row)
        const some = key === null ? undefined : ids.get(key)
        some?.delete(id)
        if (key !== null && some?.size === 0) ids.delete(key)
      }
    },
  }
}
