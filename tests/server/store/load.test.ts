import { shapesOf } from '#server/core/tables.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'

type Row = { readonly id: string | number }
const idOf = ({ id }: Row) => id
const shapes = shapesOf((open) => ({
  words: open<Row>({ name: 'words', key: 'text', id: idOf }),
  numbers: open<Row>({ name: 'numbers', key: 'int', id: idOf }),
}))
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('L16 a store loads every row that was written, whatever sign its id begins with and however many there are', () => {
  const store = openSqlite(':memory:')
  store.open(shapes)
  const pairs = [...alphabet].flatMap((first) => [...alphabet].map((second) => `${first}${second}5`))
  const words = ['', '-', ' ', '!', 'é', ...pairs]
  const numbers = Array.from({ length: 4001 }, (_, n) => n - 2)
  const rowsOf = (table: string, ids: readonly (string | number)[]) =>
    ids.map((id) => ({ table, id, body: JSON.stringify({ id }), columns: [] }))
  store.append({
    rows: [...rowsOf('words', words), ...rowsOf('numbers', numbers)],
    entries: [],
    events: [],
    keys: [],
    meta: [],
  })
  const { load } = store.open(shapes)
  const loaded = (table: string) => [...load(table).rows].map((body) => JSON.parse(body).id)
  expect(loaded('words').toSorted()).toEqual(words.toSorted())
  expect(loaded('numbers')).toEqual(numbers)
  store.close()
})
test('SF4 a commit waits until the disk has it: the write-ahead log is synced by each', () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const store = openSqlite(':memory:')
  const [db] = exec.mock.contexts
  expect(db instanceof DatabaseSync && db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  store.close()
})
