import { createLookup } from './lookup.ts'
import { Refusal } from './refusal.ts'
import { createRetention } from './retention.ts'
import type { DirtyRow, Loaded, Shape } from './store-port.ts'
import { int, type Column, type ColumnType, type RowId, type TableDef } from './table-def.ts'

/**
 * What `createMemory` needs of each table: roll back or accept the running command's changes, and list the rows the
 * group changed.
 */
type TableChanges = { rollback: () => void; accept: () => void; render: (into: DirtyRow[]) => () => void }

type Table<R> = {
  get: (id: RowId) => R | undefined
  /** The row; refuses with `not_found` when there is none. */
  need: (id: RowId) => R
  all: () => IterableIterator<R>
  count: () => number
  one: (unique: string, key: string) => R | undefined
  group: (group: string, key: RowId) => readonly R[]
  /** The keys of a group that has members. */
  keysOf: (group: string) => Iterable<RowId>
  /** The sum of the numbers that `sum` of the definition gives. */
  sum: () => number
  /** The rows whose number by `order` of the definition is at most this, least first, then by id. */
  upTo: (most: number) => readonly R[]
  /** The rows with the rarest of these terms, of those that `terms` of the definition gives. */
  find: (terms: readonly string[]) => Promise<readonly R[]>
  put: (row: R) => R
  remove: (id: RowId) => void
  nextId: () => number
}
/** A table from which rows leave by age, as what ages it sees it; `remove` is called in a command. */
export type AgingTable = {
  readonly name: string
  readonly key: ColumnType
  readonly idOf: (body: string) => RowId
  readonly isInMemory: (id: RowId) => boolean
  readonly remove: (id: RowId) => void
}
export type OpenTable = <R>(def: TableDef<R>) => Table<R>

const columnsOf = <R>({ columns, isLive, spentAt }: TableDef<R>): Readonly<Record<string, Column<R>>> => ({
  ...columns,
  ...(spentAt && { spent: int(spentAt) }),
  ...(isLive && { live: int((row: R) => (isLive(row) ? 1 : 0)) }),
})
const readerOf = <R>({ decode }: TableDef<R>) => decode ?? ((body: string): R => JSON.parse(body))
const writerOf = <R>({ encode }: TableDef<R>) => encode ?? ((row: R) => JSON.stringify(row))

function shapeOf<R>(def: TableDef<R>): Shape {
  const columns = columnsOf(def)
  const values = Object.values(columns)
  const read = readerOf(def)
  const encode = writerOf(def)
  const { fill } = def
  return {
    name: def.name,
    key: def.key,
    columns: Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])),
    paths: [...(def.paths ?? []), ...(def.spentAt ? [['spent']] : []), ...(def.isLive ? [['live']] : [])],
    columnsOf: (body) => {
      const row = read(body)
      return values.map(({ of }) => of(row))
    },
    fill: fill
      ? function* (data) {
          for (const row of fill(data)) yield { id: def.id(row), body: encode(row) }
        }
      : null,
  }
}
/** The shapes of all tables that `create` opens; a store needs them before anything is loaded. */
export function shapesOf(create: (open: OpenTable) => unknown): Shape[] {
  const shapes: Shape[] = []
  const { open } = createMemory(() => ({ rows: [], highestId: 0 }))
  create((def) => {
    shapes.push(shapeOf(def))
    return open(def)
  })
  return shapes
}

/** The rows of one table with their index, as they are now. */
function createRows<R>(def: TableDef<R>, { rows: bodies, highestId }: Loaded) {
  const rows = new Map<RowId, R>()
  const lookup = createLookup(def, rows)
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
  const read = readerOf(def)
  for (const body of bodies) {
    const row = read(body)
    if (!def.isLive || def.isLive(row)) set(def.id(row), row)
  }
  highest = Math.max(highest, highestId)
  return {
    rows,
    lookup,
    set,
    nextId: () => (highest += 1),
    /** Takes a row as another process has stored it. */
    apply: ({ id, body }: Pick<DirtyRow, 'id' | 'body'>) => {
      const row = body === null ? undefined : read(body)
      set(id, row === undefined || (def.isLive && !def.isLive(row)) ? undefined : row)
      if (typeof id === 'number' && id > highest) highest = id
    },
  }
}
type Rows<R> = ReturnType<typeof createRows<R>>

