import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { migrations as released, type Migration } from '#server/core/migrations.ts'
import { revokedStatus } from '#server/core/keys.ts'
import { StoreError } from '#server/core/store-error.ts'
import { journalTail, type Group, type Opened, type Shape, type Store } from '#server/core/store-port.ts'
import type { Dump } from '#server/core/dump.ts'
import { journalHead, readHead } from '#server/core/journal-head.ts'
import { isLater, release as thisRelease, releaseMeta } from '#server/core/release.ts'
import type { RowId } from '#server/core/table-def.ts'
import {
  entriesOf,
  entryOf,
  eventOf,
  keyIn,
  number,
  preparedIn,
  readsOf,
  text,
  type Row,
  type Sql,
} from './sqlite-reads.ts'
import { baseSchema, upgradeSchema, rowsOf, tableName, upsertOf } from './sqlite-schema.ts'

/** How much one step of the sweep may do: each step stops the venue for as long as it takes. */
const sweepKeys = 200
const sweepUsers = 20
const sweepEvents = 300

/** A database in memory as it was at an instant; each store that is opened from it has its own. */
export type MemoryCopy = { readonly fill: (file: string) => void }
type Options = {
  maxPages?: number
  migrations?: readonly Migration[]
  release?: string
  /** Begins with what a copy holds, in memory as well. */
  from?: MemoryCopy
}

