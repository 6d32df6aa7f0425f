import { firstSchema, migrations, schemaOf, type Migration } from '#server/core/migrations.ts'
import type { Group, Shape } from '#server/core/store-port.ts'
import { shapesOf } from '#server/core/tables.ts'
import { int, text, type TableDef } from '#server/core/table-def.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

type Item = { id: number; owner: string; size: number; done: boolean }
const first: TableDef<Item> = {
  name: 'things',
  key: 'int',
  id: ({ id }) => id,
  columns: { owner: text(({ owner }) => owner) },
}
const withSize: TableDef<Item> = {
  ...first,
  columns: { ...first.columns, size: int(({ size }) => size) },
  paths: [['owner', 'size']],
  isLive: ({ done }) => !done,
}
const shapes = (def: TableDef<Item>): Shape[] => shapesOf((open) => open(def))
const emptyGroup: Group = { rows: [], entries: [], events: [], keys: [], meta: [] }
const rowsOf = (def: TableDef<Item>, things: readonly Item[]): Group => ({
  ...emptyGroup,
  rows: things.map((thing) => ({
    table: 'things',
    id: thing.id,
    body: JSON.stringify(thing),
    columns: shapes(def)[0]?.columnsOf(JSON.stringify(thing)) ?? [],
  })),
})
const things: readonly Item[] = Array.from({ length: 4500 }, (_, at) => ({
  id: at + 1,
  owner: `o${at % 3}`,
  size: at * 2,
  done: at % 2 === 0,
}))

