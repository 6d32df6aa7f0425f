import { createLookup } from './lookup.ts'
import { Refusal } from './refusal.ts'
import type { Column, RowId, TableDef } from './table-def.ts'

export type Dirty = { table: string; id: RowId; body: string | null; columns: readonly Column[] }
type Change = { render: () => Dirty; settle: () => void }

export type Table<R> = {
  get: (id: RowId) => R | undefined
  /** The row, or the refusal of a missing thing. */
  need: (id: RowId) => R
  all: () => IterableIterator<R>
  count: () => number
  one: (unique: string, key: string) => R | undefined
  group: (group: string, key: RowId) => readonly R[]
  put: (row: R) => R
  remove: (id: RowId) => void
  nextId: () => number
}
export type Loaded = { rows: Iterable<string>; highestId: number }
export type Shape = { name: string; columns: readonly string[]; paths: readonly (readonly string[])[] }
export type OpenTable = <R>(def: TableDef<R>) => Table<R>

/**
 * The venue's memory: typed tables whose every change is recorded, so that a refused command is undone
 * and an accepted one is written with its group.
 */
export function createMemory(load: (shape: Shape) => Loaded) {
  let undos: (() => void)[] = []
  let touched = new Map<string, Change>()
  let batch = new Map<string, Change>()

  const open: OpenTable = <R>(def: TableDef<R>): Table<R> => {
    const rows = new Map<RowId, R>()
    const lookup = createLookup(def)
    let highest = 0

    const set = (id: RowId, row: R | undefined) => {
      const before = rows.get(id)
      if (before !== undefined) lookup.drop(before, id)
      if (row === undefined) rows.delete(id)
      else {
        rows.set(id, row)
        lookup.add(row, id)
        if (typeof id === 'number' && id > highest) highest = id
      }
      return before
    }
    const { keep } = def
    const columns = { ...def.columns, ...(keep && { live: (row: R) => (keep(row) ? 1 : 0) }) }
    const columnsOf = (row: R) => Object.values(columns).map((of) => of(row))
    const record = (id: RowId, before: R | undefined) => {
      undos.push(() => set(id, before))
      touched.set(`${def.name}|${id}`, {
        render: () => {
          const row = rows.get(id)
          if (row === undefined) return { table: def.name, id, body: null, columns: [] }
          return { table: def.name, id, body: def.encode ? def.encode(row) : JSON.stringify(row), columns: columnsOf(row) }
        },
        settle: () => {
          const row = rows.get(id)
          if (row !== undefined && keep && !keep(row)) set(id, undefined)
        },
      })
    }
    const change = (id: RowId, row: R | undefined) => record(id, set(id, row))

    const shape: Shape = {
      name: def.name,
      columns: Object.keys(columns),
      paths: [...(def.paths ?? []), ...(keep ? [['live']] : [])],
    }
    const loaded = load(shape)
    for (const body of loaded.rows) {
      const row: R = def.decode ? def.decode(body) : JSON.parse(body)
      if (!keep || keep(row)) set(def.id(row), row)
    }
    highest = Math.max(highest, loaded.highestId)

    const table: Table<R> = {
      get: (id) => rows.get(id),
      need: (id) => {
        const row = rows.get(id)
        if (row === undefined) throw new Refusal('not_found')
        return row
      },
      all: () => rows.values(),
      count: () => rows.size,
      one: (unique, key) => {
        const id = lookup.one(unique, key)
        return id === undefined ? undefined : rows.get(id)
      },
      group: (group, key) => lookup.group(group, key).flatMap((id) => rows.get(id) ?? []),
      put: (row) => {
        const id = def.id(row)
        lookup.check(row, id)
        change(id, row)
        return row
      },
      remove: (id) => change(id, undefined),
      nextId: () => (highest += 1),
    }
    return table
  }

  return {
    open,
    /** Undoes what the running command has changed. */
    rollback: () => {
      for (const undo of undos.toReversed()) undo()
      undos = []
      touched = new Map()
    },
    /** The running command stands: what it changed belongs to the group now. */
    accept: () => {
      for (const [key, change] of touched) batch.set(key, change)
      undos = []
      touched = new Map()
    },
    /** Something else than a row that must be undone with the command. */
    onRollback: (undo: () => void) => undos.push(undo),
    /** The rows of the group as they are now; `settle` lets go of what need not stay once they are written. */
    take: () => {
      const changes = [...batch.values()]
      batch = new Map()
      return { rows: changes.map(({ render }) => render()), settle: () => changes.forEach(({ settle }) => settle()) }
    },
  }
}
export type Memory = ReturnType<typeof createMemory>