/** The database with what all parts of the store do with it. */
type Base = ReturnType<typeof baseOf>
function baseOf(db: DatabaseSync) {
  const sql = preparedIn(db)
  return {
    db,
    sql,
    meta: (name: string) => text(sql('SELECT value FROM meta WHERE name = ?').get(name)?.['value']),
    setMeta: (name: string, value: string) => {
      sql('INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(name, value)
    },
    entries: entriesOf(sql),
  }
}

/**
 * The embedded store: one SQLite file in WAL mode, synced before `append` returns, locked against a second process. All
 * methods are synchronous. `:memory:` for tests; `maxPages` limits the file's size.
 */
export function openSqlite(
  file: string,
  { maxPages, from, migrations = released, release = thisRelease }: Options = {},
) {
  const db = openLocked(from ? nextMemory() : file, from)
  const limitPages = (most: number) => db.exec(`PRAGMA max_page_count = ${Math.trunc(most)}`)
  if (maxPages !== undefined) limitPages(maxPages)
  const base = baseOf(db)
  const upserts = new Map<string, string>()
  return {
    open: (shapes) => openShapes(base, shapes, { upserts, migrations, release }),
    append: (group) => appendGroup(base, upserts, group),
    ...readsOf(base.sql),
    sweep: (keysBefore, eventsBefore, eventsKept, afterUser = 0) =>
      sweepSome(base, { keysBefore, eventsBefore, eventsKept, afterUser }),
    dump: dumpOf(db, base.sql),
    /** Copies the database to a file some pages at a time, consistent although it is written to meanwhile. */
    backup: (to: string) => copyOf(db, to),
    copy: () => memoryCopyOf(db),
    meta: base.meta,
    ...journalOf(base),
    limitPages,
    close: () => {
      if (db.isTransaction) db.exec('COMMIT')
      db.close()
    },
  } satisfies Store & {
    dump: Dump
    limitPages: (most: number) => void
    backup: (to: string) => Promise<CopyEnd>
    copy: () => MemoryCopy
    dropMeta: (name: string) => void
    lastEntry: () => number
    journalHead: () => string | null
    meta: (name: string) => string | null
    hasRef: (start: string) => boolean
    dropEntries: (upTo: number, head: string) => void
  }
}

type Opening = { upserts: Map<string, string>; migrations: readonly Migration[]; release: string }
function openShapes({ db, sql, meta, setMeta, entries }: Base, shapes: readonly Shape[], opening: Opening): Opened {
  const { upserts, migrations, release } = opening
  // The transaction, which may be that of an opening nothing was written after, stays open until the first group: one
  // sync in all.
  if (!db.isTransaction) db.exec('BEGIN IMMEDIATE')
  try {
    checkRelease(meta(releaseMeta), release)
    setMeta('schema', String(upgradeSchema(db, meta('schema'), shapes, migrations)))
    setMeta(releaseMeta, release)
  } catch (thrown) {
    db.exec('ROLLBACK')
    throw thrown
  }
  for (const shape of shapes) upserts.set(shape.name, upsertOf(shape))
  const shapeOf = new Map(shapes.map((shape) => [shape.name, shape]))
  const latest = (query: string) => number(sql(query).get()?.['at'])
  const journalEnd = (): Opened['journal'] => {
    const last = sql('SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1').get()
    const seq = number(last?.['seq'])
    const before = Math.max(0, seq - journalTail)
    return {
      seq,
      hash: text(last?.['hash']) ?? '',
      base: entries(before - 1, before === 0 ? 0 : 1)[0] ?? null,
      tail: entries(before, journalTail),
    }
  }
  return {
    load: (name) => {
      const shape = shapeOf.get(name)
      if (!shape) throw new Error(`${name} was not opened`)
      const table = tableName(name)
      const highestId =
        shape.key === 'int' ? number(db.prepare(`SELECT max(id) AS top FROM ${table}`).get()?.['top']) : 0
      return { rows: bodiesOf(db, table, 'live' in shape.columns ? 'live = 1' : ''), highestId }
    },
    journal: journalEnd(),
    lastAt: Math.max(
      latest('SELECT at FROM journal ORDER BY seq DESC LIMIT 1'),
      latest('SELECT max(at) AS at FROM events'),
      latest('SELECT max(at) AS at FROM keys'),
    ),
    meta,
  }
}

function appendGroup(
  { db, sql, setMeta }: Base,
  upserts: ReadonlyMap<string, string>,
  { rows, entries: added, events, keys, meta: metas }: Group,
) {
  // The first group commits the opening too: rolled back with it, the tables would be missing, so it is not tried
  // again.
  const isFirst = db.isTransaction
  try {
    if (!isFirst) db.exec('BEGIN IMMEDIATE')
    for (const { table, id, body, columns } of rows)
      if (body === null) sql(`DELETE FROM ${tableName(table)} WHERE id = ?`).run(id)
      else sql(upserts.get(table) ?? missing(table)).run(id, body, ...columns)
    const entry = sql('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)')
    for (const { seq, at, type, ref, lines, hash } of added) entry.run(seq, at, type, ref, lines, hash)
    const event = sql('INSERT INTO events VALUES (?, ?, ?, ?)')
    for (const { user, s, at, body } of events) event.run(user, s, at, body)
    const key = sql(
      'INSERT INTO keys VALUES (?, ?, ?, ?, ?) ON CONFLICT (place) DO UPDATE SET digest = excluded.digest, at = excluded.at, status = excluded.status, answer = excluded.answer',
    )
    for (const { place, digest, at, status, answer } of keys) key.run(place, digest, at, status, answer)
    for (const { name, value } of metas) setMeta(name, value)
    db.exec('COMMIT')
  } catch (thrown) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw new StoreError(isFull(thrown) && !isFirst ? 'diskFull' : 'commitFailed', String(thrown))
  }
}

