import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { eth, leverVenue } from '#tests/support/lever-venue.ts'
import { expect, test } from 'vitest'

const limit = { status: 0, target_price: '99000', share: 5 }

test('P4 per pair the house has the opposite lots of all trading positions, and none of pending or ended ones', async () => {
  const { submit, close, mark, ann, ben, venue } = await leverVenue(2)
  const lots = () => [1, 2].map((pair) => venue.ctx.tables.leverHouse.need(pair).lots)
  expect(lots()).toEqual([0, 0])
  const long = await submit(ann, { share: 3 })
  await submit(ben, { type: 2, share: 4 })
  await submit(ben, { market: eth, share: 2 })
  await submit(ann, limit)
  expect(lots()).toEqual([1, -2])
  await mark(98_000)
  expect(lots()).toEqual([-4, -2])
  await close(ann, long.data?.['id'])
  expect(lots()).toEqual([-1, -2])
  expect(venue.audit()).toEqual([])
})
test('P4 the auditor finds wrong lots of the house', async () => {
  const { submit, ann, venue } = await leverVenue(1)
  await submit(ann)
  await venue.command(({ tables }) => tables.leverHouse.put({ pair: 1, lots: 0 }))
  expect(venue.audit()).toEqual([{ rule: 'P4', at: 'lever_house:1' }])
  await venue.command(({ tables }) => tables.leverHouse.remove(1))
  expect(venue.audit()).toEqual([{ rule: 'P4', at: 'lever_house:1' }])
})
test('P4 a data folder without lots of the house gets them from the open positions', async () => {
  const store = openSqlite(':memory:')
  const { submit, ann, venue } = await leverVenue(1, { store })
  await submit(ann, { share: 2 })
  await submit(ann, limit)
  await venue.command(({ tables }) => {
    for (const { id } of tables.pairs.all()) tables.leverHouse.remove(id)
  })
  venue.flush()
  const restarted = createMemoryVenue({ store, startMs: venue.ctx.now() })
  expect(restarted.venue.ctx.tables.leverHouse.need(1).lots).toBe(-2)
  expect(restarted.venue.audit()).toEqual([])
})
test('P4 a start leaves the lots of the house as they are, so that the auditor sees wrong ones, and gives none to pairs without contracts', async () => {
  const store = openSqlite(':memory:')
  const { submit, ann, venue } = await leverVenue(1, { store })
  await submit(ann, { share: 2 })
  await venue.command(({ tables }) => {
    tables.leverHouse.put({ pair: 1, lots: 7 })
    tables.pairs.put({ ...tables.pairs.need(2), isLever: false })
    tables.leverHouse.remove(2)
  })
  venue.flush()
  const {
    ctx: { tables },
  } = createMemoryVenue({ store, startMs: venue.ctx.now() }).venue
  expect([tables.leverHouse.need(1).lots, tables.pairs.need(2).isLever, tables.leverHouse.get(2)]).toEqual([
    7,
    false,
    undefined,
  ])
})
