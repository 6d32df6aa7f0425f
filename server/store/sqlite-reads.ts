import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { EntryRow, EventRow, KeyRow, PageQuery, Store } from '#server/core/store-port.ts'
import { quoted, tableName } from './sqlite-schema.ts'

export type Sql = ReturnType<typeof preparedIn>
/** Prepares each statement once. */
export function preparedIn(db: DatabaseSync) {
  const statements = new Map<string, StatementSync>()
  return (text: string) => {
    const prepared = statements.get(text)
    if (prepared) return prepared
    const made = db.prepare(text)
    statements.set(text, made)
    return made
  }
}
/** What is read of the tables, without a change. */
export function readsOf(sql: Sql) {
  return {
    page: pagesOf(sql),
    row: (table, id) => text(sql(`SELECT body FROM ${tableName(table)} WHERE id = ?`).get(id)?.['body']),
    span: (table, low, high, limit, from) =>
      sql(spanOf(table, from))
        .all(low, high, limit)
        .map(({ body }) => String(body)),
    spent: (table, before, limit) =>
      sql(`SELECT body FROM ${tableName(table)} WHERE spent < ? ORDER BY spent LIMIT ?`)
        .all(before, limit)
        .map(({ body }) => String(body)),
    key: (place) => keyOf(sql('SELECT * FROM keys WHERE place = ?').get(place)),
    events: (user, after, limit) =>
      sql('SELECT * FROM events WHERE user = ? AND s > ? ORDER BY s LIMIT ?').all(user, after, limit).map(eventOf),
    ring: (user) => {
      const found = sql('SELECT max(s) AS head, min(s) AS tail FROM events WHERE user = ?').get(user)
      return { head: number(found?.['head']), tail: number(found?.['tail']) }
    },
    entries: entriesOf(sql),
  } satisfies Partial<Store>
}

function pagesOf(sql: Sql) {
  return ({ table, where, between, limit, offset }: PageQuery) => {
    const lists = Object.entries(where).map(([column, asked]) => ({
      column,
      list: Array.isArray(asked) ? asked : [asked],
    }))
    const values: SQLInputValue[] = [
      ...lists.flatMap(({ list }) => list),
      ...(between === undefined ? [] : [between.from, between.to]),
    ]
    const parts = [
      ...lists.map(({ column, list }) =>
        list.length === 1 ? `${quoted(column)} = ?` : `${quoted(column)} IN (${list.map(() => '?').join(', ')})`,
      ),
      ...(between === undefined ? [] : [`${quoted(between.column)} BETWEEN ? AND ?`]),
    ]
    const clause = parts.length ? ` WHERE ${parts.join(' AND ')}` : ''
    const name = tableName(table)
    const ordered = `SELECT body FROM ${name}${clause} ORDER BY id DESC`
    const all = () => sql(`${ordered} LIMIT ? OFFSET ?`).all(...values, limit, offset)
    // A lookup asks for the newest one, with each message that is sent: read so, it takes half the time.
    const one = () => [sql(`${ordered} LIMIT 1`).get(...values)].filter((row) => row !== undefined)
    const found = limit === 1 && offset === 0 ? one() : all()
    // A page that is not full is the last one, so its end tells how many there are.
    const isEnd = found.length < limit && (found.length > 0 || offset === 0)
    const total = isEnd
      ? offset + found.length
      : number(sql(`SELECT count(*) AS n FROM ${name}${clause}`).get(...values)?.['n'])
    return { bodies: found.map(({ body }) => String(body)), total }
  }
}

const spanOf = (table: string, from: 'low' | 'high') =>
  `SELECT body FROM ${tableName(table)} WHERE id BETWEEN ? AND ? ORDER BY id ${from === 'low' ? 'ASC' : 'DESC'} LIMIT ?`
export const entriesOf = (sql: Sql) => (after: number, limit: number) =>
  sql('SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?').all(after, limit).map(entryOf)

export type Row = Record<string, unknown>
export const number = (value: unknown) => (typeof value === 'number' ? value : 0)
export const text = (value: unknown) => (typeof value === 'string' ? value : null)
export const eventOf = (row: Row): EventRow => ({
  user: number(row['user']),
  s: number(row['s']),
  at: number(row['at']),
  body: text(row['body']) ?? '',
})
export const entryOf = (row: Row): EntryRow => ({
  seq: number(row['seq']),
  at: number(row['at']),
  type: number(row['type']),
  ref: text(row['ref']) ?? '',
  lines: text(row['lines']) ?? '',
  hash: text(row['hash']) ?? '',
})
export const keyIn = (row: Row): KeyRow => ({
  place: text(row['place']) ?? '',
  digest: text(row['digest']) ?? '',
  at: number(row['at']),
  status: number(row['status']),
  answer: text(row['answer']) ?? '',
})
const keyOf = (row: Row | undefined): KeyRow | null => (row === undefined ? null : keyIn(row))
