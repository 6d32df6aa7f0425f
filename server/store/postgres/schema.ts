import { firstSchema, missingFor, schemaOf, type Migration } from '#server/core/migrations.ts'
import { isLater, releaseMeta } from '#server/core/release.ts'
import { StoreError } from '#server/core/store-error.ts'
import type { Shape } from '#server/core/store-port.ts'
import type { ColumnType, MigrationData, RowId } from '#server/core/table-def.ts'
import { partOf } from '#server/store/partial-index.ts'
import type { Client } from './connect.ts'
import { columnTypes, quoted, tableName } from './names.ts'
import { cellOf, fromStored } from './text.ts'
import { foldEvents } from './runs.ts'
import { putRows } from './write.ts'
import { readMark } from './mark.ts'

/** Names of more than 63 bytes would be cut. */
const indexName = (...parts: readonly string[]) => quoted(`i_${parts.join('_')}`.slice(0, 63))

/**
 * `shard`: who leads and the number of the last group; only elections, beats and appends lock its row. `groups`: the
 * log, which is the truth. `mark`: the last group that is in the other tables, and the latest instant of their events,
 * in a table of its own, so that projecting locks nothing that an append needs. `runs`: events, up to number `s`.
 */
const baseSchema = `
  CREATE TABLE IF NOT EXISTS shard (
    id int PRIMARY KEY CHECK (id = 1), epoch bigint NOT NULL, n bigint NOT NULL, holder text, pid int,
    started timestamptz, beat timestamptz, released bool NOT NULL
  ) WITH (fillfactor = 10);
  INSERT INTO shard VALUES (1, 0, 0, NULL, NULL, NULL, NULL, true) ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS mark (id int PRIMARY KEY CHECK (id = 1), n bigint NOT NULL, at timestamptz NOT NULL)
    WITH (fillfactor = 10);
  ALTER TABLE mark ADD COLUMN IF NOT EXISTS last bigint NOT NULL DEFAULT 0;
  INSERT INTO mark VALUES (1, 0, clock_timestamp()) ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS groups (
    n bigint PRIMARY KEY, epoch bigint NOT NULL, at timestamptz NOT NULL, body bytea NOT NULL
  ) PARTITION BY RANGE (n);
  CREATE TABLE IF NOT EXISTS meta (name text PRIMARY KEY, value text NOT NULL);
  CREATE TABLE IF NOT EXISTS journal (
    seq bigint PRIMARY KEY, at bigint NOT NULL, type int NOT NULL, ref text NOT NULL, lines text NOT NULL,
    hash text NOT NULL
  );
  CREATE OR REPLACE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
  CREATE OR REPLACE TRIGGER journal_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
    FOR EACH STATEMENT EXECUTE FUNCTION keep_journal();
  CREATE TABLE IF NOT EXISTS runs (
    "user" bigint, s bigint, first bigint NOT NULL, at bigint NOT NULL, body bytea NOT NULL, PRIMARY KEY ("user", s)
  );
  ALTER TABLE runs ALTER body SET STORAGE EXTERNAL;
  CREATE TABLE IF NOT EXISTS keys (
    place text COLLATE "C" PRIMARY KEY, digest text NOT NULL, at bigint NOT NULL, status int NOT NULL,
    answer text NOT NULL
  );
  CREATE INDEX IF NOT EXISTS keys_at ON keys (at);
`

export async function hasBase(client: Pick<Client, 'query'>) {
  const { rows } = await client.query<{ is: boolean }>(
    `SELECT to_regclass('shard') IS NOT NULL AND to_regclass('keys') IS NOT NULL AS is`,
  )
  return rows[0]?.is === true
}
/** The tables that everything else rests on; several processes may come at the same time. */
export async function createBase(client: Client, shard: string) {
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('kontor'))`)
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(shard)}; ${baseSchema}`)
    await client.query('COMMIT')
  } catch (thrown) {
    await client.query('ROLLBACK')
    throw thrown
  }
}