type Sweep = { keysBefore: number; eventsBefore: number; eventsKept: number; afterUser: number }
/** Sweeps some old keys, and old events of some users; returns the user up to whom it came, or null at the end. */
function sweepSome({ db, sql }: Base, { keysBefore, eventsBefore, eventsKept, afterUser }: Sweep): number | null {
  const begun = db.isTransaction
  if (!begun) db.exec('BEGIN IMMEDIATE')
  try {
    const swept = sweepKeysOf(sql, keysBefore)
    let user: number | null = afterUser
    let rowsLeft = sweepEvents
    for (let n = 0; n < sweepUsers && rowsLeft > 0; n += 1) {
      // The index leads from one user to the next without a look at the events between.
      const next: unknown = sql('SELECT min(user) AS next FROM events WHERE user > ?').get(user)?.['next']
      if (typeof next !== 'number') {
        // Where keys are left the next step finds no user again.
        if (!swept.areLeft) user = null
        break
      }
      const head = number(sql('SELECT max(s) AS head FROM events WHERE user = ?').get(next)?.['head'])
      const old = sql('SELECT s FROM events WHERE user = ? AND s <= ? AND at < ? ORDER BY s LIMIT ?').all(
        next,
        head - eventsKept,
        eventsBefore,
        rowsLeft,
      )
      const last = old.at(-1)
      if (last) sql('DELETE FROM events WHERE user = ? AND s <= ?').run(next, number(last['s']))
      // A user with more than one step may delete is taken up again by the next step.
      if (old.length === rowsLeft) break
      rowsLeft -= old.length
      user = next
    }
    if (!begun) db.exec('COMMIT')
    return user
  } catch (thrown) {
    if (!begun && db.isTransaction) db.exec('ROLLBACK')
    throw thrown
  }
}

/** What is asked of the journal, and done with it, when it is archived. */
function journalOf({ db, sql, meta, setMeta }: Base) {
  return {
    lastEntry: () => number(sql('SELECT max(seq) AS last FROM journal').get()?.['last']),
    /** Where the journal begins: what was archived before; null when all of it is there. */
    journalHead: () => meta(journalHead),
    /** True if an entry has a reference that begins so; looks through the whole journal. */
    hasRef: (start: string) =>
      sql('SELECT 1 FROM journal WHERE substr(ref, 1, ?) = ? LIMIT 1').get(start.length, start) !== undefined,
    /** Removes archived entries and says where the journal begins now, in one transaction. */
    dropEntries: (upTo: number, head: string) => {
      if (db.isTransaction) db.exec('COMMIT')
      db.exec('BEGIN IMMEDIATE')
      try {
        db.exec('DROP TRIGGER journal_stays')
        sql('DELETE FROM journal WHERE seq <= ?').run(upTo)
        setMeta(journalHead, head)
        db.exec(baseSchema)
        db.exec('COMMIT')
      } catch (thrown) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw thrown
      }
      db.exec('VACUUM')
    },
    dropMeta: (name: string) => void sql('DELETE FROM meta WHERE name = ?').run(name),
  }
}

/** Deletes some old keys that name their time, and makes revoked ones of the others. */
function sweepKeysOf(sql: Sql, before: number) {
  const old = (isTimed: boolean) =>
    `place IN (SELECT place FROM keys WHERE at > 0 AND at < ? ORDER BY at LIMIT ${sweepKeys})
     AND (substr(place, -24, 1) = '7') = ${isTimed}`
  const gone = sql(`DELETE FROM keys WHERE ${old(true)}`).run(before)
  const kept = sql(
    `UPDATE keys SET at = 0, status = ${revokedStatus}, digest = '', answer = '' WHERE ${old(false)}`,
  ).run(before)
  return { areLeft: Number(gone.changes) + Number(kept.changes) >= sweepKeys }
}

