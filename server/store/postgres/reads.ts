import { revokedStatus } from '#server/core/keys.ts'
import type { Dump } from '#server/core/dump.ts'
import type {
  EntryRow,
  EventRow,
  KeyRow,
  MetaRow,
  PageQuery,
  PageResult,
  Shape,
  Store,
} from '#server/core/store-port.ts'
import type { ColumnValue, RowId } from '#server/core/table-def.ts'
import type { Pool, QueryResultRow } from './connect.ts'
import type { Overlay, YoungRow } from './overlay.ts'
import { arrays, quoted, tableName } from './names.ts'
import { eventsIn, type Run } from './runs.ts'
import { readTable } from './schema.ts'
import { cellOf, fromStored, toStored } from './text.ts'

type Ports = { pool: Pool; overlay: Overlay; shapes: ReadonlyMap<string, Shape> }
type Body = { id: RowId; body: string; g: number }
type Reads = Pick<Store, 'page' | 'row' | 'span' | 'spent' | 'key' | 'events' | 'ring' | 'entries' | 'sweep'>

/** Ids in the order of the database, which compares texts by their bytes. */
const isAbove = (one: RowId, other: RowId) =>
  typeof one === 'string' && typeof other === 'string'
    ? Buffer.compare(Buffer.from(toStored(one)), Buffer.from(toStored(other))) > 0
    : one > other
const highestFirst = (a: { id: RowId }, b: { id: RowId }) => (isAbove(a.id, b.id) ? -1 : 1)
const bodyOf = ({ body }: { body: string | null }) => fromStored(body ?? '')
type Wanted = PageQuery['where'][string]
const listOf = (asked: Wanted): readonly ColumnValue[] => [asked].flat()

/** Whether a row that is not in its table yet is one that a query asks for. */
function fits({ columns }: Shape, { where, between }: PageQuery, { row }: YoungRow): boolean {
  if (row.body === null) return false
  const names = Object.keys(columns)
  const valueOf = (column: string) => row.columns[names.indexOf(column)] ?? null
  const isIn = (column: string, list: readonly ColumnValue[]) => {
    const value = valueOf(column)
    return value !== null && list.includes(value)
  }
  if (!Object.entries(where).every(([column, wanted]) => isIn(column, listOf(wanted)))) return false
  if (!between) return true
  const value = valueOf(between.column)
  return typeof value === 'number' && value >= between.from && value <= between.to
}

/** Reads of the tables and of what is not in them yet, as one. */
export function createReads({ pool, overlay, shapes }: Ports): Reads {
  const shapeOf = (table: string) => {
    const shape = shapes.get(table)
    if (!shape) throw new Error(`${table} was never opened`)
    return shape
  }
  return {
    page: createPages({ pool, overlay, shapes }),
    row: async (table, id) => {
      const young = overlay.row(table, id)
      if (young) return young.row.body
      const {
        rows: [stored],
      } = await pool.query<{ body: string }>({
        name: `row_${table}`,
        text: `SELECT body FROM ${tableName(shapeOf(table).name)} WHERE id = $1`,
        values: [cellOf(id)],
      })
      const since = overlay.row(table, id)
      return since ? since.row.body : stored ? fromStored(stored.body) : null
    },
    span: createSpan({ pool, overlay }),
    spent: async (table, before, limit) => {
      const known = new Set(overlay.rowsOf(table).map(({ row }) => row.id))
      const { rows } = await pool.query<Body>({
        name: `spent_${table}`,
        text: `SELECT id, body FROM ${tableName(table)} WHERE spent < $1 ORDER BY spent LIMIT $2`,
        values: [before, limit + known.size],
      })
      return rows
        .filter(({ id }) => !known.has(id))
        .slice(0, limit)
        .map(bodyOf)
    },
    key: createKeys(pool, overlay),
    ...createTails({ pool, overlay }),
    sweep: createSweep(pool),
  }
}

