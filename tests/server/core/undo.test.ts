import { createMemoryVenue } from '#server/memory.ts'
import { Refusal } from '#server/core/refusal.ts'
import { expect, test } from 'vitest'

test('ST-6 a refused command leaves each row as it was: changed twice, removed and put again, made and changed', async () => {
  const { venue } = createMemoryVenue()
  const { coins } = venue.ctx.tables
  const before = [...coins.all()]
  const highest = coins.nextId()
  const refused = venue.command(({ tables }) => {
    const [first, second] = [tables.coins.need(1), tables.coins.need(2)]
    tables.coins.put({ ...first, name: 'once' })
    tables.coins.put({ ...first, name: 'twice' })
    tables.coins.remove(second.id)
    tables.coins.put({ ...second, name: 'again' })
    tables.coins.put({ ...first, id: highest, name: 'new' })
    tables.coins.put({ ...first, id: highest, name: 'newer' })
    throw new Refusal('not_found')
  })
  await expect(refused).rejects.toMatchObject({ reason: 'not_found' })
  const byId = (rows: typeof before) => rows.toSorted((a, b) => a.id - b.id)
  expect(byId([...coins.all()])).toEqual(byId(before))
  expect(coins.one('name', 'twice')).toBeUndefined()
})
test('ST-6 what is undone beside rows is undone in the reverse order of its doing', async () => {
  const { venue } = createMemoryVenue()
  const undone: number[] = []
  const refused = venue.command(({ onRollback }) => {
    for (const n of [1, 2, 3]) onRollback(() => undone.push(n))
    throw new Refusal('not_found')
  })
  await expect(refused).rejects.toMatchObject({ reason: 'not_found' })
  expect(undone).toEqual([3, 2, 1])
})
