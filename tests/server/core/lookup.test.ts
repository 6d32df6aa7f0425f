import { seededRandom } from '#server/core/random.ts'
import { termsOfPart, termsOfWord } from '#server/core/search.ts'
import { createMemory } from '#server/core/tables.ts'
import { expect, test } from 'vitest'

type Row = { id: number; name: string; at: number; size: number }
const begin = () => {
  const read = { terms: 0 }
  const memory = createMemory(() => ({ rows: [], highestId: 0 }))
  const table = memory.open<Row>({
    name: 'some',
    key: 'int',
    id: ({ id }) => id,
    groups: { name: ({ name }) => name },
    sum: ({ size }) => size,
    order: ({ at }) => at,
    terms: ({ name }) => {
      read.terms += 1
      return termsOfWord(name)
    },
  })
  const put = (id: number, name: string, at = 0, size = 0) => table.put({ id, name, at, size })
  return { ...memory, table, put, read }
}
const seed = Math.floor(Math.random() * 1e9)

test(`sum, order and groups follow the rows through changes, removals and commands that are rolled back (seed ${seed})`, () => {
  const { table, put, accept, rollback } = begin()
  const random = seededRandom(seed)
  let rows = new Map<number, Row>()
  for (let command = 0; command < 2000; command += 1) {
    const next = new Map(rows)
    for (let n = random.int(4); n >= 0; n -= 1) {
      const id = random.int(50)
      if (random.int(3) > 0) next.set(id, put(id, `n${random.int(5)}`, random.int(20), random.int(9)))
      else if (next.delete(id)) table.remove(id)
    }
    if (random.int(4) > 0) {
      accept()
      rows = next
    } else rollback()
  }
  const all = [...rows.values()]
  const upTo = (most: number) => all.filter(({ at }) => at <= most).toSorted((a, b) => a.at - b.at || a.id - b.id)
  expect(table.sum()).toBe(all.reduce((sum, { size }) => sum + size, 0))
  for (const most of [-1, 0, 7, 20]) expect(table.upTo(most)).toEqual(upTo(most))
  expect([...table.keysOf('name')].toSorted()).toEqual([...new Set(all.map(({ name }) => name))].toSorted())
})
test('a row is found by any part of its name, also of the name it has been given since the index was made', async () => {
  const { table, put, accept } = begin()
  for (const [id, name] of ['Hannah', 'Joanna', '王小明', 'Ann 👩‍🚀', 'x'].entries()) put(id, name)
  accept()
  const find = async (part: string) =>
    (await table.find(termsOfPart(part))).filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()))
  const ids = async (part: string) => (await find(part)).map(({ id }) => id).toSorted()
  expect([await ids('ann'), await ids('NN'), await ids('小明'), await ids('👩‍🚀'), await ids('X')]).toEqual([
    [0, 1, 3],
    [0, 1, 3],
    [2],
    [3],
    [4],
  ])
  put(2, 'Suzanne')
  put(9, 'Annika')
  table.remove(0)
  accept()
  expect([await ids('ann'), await ids('小明')]).toEqual([[1, 2, 3, 9], []])
})
test('a search among a hundred thousand names looks at those alone that share its rarest part', async () => {
  const { table, put, accept, read } = begin()
  for (let id = 0; id < 100_000; id += 1) put(id, `user ${id}`)
  accept()
  expect(read.terms).toBe(0)
  expect((await table.find(termsOfPart('user 77777'))).length).toBeLessThan(1000)
  expect(read.terms).toBe(100_000)
  expect(await table.find(termsOfPart('nobody'))).toEqual([])
  expect(read.terms).toBe(100_000)
})