/** Records the changes of one table: those of the running command, to roll them back, and those of the group. */
function createChanges<R>(def: TableDef<R>, { rows, set }: Rows<R>, touch: (changes: TableChanges) => void) {
  const { isLive } = def
  const columns = Object.values(columnsOf(def)).map(({ of }) => of)
  const encode = writerOf(def)
  const render = (id: RowId): DirtyRow => {
    const row = rows.get(id)
    if (row === undefined || (def.isKept === false && isLive?.(row) === false))
      return { table: def.name, id, body: null, columns: [] }
    return { table: def.name, id, body: encode(row), columns: columns.map((of) => of(row)) }
  }
  let changes: { id: RowId; before: R | undefined }[] = []
  let dirty = new Set<RowId>()
  /** In how many groups a row stands that have not let go of their rows yet: the last of them evicts it. */
  const kept = new Map<RowId, number>()
  const isKept = (id: RowId) => {
    const others = (kept.get(id) ?? 1) - 1
    if (others > 0) kept.set(id, others)
    else kept.delete(id)
    return others > 0
  }
  const all: TableChanges = {
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
      for (const id of written) {
        into.push(render(id))
        if (isLive) kept.set(id, (kept.get(id) ?? 0) + 1)
      }
      return () => {
        if (!isLive) return
        for (const id of written) {
          if (isKept(id)) continue
          const row = rows.get(id)
          // If the row changed again while it was being written, the next group writes it and evicts it afterwards.
          if (row !== undefined && !isLive(row) && !dirty.has(id)) set(id, undefined)
        }
      }
    },
  }
  return (id: RowId, row: R | undefined) => {
    if (changes.length === 0) touch(all)
    changes.push({ id, before: set(id, row) })
  }
}

function createTable<R>(def: TableDef<R>, held: Rows<R>, touch: (changes: TableChanges) => void): Table<R> {
  const { rows, lookup } = held
  const change = createChanges(def, held, touch)
  return {
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
    keysOf: lookup.keys,
    sum: lookup.sum,
    find: lookup.find,
    upTo: (most) => lookup.upTo(most).flatMap((id) => rows.get(id) ?? []),
    put: (row) => {
      const id = def.id(row)
      lookup.check(row, id)
      change(id, row)
      return row
    },
    remove: (id) => change(id, undefined),
    nextId: held.nextId,
  }
}

/**
 * The in-memory tables. They record every change, so that a refused command can be rolled back and an accepted one is
 * written with its group.
 */
export function createMemory(load: (table: string) => Loaded) {
  let undos: (() => void)[] = []
  /** Tables changed by the running command (`touched`) and by the gathering group (`batch`). */
  let touched: TableChanges[] = []
  let batch = new Set<TableChanges>()
  const retention = createRetention()
  const appliers = new Map<string, (row: DirtyRow) => void>()
  const aging: AgingTable[] = []
  const open: OpenTable = (def) => {
    const held = createRows(def, load(def.name))
    appliers.set(def.name, held.apply)
    const table = createTable(def, held, (changes) => touched.push(changes))
    const { name, key } = def
    const read = readerOf(def)
    if (def.spentAt)
      aging.push({
        name,
        key,
        idOf: (body) => def.id(read(body)),
        isInMemory: (id) => held.rows.has(id),
        remove: table.remove,
      })
    return table
  }

  return {
    open,
    /** The tables from which rows leave by age. */
    aging,
    /** Takes the rows of a group that another process has stored; only while this one decides nothing. */
    apply: (rows: readonly DirtyRow[]) => {
      for (const row of rows) appliers.get(row.table)?.(row)
    },
    /** Rolls back the running command: first its rows, then the `onRollback` callbacks, newest first. */
    rollback: () => {
      for (const tableChanges of touched) tableChanges.rollback()
      for (const undo of undos.toReversed()) undo()
      undos = []
      touched = []
    },
    /** Accepts the running command: its changes now belong to the gathering group. */
    accept: () => {
      for (const tableChanges of touched) {
        tableChanges.accept()
        batch.add(tableChanges)
      }
      undos = []
      touched = []
    },
    /** Registers the undo of a change that is not a row. */
    onRollback: (undo: () => void) => undos.push(undo),
    /**
     * The group's changed rows as they are now. `evict`, called once they are stored, drops the rows that are no longer
     * live.
     */
    take: () => {
      const rows: DirtyRow[] = []
      const evictions = [...batch].map((tableChanges) => tableChanges.render(rows))
      batch = new Set()
      return { rows, evict: () => retention.run(() => evictions.forEach((evict) => evict())) }
    },
    /**
     * Postpones evictions until the returned function is called. Code that reads a row from the store and decides later
     * must call it first: otherwise the row could change and be evicted in between, and the decision would use the old
     * stored copy.
     */
    retain: retention.retain,
  }
}
export type Memory = ReturnType<typeof createMemory>