type Column = { name: string }
/** Creates a table, or adds the columns it lacks; returns whether it is new, and the columns that were added. */
async function prepare(client: Client, { name, key, columns, paths }: Shape) {
  const table = tableName(name)
  const { rows } = await client.query<Column>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
    [table],
  )
  const known = new Set(rows.map((row) => row.name))
  const isNew = known.size === 0
  const typed = ([column, type]: readonly [string, ColumnType]) => `${quoted(column)} ${columnTypes[type]}`
  const added = isNew ? [] : Object.entries(columns).filter(([column]) => !known.has(column))
  if (isNew) {
    const parts = Object.entries(columns).map((column) => `, ${typed(column)}`)
    await client.query(
      `CREATE TABLE ${table}
         (id ${columnTypes[key]} PRIMARY KEY, body text NOT NULL, g bigint NOT NULL${parts.join('')})`,
    )
  }
  for (const column of added) await client.query(`ALTER TABLE ${table} ADD COLUMN ${typed(column)}`)
  for (const path of paths) {
    const part = partOf(path)
    const index =
      part === null
        ? `${indexName(name, ...path)} ON ${table} (${path.map(quoted).join(', ')}, id)`
        : `${indexName(name, `only_${path.join('_')}`)} ON ${table} ${part}`
    await client.query(`CREATE INDEX IF NOT EXISTS ${index}`)
  }
  return { isNew, columns: added.map(([column]) => column) }
}

const rowsPerRead = 2000
type Stored = { id: RowId; body: string }
/** The rows of a table in the order of their ids, some at a time; `where` is an SQL condition, or empty for all. */
export async function* readTable(client: Pick<Client, 'query'>, name: string, where = ''): AsyncGenerator<Stored[]> {
  let last: RowId | null = null
  for (;;) {
    const wanted: string = [last === null ? 'true' : 'id > $1', ...(where === '' ? [] : [where])].join(' AND ')
    const { rows }: { rows: Stored[] } = await client.query<Stored>(
      `SELECT id, body FROM ${tableName(name)} WHERE ${wanted} ORDER BY id LIMIT ${rowsPerRead}`,
      last === null ? [] : [cellOf(last)],
    )
    if (rows.length === 0) return
    yield rows.map(({ id, body }) => ({ id: typeof id === 'string' ? fromStored(id) : id, body: fromStored(body) }))
    if (rows.length < rowsPerRead) return
    last = rows.at(-1)?.id ?? null
  }
}

/** A migration asked for a table that is not read yet. */
class TableMissing extends Error {
  readonly table: string
  constructor(table: string) {
    super(table)
    this.table = table
  }
}
/**
 * Runs work that reads and writes rows at once, as migrations do: it works on copies of the tables, begins again
 * whenever it needs one that is not read yet, and what it has changed is written in the end.
 */
async function migrate(client: Client, shapes: readonly Shape[], work: (data: MigrationData) => void) {
  const read = new Map<string, ReadonlyMap<RowId, string>>()
  const run = () => {
    const changed = new Map<string, Map<RowId, string | null>>()
    const shapeNamed = (table: string) => {
      const shape = shapes.find(({ name }) => name === table)
      if (!shape) throw new Error(`a migration names the unknown table ${table}`)
      return shape
    }
    const change = (table: string, id: RowId, body: string | null) => {
      const of = changed.get(shapeNamed(table).name) ?? new Map<RowId, string | null>()
      changed.set(table, of.set(id, body))
    }
    work({
      rows: (table) => {
        const stored = read.get(shapeNamed(table).name)
        if (!stored) throw new TableMissing(table)
        const now = new Map<RowId, string | null>([...stored, ...(changed.get(table) ?? [])])
        return [...now].flatMap(([id, body]) => (body === null ? [] : [{ id, body }]))
      },
      put: change,
      remove: (table, id) => change(table, id, null),
    })
    return changed
  }
  for (;;) {
    try {
      for (const [table, rows] of run()) {
        const shape = shapes.find(({ name }) => name === table)
        if (!shape) continue
        const changed = [...rows].map(([id, body]) => ({
          table,
          id,
          body,
          columns: body === null ? [] : shape.columnsOf(body),
        }))
        await putRows(client, shape, changed, 0)
      }
      return
    } catch (thrown) {
      if (!(thrown instanceof TableMissing)) throw thrown
      const rows = new Map<RowId, string>()
      for await (const some of readTable(client, thrown.table)) for (const { id, body } of some) rows.set(id, body)
      read.set(thrown.table, rows)
    }
  }
}
/** Fills the columns of rows: of all, or of those that a condition names. */
async function fill(client: Client, shape: Shape, where = '') {
  for await (const some of readTable(client, shape.name, where))
    await putRows(
      client,
      shape,
      some.map(({ id, body }) => ({ table: shape.name, id, body, columns: shape.columnsOf(body) })),
      null,
    )
}