let file: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  file = join(folder, 'venue.db')
  const store = openSqlite(file, { migrations: [] })
  store.open(shapes(first))
  store.append(rowsOf(first, things))
  store.close()
})
const queryFile = (sql: string) => {
  const db = new DatabaseSync(file)
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

test('HOUSE-13 a new column is added to an existing folder, filled from the rows, and written from then on', () => {
  const store = openSqlite(file)
  const opened = store.open(shapes(withSize))
  expect([...opened.load('things').rows]).toHaveLength(things.filter(({ done }) => !done).length)
  const added: Item = { id: 9000, owner: 'o1', size: 7, done: false }
  store.append(rowsOf(withSize, [added]))
  expect(
    store
      .page({ table: 'things', where: { owner: 'o1', size: [2, 7] }, limit: 10, offset: 0 })
      .bodies.map((body): Item => JSON.parse(body)),
  ).toEqual([added, things[1]])
  store.close()
  expect(queryFile('SELECT count(*) AS n FROM t_things WHERE size IS NULL OR live IS NULL')).toEqual([{ n: 0 }])
  expect(queryFile('SELECT size, live FROM t_things WHERE id = 4500')).toEqual([{ size: 8998, live: 1 }])
})
test('HOUSE-13 the index of live rows holds no other rows, and replaces that of a release which held all', () => {
  const open = () => {
    const store = openSqlite(file)
    store.open(shapes(withSize))
    store.close()
  }
  open()
  queryFile('CREATE INDEX i_things_live ON t_things (live, id)')
  open()
  expect(queryFile("SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '%live%'")).toEqual([
    { name: 'i_things_only_live' },
  ])
  const [plan] = queryFile(
    'EXPLAIN QUERY PLAN SELECT id, body FROM t_things WHERE live = 1 AND id > 5 ORDER BY id LIMIT 2000',
  )
  expect(plan?.['detail']).toBe('SEARCH t_things USING INDEX i_things_only_live (id>?)')
})
test('ST-7 a page tells how many rows there are, whichever part of them it holds', () => {
  const store = openSqlite(file)
  store.open(shapes(withSize))
  const pageOf = (owner: string, limit: number, offset: number) => {
    const { bodies, total } = store.page({ table: 'things', where: { owner }, limit, offset })
    return [bodies.length, total]
  }
  const asked = [
    [1, 0],
    [1, 1],
    [10, 0],
    [2000, 0],
    [10, 1495],
    [10, 1500],
    [10, 9000],
  ] as const
  expect(asked.map(([limit, offset]) => pageOf('o1', limit, offset))).toEqual([
    [1, 1500],
    [1, 1500],
    [10, 1500],
    [1500, 1500],
    [5, 1500],
    [0, 1500],
    [0, 1500],
  ])
  expect([pageOf('nobody', 1, 0), pageOf('nobody', 5, 0)]).toEqual([
    [0, 0],
    [0, 0],
  ])
  store.close()
})
test('ST-8 a page holds a range of a column, both ends included, and an index leads to it', () => {
  const store = openSqlite(file)
  store.open(shapes(withSize))
  const pageOf = (from: number, to: number, limit: number) => {
    const { bodies, total } = store.page({
      table: 'things',
      where: { owner: 'o1' },
      between: { column: 'size', from, to },
      limit,
      offset: 0,
    })
    return [bodies.map((body): Item => JSON.parse(body)).map(({ size }) => size), total]
  }
  expect([pageOf(2, 14, 10), pageOf(3, 14, 1), pageOf(0, Number.MAX_SAFE_INTEGER, 1), pageOf(15, 14, 10)]).toEqual([
    [[14, 8, 2], 3],
    [[14], 2],
    [[8996], 1500],
    [[], 0],
  ])
  store.close()
  const [plan] = queryFile(
    "EXPLAIN QUERY PLAN SELECT count(*) FROM t_things WHERE owner = 'o1' AND size BETWEEN 2 AND 14",
  )
  expect(plan?.['detail']).toContain('i_things_owner_size (owner=? AND size>? AND size<?)')
})
test('HOUSE-13 the types of columns and ids are those of the table', () => {
  const store = openSqlite(file)
  store.open(shapes(withSize))
  store.append(emptyGroup)
  store.append({ ...emptyGroup, meta: [{ name: 'a', value: 'b' }] })
  store.close()
  const types = Object.fromEntries(queryFile('PRAGMA table_info(t_things)').map((row) => [row['name'], row['type']]))
  expect(types).toEqual({ id: 'INTEGER', body: 'TEXT', owner: 'TEXT', size: 'INTEGER', live: 'INTEGER' })
})

const doubled: Migration = {
  to: 2,
  why: 'sizes are counted in halves',
  run: ({ rows, put }) => {
    for (const { id, body } of rows('things')) {
      const thing: Item = JSON.parse(body)
      put('things', id, JSON.stringify({ ...thing, size: thing.size * 2 }))
    }
  },
}
const dropSmall: Migration = {
  to: 3,
  why: 'rows with a size below ten are removed',
  run: ({ rows, remove }) => {
    for (const { id, body } of rows('things')) if (JSON.parse(body).size < 10) remove('things', id)
  },
}
test('HOUSE-13 numbered migrations run in order, once, before new columns are filled', () => {
  for (const list of [[doubled], [doubled, dropSmall], [doubled, dropSmall]]) {
    const store = openSqlite(file, { migrations: list })
    store.open(shapes(withSize))
    store.append({ ...emptyGroup, meta: [{ name: 'a', value: 'b' }] })
    store.close()
  }
  expect(queryFile('SELECT count(*) AS n, min(size) AS least, max(size) AS most FROM t_things')).toEqual([
    { n: 4497, least: 12, most: 17_996 },
  ])
  expect(queryFile("SELECT value FROM meta WHERE name = 'schema'")).toEqual([{ value: '3' }])
})
test('HOUSE-13 a migration that fails leaves the folder as it was', () => {
  const failing: Migration = {
    to: 3,
    why: 'planted',
    run: ({ remove }) => {
      remove('things', 1)
      throw new Error('planted')
    },
  }
  const store = openSqlite(file, { migrations: [doubled, failing] })
  expect(() => store.open(shapes(withSize))).toThrow('planted')
  store.close()
  const reopened = openSqlite(file, { migrations: [] })
  reopened.open(shapes(first))
  expect(reopened.row('things', 1)).toBe(JSON.stringify(things[0]))
  reopened.close()
  expect(queryFile("SELECT value FROM meta WHERE name = 'schema'")).toEqual([{ value: '1' }])
})
test('HOUSE-13 a folder of a newer release is refused', () => {
  const newer = openSqlite(file, { migrations: [doubled] })
  newer.open(shapes(first))
  newer.append({ ...emptyGroup, meta: [{ name: 'a', value: 'b' }] })
  newer.close()
  const store = openSqlite(file, { migrations: [] })
  expect(() => store.open(shapes(first))).toThrow('schemaForeign: the data folder has schema 2, this release has 1')
  store.close()
})
test('HOUSE-13 an older release is refused, whatever its schema; the first ones, which compare schemas alone, are refused by theirs', () => {
  const openAs = (release: string) => {
    const store = openSqlite(file, { release })
    try {
      store.open(shapes(first))
      store.append({ ...emptyGroup, meta: [{ name: 'a', value: 'b' }] })
      return 'opened'
    } catch (thrown) {
      return String(thrown)
    } finally {
      store.close()
    }
  }
  expect(['9.1.0', '9.1.0', '9.2.0', '9.10.1'].map(openAs)).toEqual(Array.from({ length: 4 }, () => 'opened'))
  for (const older of ['9.10.0', '9.2.0', '0.99.99'])
    expect(openAs(older)).toContain(`schemaForeign: the data folder is of release 9.10.1, this is release ${older}`)
  expect(schemaOf(migrations)).toBeGreaterThan(firstSchema)
})
test('HOUSE-13 released migrations count upwards from 2 and say why', () => {
  expect(migrations.map(({ to }) => to)).toEqual(migrations.map((_, at) => at + 2))
  for (const { why } of migrations) expect(why.length).toBeGreaterThan(10)
})
