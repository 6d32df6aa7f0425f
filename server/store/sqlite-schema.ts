import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { firstSchema, missingFor, schemaOf, type Migration } from '#server/core/migrations.ts'
import { StoreError } from '#server/core/store-error.ts'
import type { Shape } from '#server/core/store-port.ts'
import type { MigrationData, RowId } from '#server/core/table-def.ts'
import { partOf } from './partial-index.ts'

/** Tables of every data folder, whatever its features. The triggers keep the journal append-only. */
export const baseSchema = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type INTEGER NOT NULL, ref TEXT NOT NULL,
    lines TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS journal_kept BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS journal_stays BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TABLE IF NOT EXISTS events (
    user INTEGER, s INTEGER, at INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (user, s)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS events_at ON events (at);
  CREATE TABLE IF NOT EXISTS keys (
    place TEXT PRIMARY KEY, digest TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER NOT NULL, answer TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS keys_at ON keys (at);
`
const plainName = /^[a-z][a-zA-Z0-9_]*$/
export const quoted = (name: string) => {
  if (!plainName.test(name)) throw new Error(`not a plain name: ${name}`)
  return `"${name}"`
}
export const tableName = (name: string) => quoted(`t_${name}`)
const sqlTypes = { int: 'INTEGER', text: 'TEXT' } as const

/** The statement that writes one row with its columns. */
export const upsertOf = ({ name, columns }: Shape) => {
  const names = ['id', 'body', ...Object.keys(columns).map(quoted)]
  const updates = names.slice(1).map((column) => `${column} = excluded.${column}`)
  return `INSERT INTO ${tableName(name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`
}

/** Rows per read: reading one at a time takes three times as long, reading all at once would fill the memory. */
const rowsPerRead = 2000
type Row = Record<string, SQLOutputValue>
/**
 * Iterates over the rows of a table in id order, reading `rowsPerRead` at a time; `where` is an SQL condition, or empty
 * for all.
 */
export function* rowsOf(db: DatabaseSync, table: string, where = ''): Generator<{ id: RowId; body: string }> {
  const columns = `SELECT id, body FROM ${table}`
  // No value sorts before every text: compared with a text id, a number is turned into text, and an id like "-5" would
  // stand below it.
  const first = db.prepare(`${columns} ${where === '' ? '' : `WHERE ${where}`} ORDER BY id LIMIT ${rowsPerRead}`)
  const more = db.prepare(
    `${columns} WHERE ${where === '' ? '' : `${where} AND `}id > ? ORDER BY id LIMIT ${rowsPerRead}`,
  )
  let rows: Row[] = first.all()
  for (;;) {
    for (const { id, body } of rows) yield { id: typeof id === 'number' ? id : String(id), body: String(body) }
    const last = rows.at(-1)?.['id']
    if (rows.length < rowsPerRead || last === undefined) return
    rows = more.all(last)
  }
}

/**
 * Creates a table, or adds the columns it lacks; returns whether it is new, and the columns that were added to an
 * existing table.
 */
function prepare(db: DatabaseSync, { name, key, columns, paths }: Shape): { isNew: boolean; columns: string[] } {
  const table = tableName(name)
  const known = new Set(
    db
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map((row) => String(row['name'])),
  )
  const parts = Object.entries(columns).map(([column, type]) => `, ${quoted(column)} ${sqlTypes[type]}`)
  if (known.size === 0)
    db.exec(`CREATE TABLE ${table} (id ${sqlTypes[key]} PRIMARY KEY, body TEXT NOT NULL${parts.join('')}) STRICT`)
  const added = known.size === 0 ? [] : Object.keys(columns).filter((column) => !known.has(column))
  for (const column of added)
    db.exec(`ALTER TABLE ${table} ADD COLUMN ${quoted(column)} ${sqlTypes[columns[column] ?? 'text']}`)
  for (const path of paths) {
    const index = quoted(`i_${name}_${path.join('_')}`)
    const part = partOf(path)
    if (part === null) db.exec(`CREATE INDEX IF NOT EXISTS ${index} ON ${table} (${path.map(quoted).join(', ')}, id)`)
    else
      db.exec(
        `DROP INDEX IF EXISTS ${index};
        CREATE INDEX IF NOT EXISTS ${quoted(`i_${name}_only_${path.join('_')}`)} ON ${table} ${part}`,
      )
  }
  return { isNew: known.size === 0, columns: added }
}
/** Fills added columns of existing rows. */
function fill(db: DatabaseSync, { name, columns, columnsOf }: Shape, added: readonly string[]) {
  const table = tableName(name)
  const names = Object.keys(columns)
  const update = db.prepare(
    `UPDATE ${table} SET ${added.map((column) => `${quoted(column)} = ?`).join(', ')} WHERE id = ?`,
  )
  for (const { id, body } of rowsOf(db, table)) {
    const values = columnsOf(body)
    update.run(...added.map((column) => values[names.indexOf(column)] ?? null), id)
  }
}
function migrationData(db: DatabaseSync, shapes: readonly Shape[]): MigrationData {
  const shapeOf = (table: string) => {
    const shape = shapes.find(({ name }) => name === table)
    if (!shape) throw new Error(`a migration names the unknown table ${table}`)
    return shape
  }
  return {
    rows: (table) => rowsOf(db, tableName(shapeOf(table).name)),
    put: (table, id, body) => {
      const shape = shapeOf(table)
      db.prepare(upsertOf(shape)).run(id, body, ...shape.columnsOf(body))
    },
    remove: (table, id) => {
      db.prepare(`DELETE FROM ${tableName(shapeOf(table).name)} WHERE id = ?`).run(id)
    },
  }
}

/**
 * Upgrades a data folder of schema `found` to the schema of this release: first missing tables and columns, then the
 * numbered migrations, then the values of new columns and the rows of new tables. Called within the opening
 * transaction; a folder of a newer release is refused.
 */
export function upgradeSchema(
  db: DatabaseSync,
  found: string | null,
  shapes: readonly Shape[],
  migrations: readonly Migration[],
): number {
  const current = schemaOf(migrations)
  const from = found === null ? current : Number(found)
  if (!Number.isInteger(from) || from < firstSchema || from > current)
    throw new StoreError('schemaForeign', `the data folder has schema ${found}, this release has ${current}`)
  const added = shapes.map((shape) => ({ shape, ...prepare(db, shape) }))
  for (const { run } of missingFor(migrations, from)) run(migrationData(db, shapes))
  for (const { shape, columns } of added) if (columns.length > 0) fill(db, shape, columns)
  const data = migrationData(db, shapes)
  for (const { shape, isNew } of added)
    if (isNew && shape.fill) for (const { id, body } of shape.fill(data)) data.put(shape.name, id, body)
  return current
}
