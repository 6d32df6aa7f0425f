import type { Shape } from '#server/core/store-port.ts'
import { balanceId, createCoreTables } from '#server/core/rows.ts'
import { shapesOf } from '#server/core/tables.ts'
import { features } from '#server/features.ts'
import { createIdentityTables } from '#server/identity/rows.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { btc, leverActs, units, usdt } from '#tests/support/lever-venue.ts'
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
const minutes = 10 * 60_000

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
/** Opens a folder as what it is, demo or live, a few minutes after the last booking in it. */
function open(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  const { at } = Object(db.prepare('SELECT max(at) AS at FROM journal').get())
  const mode = db.prepare("SELECT value FROM meta WHERE name = 'mode'").get()?.['value']
  db.close()
  return createMemoryVenue({
    store: openSqlite(file),
    startMs: Number(at) + minutes,
    settings: { demo: mode !== 'live' },
  })
}
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

test('HOUSE-13 there are data folders of releases, a demo and a live one', () =>
  expect(releases).toEqual(['v1', 'v1.1-live']))

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
    const { users, balances } = venue.ctx.tables
    const hasMoney = (user: number) => (balances.get(balanceId(user, usdt, 'change'))?.free ?? 0n) > units(1000)
    const [ann = 0, ben = 0] = [...users.all()].map(({ id }) => id).filter(hasMoney)
    await venue.runDue()
    expect(harness.bugs).toEqual([])
    const [spot, lever] = [actsOf(harness), leverActs(harness)]
    const last = Math.round(Number(venue.ctx.markets.need(btc).priceRow().index))
    const near = (factor: number) => String(Math.round(last * factor))
    await lever.mark(last)
    const sold = await spot.submit(ann, { type: 2, amount: '0.001', target_price: near(0.99) })
    expect(sold).toMatchObject({ type: 'ok' })
    expect(await spot.submit(ben, { type: 1, amount: '0.001', target_price: near(1.01) })).toMatchObject({
      type: 'ok',
      data: { status: 2 },
    })
    const move = { number: '500', currency_id: usdt, from_field: 'change', to_field: 'lever' }
    expect((await harness.ask('POST /api/wallet/change', move, { user: ann })).refused).toBeNull()
    const { data } = await lever.submit(ann)
    expect(await lever.close(ann, data?.['id'])).toMatchObject({ data: { status: 3 } })
    expect(venue.audit()).toEqual([])
  },
)
