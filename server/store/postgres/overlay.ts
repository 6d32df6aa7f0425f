import type { DirtyRow, EntryRow, EventRow, Group, KeyRow } from '#server/core/store-port.ts'
import type { RowId } from '#server/core/table-def.ts'

export type Young = { n: number; group: Group }
export type YoungRow = { n: number; row: DirtyRow }

/**
 * The groups that are in the log and not yet in the tables: whoever reads the tables looks here as well, so that nobody
 * sees how far they are behind.
 */
export function createOverlay() {
  const groups: Young[] = []
  const rows = new Map<string, Map<RowId, YoungRow>>()
  const keys = new Map<string, { n: number; key: KeyRow }>()
  const events = new Map<number, EventRow[]>()
  const entries: EntryRow[] = []

  const forget = ({ n, group }: Young) => {
    for (const { table, id } of group.rows) if (rows.get(table)?.get(id)?.n === n) rows.get(table)?.delete(id)
    for (const { place } of group.keys) if (keys.get(place)?.n === n) keys.delete(place)
    // What came first goes first.
    for (const { user } of group.events) {
      const of = events.get(user)
      of?.shift()
      if (of?.length === 0) events.delete(user)
    }
    entries.splice(0, group.entries.length)
  }
  const index = ({ n, group }: Young) => {
    for (const row of group.rows) {
      const of = rows.get(row.table) ?? new Map<RowId, YoungRow>()
      rows.set(row.table, of.set(row.id, { n, row }))
    }
    for (const key of group.keys) keys.set(key.place, { n, key })
    for (const event of group.events) {
      const of = events.get(event.user)
      if (of) of.push(event)
      else events.set(event.user, [event])
    }
    entries.push(...group.entries)
  }
  /** So many of the groups are indexed: those of one who only follows the log are read by nobody. */
  let indexed = 0
  const asRead = <T>(read: () => T): T => {
    for (; indexed < groups.length; indexed += 1) {
      const young = groups[indexed]
      if (young) index(young)
    }
    return read()
  }
  return {
    add: (young: Young) => void groups.push(young),
    /** Everything up to `n` is in the tables. */
    trim: (n: number) => {
      const count = groups.findIndex((young) => young.n > n)
      const done = groups.splice(0, count < 0 ? groups.length : count)
      for (const young of done.slice(0, indexed)) forget(young)
      indexed = Math.max(0, indexed - done.length)
      return done
    },
    /** The oldest of them. */
    first: (most: number) => groups.slice(0, most),
    size: () => groups.length,
    row: (table: string, id: RowId): YoungRow | undefined => asRead(() => rows.get(table)?.get(id)),
    /** The rows of a table as they are now; a copy, because a read goes on while groups come and go. */
    rowsOf: (table: string): readonly YoungRow[] => asRead(() => [...(rows.get(table)?.values() ?? [])]),
    key: (place: string): KeyRow | null => asRead(() => keys.get(place)?.key ?? null),
    eventsOf: (user: number): readonly EventRow[] => asRead(() => [...(events.get(user) ?? [])]),
    entries: (): readonly EntryRow[] => asRead(() => [...entries]),
  }
}
export type Overlay = ReturnType<typeof createOverlay>
