import { limits } from '#contract/wire/limits.ts'
import { createAging } from '#server/core/aging.ts'
import { grantDemo } from '#server/features/assets/grant.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { newKey } from '#src/lib/new-key.ts'
import { actsOf } from '#tests/support/spot-venue.ts'
import { register } from '#tests/support/people.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './row.ts'

const dayMs = 86_400_000
const changes = 6000

/** Bytes of the pages that hold something: those that are free are written again before the file grows. */
const bytesIn = (file: string) => {
  const db = new DatabaseSync(file)
  const of = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])
  const bytes = (of('page_count') - of('freelist_count')) * of('page_size')
  db.close()
  return bytes
}

/** What a change leaves in the database, of orders that are placed and cancelled: at once, and when it is old. */
export async function growth(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'))
  const file = join(folder, 'venue.db')
  const open = (startMs?: number) =>
    createMemoryVenue({ store: openSqlite(file), ...(startMs !== undefined && { startMs }) })
  const first = open()
  const user = await register(first, 'growth@kontor.test')
  await first.venue.command((ctx) => grantDemo(ctx, user))
  await first.venue.stop()
  const before = bytesIn(file)
  const { venue, clock, ask } = open(first.clock.now() + 1000)
  const order = { type: 1, target_price: '95000', amount: '0.01' }
  for (let n = 0; n < changes; n += 2) {
    clock.advance(1000)
    const body = { legal_id: 3, currency_id: 1, ...order }
    await ask('POST /api/coin/trade', body, { user }, newKey(clock.now()))
    const id = venue.ctx.tables.spotOrders.group('user', user)[0]?.id
    await ask('POST /api/coin/cancel', { id }, { user }, newKey(clock.now()))
  }
  await venue.stop()
  const now = bytesIn(file)
  const later = open(clock.now() + 31 * dayMs)
  // What lives is touched again, so that the number that stays is not one of the old ones.
  await actsOf(later).submit(user, order)
  const { aging: tables, store, command, durable, now: at } = later.venue
  const step = createAging({
    tables,
    store,
    command,
    durable,
    now: at,
    keepMs: 30 * dayMs,
    archive: async () => undefined,
  })
  for (let idle = 0; idle < tables.length; ) idle = (await step()) === 0 ? idle + 1 : 0
  for (let after: number | null = 0; after !== null; )
    after = await store.sweep(at() - limits.keyLifeMs, at() - dayMs, 1000, after)
  await later.venue.stop()
  const aged = bytesIn(file)
  rmSync(folder, { recursive: true })
  const each = (bytes: number) => Math.round((bytes - before) / changes)
  const row = (name: string, value: number, target: string, reached: boolean): Row => ({
    part: 'sweep',
    name,
    value,
    unit: 'bytes',
    reference: null,
    ratio: null,
    target,
    reached,
  })
  return [
    row('a change in the database, placed or cancelled, now', each(now), 'shown', true),
    row('the same a month later: what stays is the journal', each(aged), '≤ 400 bytes', each(aged) <= 400),
  ]
}
