import { leadMs } from '#contract/lever/lever-fill.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { watchStore } from '#tests/proof/watch-store.ts'
import { leverVenue, units, usdt } from '#tests/support/lever-venue.ts'
import { expect, test } from 'vitest'

/** An account that is liquidated by the mark whose lead it loses, and what the watch says of it. */
async function liquidatedByLead(spoil = (body: string) => body) {
  let now = () => 0
  const watch = watchStore(openSqlite(':memory:'), { cap: units(400), now: () => now() })
  const { store } = watch
  const spoilt: typeof store = {
    ...store,
    append: (group) =>
      store.append({ ...group, rows: group.rows.map((row) => ({ ...row, body: row.body && spoil(row.body) })) }),
  }
  const { venue, clock, submit, mark, ann } = await leverVenue(1, {
    store: spoilt,
    settings: { lever: { isQuickCharged: true } },
  })
  now = clock.now
  watch.marks.listen(venue.ctx.markets.all(), { now, truthOf: () => NaN })
  await mark(100_000)
  await submit(ann, { share: 8 })
  clock.advance(2 * leadMs)
  await mark(100_000)
  await submit(ann, { type: 2, share: 8, multiple: 100 })
  await mark(91_000)
  venue.flush()
  return { account: `account ${ann}|${usdt}`, breaches: watch.breaches, reached: watch.lives.reached }
}

test('P7 the watch reckons a liquidated account after what the mark ran ahead of it', async () => {
  const { breaches, reached } = await liquidatedByLead()
  expect(breaches).toEqual([])
  expect(reached.get('lever closed liquidated')).toBe(2)
})
test('P7 the watch catches a lead that makes a loss of a profit', async () => {
  const { account, breaches } = await liquidatedByLead((body) =>
    body.includes('"side":"short"') && body.includes('"closed"')
      ? body.replace(/"price":"\d+n"/, '"price":"8000000000000n"')
      : body,
  )
  expect(breaches).toContainEqual({ rule: 'P7', at: `${account} by its lead` })
})
