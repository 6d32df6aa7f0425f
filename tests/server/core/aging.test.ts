import { limits } from '#contract/wire/limits.ts'
import { createAging } from '#server/core/aging.ts'
import type { Store } from '#server/core/store-port.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { createEndedFile } from '#server/operate/ended-file.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { newKey } from '#src/lib/new-key.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { actsOf, spotVenue } from '#tests/support/spot-venue.ts'
import { atOnce } from '#tests/support/venues.ts'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dayMs = 86_400_000
const buy = { type: 1, target_price: '95000', amount: '0.01' }
const idOf = ({ data }: { data?: Record<string, unknown> }) => Number(data?.['id'])
/** A venue that is aged by hand, with what it has archived. */
const aged = (
  { venue }: Pick<ReturnType<typeof createMemoryVenue>, 'venue'>,
  archive?: (lines: readonly string[]) => Promise<void>,
) => {
  const archived: string[] = []
  const keep = async (lines: readonly string[]) => void archived.push(...lines)
  const { aging: tables, store, command, durable, now } = venue
  const step = createAging({
    tables,
    store,
    command,
    durable,
    now,
    archive: archive ?? keep,
    keepMs: 30 * dayMs,
  })
  const pass = async () => {
    for (const _ of tables) await step()
  }
  return { archived, step, pass }
}
const stored = (store: Pick<Store, 'row'>, id: number) => atOnce(store.row('spot_orders', id)) !== null

test('AGE-1 what ended without a trade leaves for the archive after its days; what traded, lives or is younger stays', async () => {
  const v = await spotVenue(2)
  const gone = idOf(await v.submit(v.ann, buy))
  await v.cancel(v.ann, gone)
  const filled = idOf(await v.submit(v.ann, buy))
  await v.submit(v.ben, { ...buy, type: 2 })
  const live = idOf(await v.submit(v.ann, buy))
  v.clock.advance(20 * dayMs)
  const young = idOf(await v.submit(v.ann, buy))
  await v.cancel(v.ann, young)
  await v.venue.durable()
  const { archived, pass } = aged(v)
  await pass()
  expect(archived).toEqual([])
  v.clock.advance(11 * dayMs)
  await pass()
  expect(archived.map((line): unknown => JSON.parse(line))).toMatchObject([{ table: 'spot_orders', row: { id: gone } }])
  expect([gone, filled, live, young].map((id) => stored(v.venue.store, id))).toEqual([false, true, true, true])
  expect((await v.cancel(v.ann, gone)).reason).toBe('not_found')
  expect(v.venue.audit()).toEqual([])
})

test('AGE-2 the row with the highest number stays, so that no number is given twice after a restart', async () => {
  const file = join(ownFolder('aging'), 'venue.db')
  const v = await spotVenue(1, { store: openSqlite(file) })
  await v.cancel(v.ann, idOf(await v.submit(v.ann, buy)))
  const last = idOf(await v.submit(v.ann, buy))
  await v.cancel(v.ann, last)
  v.clock.advance(31 * dayMs)
  const { archived, pass } = aged(v)
  await pass()
  expect(archived.length).toBe(1)
  await v.venue.stop()
  const again = createMemoryVenue({ store: openSqlite(file), startMs: v.clock.now() })
  expect(idOf(await actsOf(again).submit(v.ann, buy))).toBe(last + 1)
  await again.venue.stop()
})

test('AGE-3 a row leaves only when its line is in the archive; a process that ends in between writes it again', async () => {
  const folder = ownFolder('archive')
  const v = await spotVenue(1)
  const ids = [idOf(await v.submit(v.ann, buy)), idOf(await v.submit(v.ann, buy))]
  for (const id of ids) await v.cancel(v.ann, id)
  v.clock.advance(31 * dayMs)
  const broken = aged(v, async () => {
    throw new Error('the disk is full')
  })
  await expect(broken.pass()).rejects.toThrow('full')
  expect(ids.map((id) => stored(v.venue.store, id))).toEqual([true, true])
  // The file of the process that ended breaks off in the middle of a piece.
  await createEndedFile(folder, v.clock.now)(['{"table":"spot_orders","row":{"id":1}}'])
  const archive = join(folder, 'archive')
  const cut = join(archive, readdirSync(archive)[0] ?? '')
  writeFileSync(cut, readFileSync(cut).subarray(0, 20))
  v.clock.advance(1000)
  await aged(v, createEndedFile(folder, v.clock.now)).pass()
  const whole = readdirSync(archive)
    .map((name) => join(archive, name))
    .filter((path) => path !== cut)
  expect(whole.map((path) => gunzipSync(readFileSync(path)).toString().split('\n').length)).toEqual([2])
  expect(ids.map((id) => stored(v.venue.store, id))).toEqual([false, true])
})

test('AGE-4 a hold that is empty leaves the store with the command that emptied it', async () => {
  const v = await spotVenue(1)
  const id = idOf(await v.submit(v.ann, buy))
  await v.venue.durable()
  const held = () => atOnce(v.venue.store.row('holds', `spot:${id}`))
  expect(held()).not.toBeNull()
  await v.cancel(v.ann, id)
  await v.venue.durable()
  expect(held()).toBeNull()
})

test('AGE-5 a request repeated after its answer was forgotten is refused, and never executed again', async () => {
  const v = await spotVenue(1)
  const send = async (key: string) => {
    const body = { legal_id: 3, currency_id: 1, ...buy }
    const { refused, replayed } = await v.ask('POST /api/coin/trade', body, { user: v.ann }, key)
    return refused ?? (replayed ? 'replayed' : 'done')
  }
  // The clock of who makes a key may be a day wrong, and a request may leave late.
  const errorMs = dayMs - 1000
  const start = v.clock.now()
  const keys = [newKey(start), newKey(start + errorMs), newKey(start - errorMs), randomUUID(), newKey()]
  for (const key of keys) expect(await send(key)).toBe('done')
  await v.venue.durable()
  const orders = (await v.orders(v.ann)).length
  const sweep = () => {
    for (let user: number | null = 0; user !== null; )
      user = atOnce(v.venue.store.sweep(v.venue.now() - limits.keyLifeMs, 0, 1000, user))
  }
  v.clock.advance(limits.keyLifeMs)
  sweep()
  for (const key of keys) expect(await send(key)).toBe('replayed')
  for (const later of [1, dayMs, 400 * dayMs]) {
    v.clock.advance(later)
    sweep()
    for (const key of keys) expect([key, await send(key)]).toEqual([key, 'key_burnt'])
  }
  expect((await v.orders(v.ann)).length).toBe(orders)
  expect(await send(newKey(v.clock.now() + 2 * dayMs))).toBe('key_malformed')
  expect(await send(newKey(v.clock.now()))).toBe('done')
})
