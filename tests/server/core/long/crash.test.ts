import { startVenue } from '#tests/support/venues.ts'
import { manualClock } from '#server/core/clock.ts'
import { failpointSites } from '#server/core/failpoints.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import { seededRandom } from '#server/core/random.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { actsOf, spotVenue } from '#tests/support/spot-venue.ts'
import { crashCampaign, rareSites } from '#tests/proof/crash.ts'
import { startChild } from '#tests/proof/venue-child.ts'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const kills = 18
/** The rare ones take minutes: `npm run proof:crash` has them. */
const sites = failpointSites.filter((site) => !rareSites.includes(site))
/** Minimum number of kills at each failpoint; the other kills are at random moments. */
const minHits = 1
/** How often a start passes the failpoint `duringStart`. */
const startPasses = 4

test(`SF1 SF2 SF3 after kills at failpoints and at random moments nothing is lost, doubled, or both refused and done (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const { wrong, acknowledged, unknown, byPlace } = await crashCampaign({ kills, clients: 6, seed, at: sites })
  expect(wrong).toEqual([])
  expect(acknowledged).toBeGreaterThan(50)
  expect(unknown).toBeGreaterThan(0)
  expect([...sites, 'anywhere'].filter((site) => (byPlace[site] ?? 0) < minHits)).toEqual([])
})

test('SF3 after ten kills in a row during recovery it starts again, and its files have not grown', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recover-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bytes = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const first = await startChild(folder)
  first.kill()
  await first.gone
  const before = bytes()
  for (let n = 0; n < 10; n += 1) {
    const child = await startChild(folder, `duringStart:${1 + (n % startPasses)}`)
    expect(child.url).toBeNull()
    await child.gone
  }
  expect(bytes()).toBeLessThan(before * 1.1)
  const last = await startChild(folder)
  expect(last.url).not.toBeNull()
  await last.stop()
  expect(bytes()).toBeLessThan(before * 1.1)
})

test('L6 after a restart no id is used again, although its row was evicted from memory', async () => {
  const store = openSqlite(':memory:')
  const harness = await spotVenue(2, { store })
  await harness.submit(harness.ann, { type: 2, amount: '0.01', target_price: '95000' })
  const bought = await harness.submit(harness.ben, { type: 1, amount: '0.01', target_price: '96000' })
  const logs = () => store.page({ table: 'logs', where: {}, limit: 1000, offset: 0 }).bodies
  const before = logs()
  const repeated = createMemoryVenue({ store })
  const acts = actsOf(repeated)
  const next = await acts.submit(harness.ben, { type: 1, amount: '0.01', target_price: '94000' })
  expect(next.data?.['id']).toBeGreaterThan(Number(bought.data?.['id']))
  await acts.submit(harness.ann, { type: 2, amount: '0.01', target_price: '94000' })
  expect(logs().slice(-before.length)).toEqual(before)
  expect(await acts.orders(harness.ben)).toMatchObject([
    { status: 2, target_price: '94000.00' },
    { status: 2, target_price: '96000.00' },
  ])
})

test('L14 nothing is answered before it is durable: neither a read of it nor a repeated call under its key', async () => {
  const scheduled: (() => void)[] = []
  const harness = await spotVenue(1)
  const store = openSqlite(':memory:')
  const venue = startVenue(store, {
    clock: manualClock(memoryStartMs),
    random: seededRandom(1),
    settings: defaultSettings(true),
    soon: (work) => scheduled.push(work),
    onFailure: (thrown) => {
      throw thrown
    },
  })
  venue.flush()
  const userRow = harness.venue.ctx.tables.users.need(harness.ann)
  const added = venue.command(({ tables, ledger }) => {
    tables.users.put(userRow)
    ledger.post({
      type: 200,
      ref: 'grant',
      postings: [
        { owner: 'external', asset: 3, kind: 'change', free: -500n },
        { owner: userRow.id, asset: 3, kind: 'change', free: 500n },
      ],
    })
  })
  venue.flush()
  await added
  scheduled.length = 0
  const ask = (routeKey: string, body: unknown, key: string | null = null) => {
    const route = venue.routes.find((each) => routeKeysOf(each).includes(routeKey))
    if (!route) throw new Error(routeKey)
    return venue.execute({
      route,
      caller: { user: userRow.id, session: '', lang: 'en', device: 'd', address: '', appVersion: null },
      body,
      key,
    })
  }
  const answers: string[] = []
  const key = '00000000-0000-4000-8000-000000000001'
  const move = { number: '0.000001', currency_id: 3, from_field: 'change', to_field: 'legal' }
  const first = ask('POST /api/wallet/change', move, key).then(({ body }) => answers.push(body))
  const turn = () => new Promise((done) => setImmediate(done))
  await turn()
  const repeated = ask('POST /api/wallet/change', move, key).then(({ body, replayed }) =>
    answers.push(`${replayed}`, body),
  )
  const read = ask('POST /api/wallet/detail', { currency: 3, type: 'legal' }).then(({ body }) => answers.push(body))
  await turn()
  expect(answers).toEqual([])
  for (const work of scheduled.splice(0)) work()
  await Promise.all([first, repeated, read])
  expect(answers[0]).toContain('"type":"ok"')
  expect(answers).toContain('true')
  expect(answers.filter((each) => each === answers[0])).toHaveLength(2)
})