/**
 * A row that has come into its table while it was being read counts as it is there if that is newer than what was known
 * before.
 */
const isOlder = (stored: Body, { n }: YoungRow) => stored.g < n

/** Rows between two ids. */
function createSpan({ pool, overlay }: Pick<Ports, 'pool' | 'overlay'>): Reads['span'] {
  return async (table, low, high, limit, from) => {
    const young = overlay.rowsOf(table).filter(({ row: { id } }) => typeof id === 'number' && id >= low && id <= high)
    const order = from === 'low' ? 'ASC' : 'DESC'
    const { rows } = await pool.query<Body>({
      name: `span_${table}_${from}`,
      text: `SELECT id, body, g FROM ${tableName(table)} WHERE id BETWEEN $1 AND $2 ORDER BY id ${order} LIMIT $3`,
      // Of those in the tables some may be gone or replaced: so many more are read.
      values: [low, high, limit + young.length],
    })
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const each of young) {
      const { id, body } = each.row
      const stored = found.get(id)
      if (stored && !isOlder(stored, each)) continue
      if (body === null) found.delete(id)
      else found.set(id, { id, body: toStored(body), g: each.n })
    }
    const sorted = [...found.values()].toSorted(highestFirst)
    return (from === 'low' ? sorted.toReversed() : sorted).slice(0, limit).map(bodyOf)
  }
}

/** How many runs of events are read at once. */
const runsPerRead = 20
/** The journal and the events of users, of which what is young follows what is stored. */
function createTails({ pool, overlay }: Pick<Ports, 'pool' | 'overlay'>): Pick<Reads, 'entries' | 'events' | 'ring'> {
  const entries: Reads['entries'] = async (after, limit) => {
    const young = overlay.entries()
    const { rows } = await pool.query<EntryRow>({
      name: 'entries',
      text: 'SELECT seq, at, type, ref, lines, hash FROM journal WHERE seq > $1 ORDER BY seq LIMIT $2',
      values: [after, limit],
    })
    const last = rows.at(-1)?.seq ?? after
    const stored = rows.map((row) => ({ ...row, ref: fromStored(row.ref), lines: fromStored(row.lines) }))
    return [...stored, ...young.filter(({ seq }) => seq > last)].slice(0, limit)
  }
  const events: Reads['events'] = async (user, after, limit) => {
    const young = overlay.eventsOf(user)
    const stored: EventRow[] = []
    let last = after
    for (let isEnd = false; !isEnd && stored.length < limit; ) {
      const { rows } = await pool.query<Run>({
        name: 'events',
        text: `SELECT "user", first, body FROM runs WHERE "user" = $1 AND s > $2 ORDER BY s LIMIT ${runsPerRead}`,
        values: [user, last],
      })
      stored.push(...rows.flatMap(eventsIn).filter(({ s }) => s > after))
      last = stored.at(-1)?.s ?? after
      isEnd = rows.length < runsPerRead
    }
    return [...stored, ...young.filter(({ s }) => s > last)].slice(0, limit)
  }
  const ring: Reads['ring'] = async (user) => {
    const young = overlay.eventsOf(user)
    const {
      rows: [stored],
    } = await pool.query<{ head: number | null; tail: number | null }>({
      name: 'ring',
      text: 'SELECT max(s) AS head, min(first) AS tail FROM runs WHERE "user" = $1',
      values: [user],
    })
    const head = Math.max(stored?.head ?? 0, young.at(-1)?.s ?? 0)
    return { head, tail: stored?.tail ?? young[0]?.s ?? 0 }
  }
  return { entries, events, ring }
}

