import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { Shape } from '#server/core/tables.ts'
import { StoreError } from '#server/core/store-error.ts'
import type { EntryRow, EventRow, KeyRow, Store } from '#server/core/store-port.ts'

const base = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type INTEGER NOT NULL, ref TEXT NOT NULL, lines TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS journal_kept BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS journal_stays BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TABLE IF NOT EXISTS events (user INTEGER, s INTEGER, at INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (user, s)) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS events_at ON events (at);
  CREATE TABLE IF NOT EXISTS keys (
    place TEXT PRIMARY KEY, digest TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER NOT NULL, answer TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS keys_at ON keys (at);
`
const schemaVersion = '1'
const loadedAtOnce = 2000
/** Lower than the id of any row, be it a number or a text. */
const belowAll = -1e300
const plain = /^[a-z][a-zA-Z0-9_]*$/
const quoted = (name: string) => {
  if (!plain.test(name)) throw new Error(`not a plain name: ${name}`)
  return `"${name}"`
}
const tableName = (name: string) => quoted(`t_${name}`)

/** One file of at most so many pages, WAL, synced before it is acknowledged, locked against a second process. `:memory:` for tests. */
export function openSqlite(file: string, { maxPages }: { maxPages?: number } = {}): Store {
  const db = openLocked(file)
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${Math.trunc(maxPages)}`)
  const statements = new Map<string, StatementSync>()
  const sql = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    const made = db.prepare(text)
    statements.set(text, made)
    return made
  }
  const shapes = new Map<string, Shape>()
  const upserts = new Map<string, string>()
  const meta = (name: string) => text(sql('SELECT value FROM meta WHERE name = ?').get(name)?.['value'])
  const setMeta = (name: string, value: string) => {
    sql('INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(name, value)
  }
  // All that opening makes is written with the first group: one sync instead of one a table, and an opening that fails leaves nothing.
  db.exec('BEGIN IMMEDIATE')
  const found = meta('schema')
  if (found !== null && found !== schemaVersion) throw new StoreError('schemaForeign', `the data folder has schema ${found}`)
  setMeta('schema', schemaVersion)

  const load: Store['load'] = (shape) => {
    shapes.set(shape.name, shape)
    const table = tableName(shape.name)
    const columns = shape.columns.map(quoted)
    db.exec(`CREATE TABLE IF NOT EXISTS ${table} (id ANY PRIMARY KEY, body TEXT NOT NULL${columns.map((name) => `, ${name} ANY`).join('')}) STRICT`)
    for (const path of shape.paths)
      db.exec(`CREATE INDEX IF NOT EXISTS ${quoted(`i_${shape.name}_${path.join('_')}`)} ON ${table} (${path.map(quoted).join(', ')}, id)`)
    const names = ['id', 'body', ...columns]
    const updates = names.slice(1).map((name) => `${name} = excluded.${name}`)
    upserts.set(
      shape.name,
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`,
    )
    // Numbers sort before all text; they are stored as reals, which is why their type is not asked for.
    const highest = db.prepare(`SELECT id AS top FROM ${table} WHERE id < '' ORDER BY id DESC LIMIT 1`).get()
    const where = shape.columns.includes('live') ? 'live = 1 AND ' : ''
    return { rows: bodiesOf(db.prepare(`SELECT id, body FROM ${table} WHERE ${where}id > ? ORDER BY id LIMIT ${loadedAtOnce}`)), highestId: number(highest?.['top']) }
  }

  const commit: Store['commit'] = ({ rows, entries, events, keys }) => {
    if (!db.isTransaction) db.exec('BEGIN IMMEDIATE')
    try {
      for (const { table, id, body, columns } of rows)
        if (body === null) sql(`DELETE FROM ${tableName(table)} WHERE id = ?`).run(id)
        else sql(upserts.get(table) ?? missing(table)).run(id, body, ...columns)
      const entry = sql('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)')
      for (const { seq, at, type, ref, lines, hash } of entries) entry.run(seq, at, type, ref, lines, hash)
      const event = sql('INSERT INTO events VALUES (?, ?, ?, ?)')
      for (const { user, s, at, body } of events) event.run(user, s, at, body)
      const key = sql('INSERT INTO keys VALUES (?, ?, ?, ?, ?) ON CONFLICT (place) DO UPDATE SET digest = excluded.digest, at = excluded.at, status = excluded.status, answer = excluded.answer')
      for (const { place, digest, at, status, answer } of keys) key.run(place, digest, at, status, answer)
      db.exec('COMMIT')
    } catch (thrown) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw new StoreError('commitFailed', String(thrown))
    }
  }

  const page: Store['page'] = ({ table, where, limit, offset }) => {
    const parts: string[] = []
    const values: SQLInputValue[] = []
    for (const [column, wished] of Object.entries(where)) {
      const list = Array.isArray(wished) ? wished : [wished]
      parts.push(`${quoted(column)} IN (${list.map(() => '?').join(', ')})`)
      values.push(...list)
    }
    const clause = parts.length ? ` WHERE ${parts.join(' AND ')}` : ''
    const name = tableName(table)
    const total = number(sql(`SELECT count(*) AS n FROM ${name}${clause}`).get(...values)?.['n'])
    const found = sql(`SELECT body FROM ${name}${clause} ORDER BY id DESC LIMIT ? OFFSET ?`).all(...values, limit, offset)
    return { bodies: found.map(({ body }) => String(body)), total }
  }

  return {
    load,
    commit,
    page,
    row: (table, id) => text(sql(`SELECT body FROM ${tableName(table)} WHERE id = ?`).get(id)?.['body']),
    key: (place) => keyOf(sql('SELECT * FROM keys WHERE place = ?').get(place)),
    events: (user, after, limit) =>
      sql('SELECT * FROM events WHERE user = ? AND s > ? ORDER BY s LIMIT ?').all(user, after, limit).map(eventOf),
    ring: (user) => {
      const found = sql('SELECT max(s) AS head, min(s) AS tail FROM events WHERE user = ?').get(user)
      return { head: number(found?.['head']), tail: number(found?.['tail']) }
    },
    journalEnd: () => {
      const last = sql('SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1').get()
      return { seq: number(last?.['seq']), hash: text(last?.['hash']) ?? '' }
    },
    entries: (after, limit) => sql('SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?').all(after, limit).map(entryOf),
    sweep: (keysBefore, eventsBefore, eventsKept) => {
      sql('DELETE FROM keys WHERE at < ?').run(keysBefore)
      sql(
        'DELETE FROM events WHERE at < ? AND s <= (SELECT max(newer.s) FROM events AS newer WHERE newer.user = events.user) - ?',
      ).run(eventsBefore, eventsKept)
    },
    meta,
    setMeta,
    close: () => {
      if (db.isTransaction) db.exec('COMMIT')
      db.close()
    },
  }
}

function openLocked(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file)
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;')
    db.exec(`BEGIN EXCLUSIVE; ${base} COMMIT;`)
    return db
  } catch (thrown) {
    const said = String(thrown)
    if (/locked|busy/i.test(said)) throw new StoreError('folderInUse', said)
    if (/full|readonly|read-only|I\/O/i.test(said)) throw new StoreError('diskUnfit', said)
    throw thrown
  }
}

/** Some thousand rows at a time: one by one costs three times as much, all at once would fill the memory. */
function* bodiesOf(statement: StatementSync): Generator<string> {
  let last: SQLInputValue = belowAll
  for (;;) {
    const rows: Record<string, SQLOutputValue>[] = statement.all(last)
    for (const { body } of rows) yield String(body)
    if (rows.length < loadedAtOnce) return
    last = rows.at(-1)?.['id'] ?? belowAll
  }
}
const missing = (table: string): never => {
  throw new Error(`${table} was never loaded`)
}
type Row = Record<string, unknown>
const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const text = (value: unknown) => (typeof value === 'string' ? value : null)
const eventOf = (row: Row): EventRow => ({
  user: number(row['user']), s: number(row['s']), at: number(row['at']), body: text(row['body']) ?? '',
})
const entryOf = (row: Row): EntryRow => ({
  seq: number(row['seq']), at: number(row['at']), type: number(row['type']), ref: text(row['ref']) ?? '',
  lines: text(row['lines']) ?? '', hash: text(row['hash']) ?? '',
})
const keyOf = (row: Row | undefined): KeyRow | null =>
  row === undefined
    ? null
    : {
        place: text(row['place']) ?? '', digest: text(row['digest']) ?? '', at: number(row['at']),
        status: number(row['status']), answer: text(row['answer']) ?? '',
      }
