import { Refusal } from './refusal.ts'

export type RowId = number | string
export type Column = string | number | null

/** What a table keeps, how it is found again, and how long it stays in memory. Rows are never changed, only replaced. */
export type TableDef<R> = {
  readonly name: string
  readonly id: (row: R) => RowId
  /** Columns stored beside the body, to page by from the store. */
  readonly columns?: Readonly<Record<string, (row: R) => Column>>
  /** Groups of columns the store makes an index for. */
  readonly paths?: readonly (readonly string[])[]
  /** In-memory unique keys; null is no key. */
  readonly unique?: Readonly<Record<string, (row: R) => string | null>>
  /** In-memory groups; null is no group. */
  readonly groups?: Readonly<Record<string, (row: R) => RowId | null>>
  /** False: once committed it lives in the store only (ended orders, log lines). Adds the column `live`. */
  readonly keep?: (row: R) => boolean
  readonly encode?: (row: R) => string
  readonly decode?: (body: string) => R
}

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
    const uniques = new Map(Object.keys(def.unique ?? {}).map((name) => [name, new Map<string, RowId>()]))
    const groups = new Map(Object.keys(def.groups ?? {}).map((name) => [name, new Map<RowId, Set<RowId>>()]))
    let highest = 0

    const index = (row: R, id: RowId) => {
      for (const [name, keyOf] of Object.entries(def.unique ?? {})) {
        const key = keyOf(row)
        if (key !== null) uniques.get(name)?.set(key, id)
      }
      for (const [name, keyOf] of Object.entries(def.groups ?? {})) {
        const key = keyOf(row)
        if (key === null) continue
        const byKey = groups.get(name)
        const members = byKey?.get(key) ?? new Set<RowId>()
        members.add(id)
        byKey?.set(key, members)
      }
    }
    const unindex = (row: R, id: RowId) => {
      for (const [name, keyOf] of Object.entries(def.unique ?? {})) {
        const key = keyOf(row)
        if (key !== null && uniques.get(name)?.get(key) === id) uniques.get(name)?.delete(key)
      }
      for (const [name, keyOf] of Object.entries(def.groups ?? {})) {
        const key = keyOf(row)
        const members = key === null ? undefined : groups.get(name)?.get(key)
        members?.delete(id)
        if (key !== null && members?.size === 0) groups.get(name)?.delete(key)
      }
    }
    const set = (id: RowId, row: R | undefined) => {
      const before = rows.get(id)
      if (before !== undefined) unindex(before, id)
      if (row === undefined) rows.delete(id)
      else {
        rows.set(id, row)
        index(row, id)
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
        const id = uniques.get(unique)?.get(key)
        return id === undefined ? undefined : rows.get(id)
      },
      group: (group, key) => [...(groups.get(group)?.get(key) ?? [])].flatMap((id) => rows.get(id) ?? []),
      put: (row) => {
        const id = def.id(row)
        for (const [name, keyOf] of Object.entries(def.unique ?? {})) {
          const key = keyOf(row)
          const holder = key === null ? undefined : uniques.get(name)?.get(key)
          if (holder !== undefined && holder !== id) throw new Error(`${def.name}.${name} is not unique`)
        }
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
