import { createMemory } from '#server/core/tables.ts'
import { expect, test } from 'vitest'

type Row = { id: number; isOpen: boolean; rev: number }
const begin = () => {
  const memory = createMemory(() => ({ rows: [], highestId: 0 }))
  const table = memory.open<Row>({ name: 'things', key: 'int', id: ({ id }) => id, isLive: ({ isOpen }) => isOpen })
  const put = (row: Row) => {
    table.put(row)
    memory.accept()
  }
  return { memory, table, put }
}

test('ST-1 a row that is no longer live is evicted once it is stored', () => {
  const { memory, table, put } = begin()
  put({ id: 1, isOpen: false, rev: 1 })
  const { rows, evict } = memory.take()
  expect(rows).toMatchObject([{ id: 1, columns: [0] }])
  expect(table.get(1)).toBeDefined()
  evict()
  expect(table.get(1)).toBeUndefined()
})
test('ST-1 a row that changes while it is being stored is not evicted, and the next group does not write its deletion', () => {
  const { memory, table, put } = begin()
  put({ id: 1, isOpen: false, rev: 1 })
  const first = memory.take()
  put({ id: 1, isOpen: false, rev: 2 })
  first.evict()
  const second = memory.take()
  expect(second.rows.map(({ body }): unknown => JSON.parse(body ?? 'null'))).toEqual([{ id: 1, isOpen: false, rev: 2 }])
  second.evict()
  expect(table.get(1)).toBeUndefined()
})
test('ST-2 a row stays in memory while a decision on its stored copy is pending, and is evicted afterwards', () => {
  const { memory, table, put } = begin()
  put({ id: 1, isOpen: true, rev: 1 })
  memory.take().evict()
  const firstRelease = memory.retain()
  put({ id: 1, isOpen: false, rev: 2 })
  memory.take().evict()
  const secondRelease = memory.retain()
  expect(table.get(1)).toMatchObject({ rev: 2 })
  firstRelease()
  expect(table.get(1)).toBeUndefined()
  secondRelease()
  secondRelease()
})
test('ST-2 a row that a later group has to write leaves memory with that group, though an earlier one has waited to let go', () => {
  const { memory, table, put } = begin()
  const release = memory.retain()
  put({ id: 1, isOpen: true, rev: 1 })
  memory.take().evict()
  put({ id: 1, isOpen: false, rev: 2 })
  const later = memory.take()
  release()
  expect(table.get(1)).toMatchObject({ rev: 2 })
  later.evict()
  expect(table.get(1)).toBeUndefined()
})
test('ST-2 a retain that starts after an eviction does not delay it', () => {
  const { memory, table, put } = begin()
  const before = memory.retain()
  put({ id: 1, isOpen: false, rev: 1 })
  memory.take().evict()
  const after = memory.retain()
  put({ id: 2, isOpen: false, rev: 1 })
  memory.take().evict()
  before()
  expect([table.get(1), table.get(2)?.id]).toEqual([undefined, 2])
  after()
  expect(table.get(2)).toBeUndefined()
})