const rowsPerRead = 2000
/** Everything that the database holds, some rows at a time. */
function dumpOf(db: DatabaseSync, sql: Sql): Dump {
  function* rows(table: string) {
    let some: { id: RowId; body: string }[] = []
    for (const row of rowsOf(db, tableName(table))) {
      some.push(row)
      if (some.length < rowsPerRead) continue
      yield some
      some = []
    }
    yield some
  }
  /** Rows of a statement that takes the values of the last one read, from which it goes on. */
  function* after<T>(text: string, first: SQLInputValue[], read: (row: Row) => T, next: (row: T) => SQLInputValue[]) {
    let from = first
    for (;;) {
      const some = sql(text)
        .all(...from, rowsPerRead)
        .map(read)
      yield some
      const last = some.at(-1)
      if (last === undefined || some.length < rowsPerRead) return
      from = next(last)
    }
  }
  return {
    rows,
    entries: () => after('SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?', [0], entryOf, ({ seq }) => [seq]),
    events: () =>
      after(
        'SELECT * FROM events WHERE (user, s) > (?, ?) ORDER BY user, s LIMIT ?',
        [0, 0],
        eventOf,
        ({ user, s }) => [user, s],
      ),
    keys: () => after('SELECT * FROM keys WHERE place > ? ORDER BY place LIMIT ?', [''], keyIn, ({ place }) => [place]),
    meta: () =>
      sql('SELECT name, value FROM meta')
        .all()
        .map((row) => ({ name: String(row['name']), value: String(row['value']) })),
  }
}

/** Where the journal of a copy ends. */
export type CopyEnd = { seq: number; hash: string }
async function copyOf(db: DatabaseSync, to: string): Promise<CopyEnd> {
  // The transaction of an opening nothing was written after: within one of its own the database cannot be copied.
  if (db.isTransaction) db.exec('COMMIT')
  await backup(db, to, { rate: 200 })
  const copy = new DatabaseSync(to)
  try {
    // One file holds all of it, for whoever copies it on.
    copy.exec('PRAGMA journal_mode = DELETE')
    const last = copy.prepare('SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1').get()
    const head = copy.prepare('SELECT value FROM meta WHERE name = ?').get(journalHead)?.['value']
    if (last === undefined) return readHead(typeof head === 'string' ? head : null)
    return { seq: Number(last['seq']), hash: String(last['hash']) }
  } finally {
    copy.close()
  }
}
const scheme = 'file'
let memories = 0
/** The name of a database in memory that more than one connection may open. */
const nextMemory = () => `${scheme}:kontor-${(memories += 1)}?mode=memory&cache=shared`
function memoryCopyOf(db: DatabaseSync): MemoryCopy {
  if (db.isTransaction) db.exec('COMMIT')
  const name = nextMemory()
  // It lives as long as this connection, which the copy keeps.
  const kept = new DatabaseSync(name)
  db.exec(`VACUUM INTO '${name}'`)
  return { fill: (file) => kept.exec(`VACUUM INTO '${file}'`) }
}
function checkRelease(written: string | null, release: string) {
  if (written !== null && isLater(written, release))
    throw new StoreError('schemaForeign', `the data folder is of release ${written}, this is release ${release}`)
}
function openLocked(file: string, from?: MemoryCopy): DatabaseSync {
  try {
    const db = new DatabaseSync(file)
    from?.fill(file)
    db.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;',
    )
    // The pages of lookups and of the tails of many tables stay in memory; and a page that is written again and again
    // is moved into the database once for twelve megabytes of log instead of for four; for sixteen the loop would stand
    // still for more than 20 ms.
    db.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 3000;')
    db.exec(`BEGIN EXCLUSIVE; ${baseSchema} COMMIT;`)
    return db
  } catch (thrown) {
    const message = String(thrown)
    if (/locked|busy/i.test(message)) throw new StoreError('folderInUse', message)
    if (/full|readonly|read-only|I\/O/i.test(message)) throw new StoreError('diskUnfit', message)
    throw thrown
  }
}
/** True for SQLITE_FULL: no room on the disk, or the file has all the pages it may have. */
const isFull = (thrown: unknown) => thrown instanceof Error && 'errcode' in thrown && thrown.errcode === 13
function* bodiesOf(db: DatabaseSync, table: string, where: string): Generator<string> {
  for (const { body } of rowsOf(db, table, where)) yield body
}
const missing = (table: string): never => {
  throw new Error(`${table} was never opened`)
}