/** Whether the database is of exactly this release, with all these tables. */
export async function isOfRelease(client: Pick<Client, 'query'>, release: string, tables: readonly string[]) {
  const { rows } = await client.query<{ value: string; missing: number }>(
    `SELECT value, (SELECT count(*) FROM unnest($2::text[]) t WHERE to_regclass(t) IS NULL) AS missing
     FROM meta WHERE name = $1`,
    [releaseMeta, tables],
  )
  return rows[0]?.value === release && rows[0].missing === 0
}
export type Upgrade = {
  migrations: readonly Migration[]
  release: string
  /** Up to where the log goes. */
  n: number
  /** Writes what the log has above this mark into the tables, in the same transaction, and leaves columns empty. */
  project: (mark: number) => Promise<void>
}
/**
 * Brings the database to the schema of this release, in the transaction of the caller: missing tables and columns, then
 * what an older release has logged and not written, then the numbered migrations, then the values of new columns and
 * the rows of new tables. One of a newer release is refused.
 */
export async function upgradeSchema(client: Client, shapes: readonly Shape[], upgrade: Upgrade) {
  const { migrations, release, n, project } = upgrade
  // The last transaction of one who has projected before ends before anything changes here.
  const mark = await readMark(client, 'FOR UPDATE')
  await foldEvents(client)
  const { rows } = await client.query<{ name: string; value: string }>('SELECT name, value FROM meta')
  const meta = new Map(rows.map(({ name, value }) => [name, value]))
  const written = meta.get(releaseMeta)
  if (written !== undefined && isLater(written, release))
    throw new StoreError('schemaForeign', `the database is of release ${written}, this is release ${release}`)
  const current = schemaOf(migrations)
  const found = meta.get('schema')
  const from = found === undefined ? current : Number(found)
  if (!Number.isInteger(from) || from < firstSchema || from > current)
    throw new StoreError('schemaForeign', `the database has schema ${found}, this release has ${current}`)
  const prepared = []
  for (const shape of shapes) prepared.push({ shape, ...(await prepare(client, shape)) })
  const isOld =
    written !== release || from < current || prepared.some(({ isNew, columns }) => isNew || columns.length > 0)
  // A migration is of all rows of the older release, and columns are of this one.
  const isBehind = isOld && mark < n
  if (isBehind) await project(mark)
  for (const { run } of missingFor(migrations, from)) await migrate(client, shapes, run)
  for (const { shape, columns } of prepared)
    if (columns.length > 0) await fill(client, shape)
    else if (isBehind) await fill(client, shape, `g > ${mark}`)
  for (const { shape, isNew } of prepared) {
    const make = isNew ? shape.fill : null
    if (make)
      await migrate(client, shapes, (data) => {
        for (const { id, body } of make(data)) data.put(shape.name, id, body)
      })
  }
  for (const [name, value] of [
    ['schema', String(current)],
    [releaseMeta, release],
  ])
    await client.query('INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [
      name,
      value,
    ])
}