/** Pages of tables. Those rows that have changed since are left out by the database, and put in where they belong. */
function createPages({ pool, overlay, shapes }: Ports): Reads['page'] {
  return async (asked) => {
    const { table, where, between, limit, offset } = asked
    const shape = shapes.get(table)
    if (!shape) throw new Error(`${table} was never opened`)
    const known = overlay.rowsOf(table)
    const young = known.filter((each) => fits(shape, asked, each)).map(({ row }) => row)
    const values: unknown[] = [known.map(({ row }) => cellOf(row.id))]
    const next = (value: unknown) => `$${values.push(value)}`
    const parts = [
      `NOT (id = ANY($1::${arrays[shape.key]}))`,
      ...Object.entries(where).map(([column, wanted]) => {
        const type = shape.columns[column] ?? 'text'
        return `${quoted(column)} = ANY(${next(listOf(wanted).map(cellOf))}::${arrays[type]})`
      }),
      ...(between === undefined
        ? []
        : [`${quoted(between.column)} BETWEEN ${next(between.from)} AND ${next(between.to)}`]),
    ]
    const from = `FROM ${tableName(table)} WHERE ${parts.join(' AND ')}`
    // Of the rows before the page at most as many are young ones as there are.
    const skipped = Math.max(0, offset - young.length)
    const { rows } = await pool.query<Body>(
      `SELECT id, body ${from} ORDER BY id DESC LIMIT ${limit + young.length} OFFSET ${skipped}`,
      values,
    )
    const isEnd = rows.length < limit + young.length && (rows.length > 0 || skipped === 0)
    const count = isEnd
      ? skipped + rows.length
      : ((await pool.query<{ n: number }>(`SELECT count(*) AS n ${from}`, values)).rows[0]?.n ?? 0)
    return mergePage({ rows, young, skipped, count }, asked)
  }
}
type Parts = {
  rows: readonly Body[]
  young: readonly { id: RowId; body: string | null }[]
  skipped: number
  count: number
}
function mergePage({ rows, young, skipped, count }: Parts, { limit, offset }: PageQuery): PageResult {
  const first = rows[0]
  const sorted = young.map(({ id, body }) => ({ id, body: toStored(body ?? '') })).toSorted(highestFirst)
  // Young rows above the first that was read stand before it, wherever among the rows that were skipped.
  const before = first && skipped > 0 ? sorted.filter(({ id }) => isAbove(id, first.id)) : []
  const rest = sorted.slice(before.length)
  const merged = [...rows, ...rest].toSorted(highestFirst)
  const start = first === undefined && skipped > 0 ? count : skipped + before.length
  const bodies = merged.slice(Math.max(0, offset - start), Math.max(0, offset - start + limit)).map(bodyOf)
  return { bodies, total: count + young.length }
}

/** Looks up all keys that are asked for in one turn of the event loop together. */
function createKeys(pool: Pool, overlay: Overlay): Reads['key'] {
  type Asked = { place: string; done: (row: KeyRow | null) => void; fail: (thrown: unknown) => void }
  let asked: Asked[] = []
  const lookUp = async (some: readonly Asked[]) => {
    const { rows } = await pool.query<KeyRow>({
      name: 'keys',
      text: 'SELECT place, digest, at, status, answer FROM keys WHERE place = ANY($1)',
      values: [some.map(({ place }) => toStored(place))],
    })
    const found = new Map(
      rows.map(({ place, digest, answer, ...row }): [string, KeyRow] => [
        fromStored(place),
        { ...row, place: fromStored(place), digest: fromStored(digest), answer: fromStored(answer) },
      ]),
    )
    for (const { place, done } of some) done(found.get(place) ?? overlay.key(place))
  }
  const flush = () => {
    const some = asked
    asked = []
    lookUp(some).catch((thrown: unknown) => some.forEach(({ fail }) => fail(thrown)))
  }
  return (place) => {
    const young = overlay.key(place)
    if (young) return young
    return new Promise<KeyRow | null>((done, fail) => {
      if (asked.length === 0) setImmediate(flush)
      asked.push({ place, done, fail })
    })
  }
}

