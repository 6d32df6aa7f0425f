import { createLookup } from './lookup.ts'
import { Refusal } from './refusal.ts'
import type { Column, RowId, TableDef } from './table-def.ts'

export type Dirty = { table: string; id: RowId; body: string | null; columns: readonly Column[] }
/** What memory asks of one table: to undo or keep what the running command has changed, and to write the group's rows. */
type Part = { rollback: () => void; accept: () => void; render: (into: Dirty[]) => () => void }

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
  /** Tables the running command has changed, and those the group has. */
  let touched: Part[] = []
  let batch = new Set<Part>()

  const open: OpenTable = <R>(def: TableDef<R>): Table<R> => {
    const rows = new Map<RowId, R>()
    const lookup = createLookup(def)
    let highest = 0

    const set = (id: RowId, row: R | undefined) => {
      const before = rows.get(id)
      lookup.move(before, row, id)
      if (row === undefined) rows.delete(id)
      else {
        rows.set(id, row)
        if (typeof id === 'number' && id > highest) highest = id
      }
      return before
    }
    const { isLive } = def
    const columns = { ...def.columns, ...(isLive && { live: (row: R) => (isLive(row) ? 1 : 0) }) }
    const columnsOf = Object.values(columns)
    const encode = def.encode ?? ((row: R) => JSON.stringify(row))
    const render = (id: RowId): Dirty => {
      const row = rows.get(id)
      if (row === undefined) return { table: def.name, id, body: null, columns: [] }
      return { table: def.name, id, body: encode(row), columns: columnsOf.map((of) => of(row)) }
    }
    let changes: { id: RowId; before: R | undefined }[] = []
    let dirty = new Set<RowId>()
    const part: Part = {
      rollback: () => {
        for (const { id, before } of changes.toReversed()) set(id, before)
        changes = []
      },
      accept: () => {
        for (const { id } of changes) dirty.add(id)
        changes = []
      },
      render: (into) => {
        const written = dirty
        dirty = new Set()
        for (const id of written) into.push(render(id))
        return () => {
          if (isLive)
            for (const id of written) {
              const row = rows.get(id)
              if (row !== undefined && !isLive(row)) set(id, undefined)
            }
        }
      },
    }
    const change = (id: RowId, row: R | undefined) => {
      if (changes.length === 0) touched.push(part)
      changes.push({ id, before: set(id, row) })
    }

    const shape: Shape = {
      name: def.name,
      columns: Object.keys(columns),
      paths: [...(def.paths ?? []), ...(isLive ? [['live']] : [])],
    }
    const loaded = load(shape)
    for (const body of loaded.rows) {
      const row: R = def.decode ? def.decode(body) : JSON.parse(body)
      if (!isLive || isLive(row)) set(def.id(row), row)
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
      group: (group, key) => {
        const found: R[] = []
        for (const id of lookup.group(group, key)) {
          const row = rows.get(id)
          if (row !== undefined) found.push(row)
        }
        return found
      },
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
    /** Undoes what the running command has changed: the rows first, what rests on them then. */
    rollback: () => {
      for (const part of touched) part.rollback()
      for (const undo of undos.toReversed()) undo()
      undos = []
      touched = []
    },
    /** The running command stands: what it changed belongs to the group now. */
    accept: () => {
      for (const part of touched) {
        part.accept()
        batch.add(part)
      }
      undos = []
      touched = []
    },
    /** Something else than a row that must be undone with the command. */
    onRollback: (undo: () => void) => undos.push(undo),
    /** The rows of the group as they are now; `evict` lets go of what need not stay once they are written. */
    take: () => {
      const rows: Dirty[] = []
      const evictions = [...batch].map((part) => part.render(rows))
      batch = new Set()
      return { rows, evict: () => evictions.forEach((evict) => evict()) }
    },
  }
}
export type Memory = ReturnType<typeof createMemory>
