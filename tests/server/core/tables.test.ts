import { createMemory } from '#server/core/tables.ts'
import { expect, test } from 'vitest'

type Thing = { id: number; isOpen: boolean; rev: number }
const begin = () => {
  const memory = createMemory(() => ({ rows: [], highestId: 0 }))
  const things = memory.open<Thing>({ name: 'things', key: 'int', id: ({ id }) => id, isLive: ({ isOpen }) => isOpen })
  const put = (row: Thing) => {
    things.put(row)
    memory.accept()
  }
  return { memory, things, put }
}

test('ST-1 a row that ends leaves memory once it is stored', () => {
  const { memory, things, put } = begin()
  put({ id: 1, isOpen: false, rev: 1 })
  const { rows, evict } = memory.take()
  expect(rows).toMatchObject([{ id: 1, columns: [0] }])
  expect(things.get(1)).toBeDefined()
  evict()
  expect(things.get(1)).toBeUndefined()
})
test('ST-1 a row that changes while it is being stored is not evicted, and the next group does not write its deletion', () => {
  const { memory, things, put } = begin()
  put({ id: 1, isOpen: false, rev: 1 })
  const first = memory.take()
  put({ id: 1, isOpen: false, rev: 2 })
  first.evict()
  const second = memory.take()
  expect(second.rows.map(({ body }): unknown => JSON.parse(body ?? 'null'))).toEqual([{ id: 1, isOpen: false, rev: 2 }])
  second.evict()
  expect(things.get(1)).toBeUndefined()
})
test('ST-2 a row stays in memory while somebody decides on its stored copy, and goes when the last one has finished', () => {
  const { memory, things, put } = begin()
  put({ id: 1, isOpen: true, rev: 1 })
  memory.take().evict()
  const older = memory.retain()
  put({ id: 1, isOpen: false, rev: 2 })
  memory.take().evict()
  const younger = memory.retain()
  expect(things.get(1)).toMatchObject({ rev: 2 })
  older()
  expect(things.get(1)).toBeUndefined()
  younger()
  younger()
})
test('ST-2 who begins after an eviction does not hold it back', () => {
  const { memory, things, put } = begin()
  const before = memory.retain()
  put({ id: 1, isOpen: false, rev: 1 })
  memory.take().evict()
  const after = memory.retain()
  put({ id: 2, isOpen: false, rev: 1 })
  memory.take().evict()
  before()
  expect([things.get(1), things.get(2)?.id]).toEqual([undefined, 2])
  after()
  expect(things.get(2)).toBeUndefined()
})