/** How much one step of the sweep may do. */
const sweepKeys = 2000
const sweepUsers = 500
function createSweep(pool: Pool): Reads['sweep'] {
  return async (keysBefore, eventsBefore, eventsKept, afterUser = 0) => {
    const {
      rows: [swept],
    } = await pool.query<{ n: number }>({
      name: 'sweep_keys',
      text: `WITH old AS (SELECT place, left(right(place, 24), 1) = '7' AS timed FROM keys
                          WHERE at > 0 AND at < $1 ORDER BY at LIMIT ${sweepKeys}),
                  gone AS (DELETE FROM keys USING old WHERE keys.place = old.place AND old.timed),
                  kept AS (UPDATE keys SET at = 0, status = ${revokedStatus}, digest = '', answer = ''
                           FROM old WHERE keys.place = old.place AND NOT old.timed)
             SELECT count(*) AS n FROM old`,
      values: [keysBefore],
    })
    const { rows } = await pool.query<{ user: number }>({
      name: 'sweep_users',
      // The index leads from one user to the next without a look at the events between.
      text: `WITH RECURSIVE u AS (
               SELECT (SELECT min("user") FROM runs WHERE "user" > $1) AS "user"
               UNION ALL
               SELECT (SELECT min("user") FROM runs WHERE "user" > u."user") FROM u WHERE u."user" IS NOT NULL)
             SELECT "user" FROM u WHERE "user" IS NOT NULL LIMIT ${sweepUsers}`,
      values: [afterUser],
    })
    await pool.query({
      name: 'sweep_events',
      text: `DELETE FROM runs r
             USING (SELECT u."user", (SELECT max(s) FROM runs WHERE runs."user" = u."user") - $2 AS upto
                    FROM unnest($1::bigint[]) u("user")) h
             WHERE r."user" = h."user" AND r.s <= h.upto AND r.at < $3`,
      values: [rows.map(({ user }) => user), eventsKept, eventsBefore],
    })
    const isEnd = rows.length < sweepUsers && (swept?.n ?? 0) < sweepKeys
    return isEnd ? null : (rows.at(-1)?.user ?? afterUser)
  }
}

const rowsPerRead = 2000
type From = readonly (number | string)[]
/** Everything that the tables hold, some rows at a time; called when the tables are up to the log. */
export function createDump(query: () => Pick<Pool, 'query'>): Dump {
  async function* after<T extends QueryResultRow>(text: string, first: From, next: (row: T) => From) {
    let from = first
    for (;;) {
      const { rows }: { rows: T[] } = await query().query<T>(`${text} LIMIT ${rowsPerRead}`, [...from])
      yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerRead) return
      from = next(last)
    }
  }
  async function* mapped<T, R>(some: AsyncIterable<readonly T[]>, map: (row: T) => R | readonly R[]) {
    for await (const rows of some) yield rows.flatMap(map)
  }
  return {
    rows: (table) => readTable(query(), table),
    entries: () =>
      mapped(
        after<EntryRow>(
          'SELECT seq, at, type, ref, lines, hash FROM journal WHERE seq > $1 ORDER BY seq',
          [0],
          ({ seq }) => [seq],
        ),
        (row) => ({ ...row, ref: fromStored(row.ref), lines: fromStored(row.lines) }),
      ),
    events: () =>
      mapped(
        after<Run & { s: number }>(
          'SELECT "user", s, first, body FROM runs WHERE ("user", s) > ($1, $2) ORDER BY "user", s',
          [0, 0],
          ({ user, s }) => [user, s],
        ),
        eventsIn,
      ),
    keys: () =>
      mapped(
        after<KeyRow>(
          'SELECT place, digest, at, status, answer FROM keys WHERE place > $1 ORDER BY place',
          [''],
          ({ place }) => [place],
        ),
        (row) => ({
          ...row,
          place: fromStored(row.place),
          digest: fromStored(row.digest),
          answer: fromStored(row.answer),
        }),
      ),
    meta: async () =>
      (await query().query<MetaRow>('SELECT name, value FROM meta')).rows.map(({ name, value }) => ({
        name: fromStored(name),
        value: fromStored(value),
      })),
  }
}
