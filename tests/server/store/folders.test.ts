import type { Shape } from '#server/core/store-port.ts'
import { createCoreTables } from '#server/core/rows.ts'
import { shapesOf } from '#server/core/tables.ts'
import { features } from '#server/features.ts'
import { createIdentityTables } from '#server/identity/rows.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { leverActs } from '#tests/support/lever-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { actsOf } from '#tests/support/spot-venue.ts'
import { atOnce } from '#tests/support/venues.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

const foldersRoot = 'tests/server/folders'
const releases = readdirSync(foldersRoot).toSorted()
/** Time at which the stored folders are reopened: a few minutes after the start of a test's clock. */
const reopenMs = Date.UTC(2026, 0, 5, 0, 10)

/** A copy of the database as a release wrote it. */
const copyOf = (release: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'venue.db')
  writeFileSync(file, gunzipSync(readFileSync(join(foldersRoot, release, 'venue.db.gz'))))
  return file
}
const allShapes = shapesOf((open) => [
  createCoreTables(open),
  createIdentityTables(open),
  ...Object.values(features).map(({ tables }) => tables(open)),
])
const open = (file: string) => createMemoryVenue({ store: openSqlite(file), startMs: reopenMs })
/** Stored columns that differ from the values computed from their rows. */
function wrongColumns(file: string, shapes: readonly Shape[]) {
  const db = new DatabaseSync(file)
  const wrongNames = shapes.flatMap(({ name, columns, columnsOf }) => {
    const names = Object.keys(columns)
    const rows = db.prepare(`SELECT * FROM "t_${name}"`).all()
    return rows.flatMap((row) => {
      const values = columnsOf(String(row['body']))
      return names
        .filter((column, at) => row[column] !== values[at])
        .map((column) => `${name}.${String(row['id'])}.${column}`)
    })
  })
  db.close()
  return wrongNames
}

test('HOUSE-13 there is a data folder of a release', () => expect(releases.length).toBeGreaterThan(0))

test.each(releases)(
  'HOUSE-13 the folder of release %s opens, has an unbroken journal and a clean audit, and its columns match its rows',
  async (release) => {
    const file = copyOf(release)
    const { venue } = open(file)
    expect([firstBreak(venue.store), venue.audit()]).toEqual([null, []])
    expect(venue.ctx.tables.users.count()).toBeGreaterThan(2)
    await venue.stop()
    expect(wrongColumns(file, allShapes)).toEqual([])
  },
)
test.each(releases)(
  'HOUSE-13 every list of every user of release %s is answered, including closed rows',
  async (release) => {
    const { venue, ask, bugs } = open(copyOf(release))
    const users = [...venue.ctx.tables.users.all()].map(({ id }) => id)
    const calls = venue.routes.filter(
      ({ endpoint }) => endpoint.does === 'reads' && ['GET', 'POST'].includes(endpoint.method),
    )
    const faults: Record<string, string> = {}
    for (const { feature, name, endpoint } of calls) {
      const routeKey = `${endpoint.method} ${endpoint.wrap === 'chat' ? '/chat/' : '/api/'}${endpoint.path}`
      for (const user of users) {
        const { refused, http } = await ask(routeKey, {}, { user })
        if (http === 503) faults[`${feature}.${name}`] = refused ?? 'fault'
      }
    }
    expect([faults, bugs]).toEqual([{}, []])
    const totals = await Promise.all(
      users.map(async (user) => {
        const spot = answerOf((await ask('GET /api/coin/list', { limit: 50 }, { user })).answer).message
        const lever = JSON.stringify((await ask('POST /api/lever/my_trade', { limit: 50 }, { user })).answer)
        const option = JSON.stringify((await ask('GET /api/microtrade/lists', { limit: 50 }, { user })).answer)
        return [
          Array.isArray(spot) ? spot.length : 0,
          lever.split('"show_lever_id"').length - 1,
          option.split('"show_micro_id"').length - 1,
        ]
      }),
    )
    const stored = (table: string, user: number) =>
      atOnce(venue.store.page({ table, where: { user }, limit: 50, offset: 0 })).total
    for (const [at, user] of users.entries())
      expect(totals[at]).toEqual(
        ['spot_orders', 'lever_positions', 'option_orders'].map((table) => stored(table, user)),
      )
  },
)
test.each(releases)(
  'HOUSE-13 trading works on the folder of release %s: deadlines run, orders match, positions close',
  async (release) => {
    const harness = open(copyOf(release))
    const { venue } = harness
    const [ann = 0, ben = 0] = [...venue.ctx.tables.users.all()].map(({ id }) => id)
    await venue.runDue()
    expect(harness.bugs).toEqual([])
    const spot = actsOf(harness)
    const sold = await spot.submit(ann, { type: 2, amount: '0.001', target_price: '99000' })
    expect(sold.type).toBe('ok')
    expect(await spot.submit(ben, { type: 1, amount: '0.001', target_price: '101000' })).toMatchObject({
      type: 'ok',
      data: { status: 2 },
    })
    const lever = leverActs(harness)
    await lever.mark(100_000)
    const { data } = await lever.submit(ann)
    expect(await lever.close(ann, data?.['id'])).toMatchObject({ data: { status: 3 } })
    expect(venue.audit()).toEqual([])
  },
)
