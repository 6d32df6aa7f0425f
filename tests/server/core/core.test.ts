import { storedEnd } from '#tests/support/venues.ts'
import { startVenue } from '#tests/support/venues.ts'
import { defaultSettings } from '#server/settings.ts'
import { manualClock } from '#server/core/clock.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { seededRandom } from '#server/core/random.ts'
import { Refusal } from '#server/core/refusal.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const usdt = { asset: 3, kind: 'change' } as const
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))
const begin = (file: string) =>
  startVenue(openSqlite(file), {
    clock: manualClock(1000),
    random: seededRandom(1),
    settings: defaultSettings(true),
    onFailure: (thrown) => {
      throw thrown
    },
  })
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'venue-'))
  folders.push(path)
  return path
}
const grant = (amount: bigint) => (ctx: ReturnType<typeof createMemoryVenue>['venue']['ctx']) =>
  ctx.ledger.post({
    type: 200,
    ref: 'grant:1',
    postings: [
      { owner: 'external', ...usdt, free: -amount },
      { owner: 1, ...usdt, free: amount },
    ],
  })

test('L4 a refused command is rolled back: rows, journal and events', async () => {
  const { venue } = createMemoryVenue()
  await venue.command(grant(10n))
  const before = venue.ctx.journal.end()
  const events: unknown[] = []
  venue.deliveries$.subscribe((some) => events.push(...some))
  const spend = venue.command((ctx) => {
    ctx.ledger.post({
      type: 9,
      ref: 'x:1',
      postings: [
        { owner: 1, ...usdt, free: -4n },
        { owner: 'house', ...usdt, free: 4n },
      ],
    })
    ctx.ledger.post({
      type: 9,
      ref: 'x:2',
      postings: [
        { owner: 1, ...usdt, free: -7n },
        { owner: 'house', ...usdt, free: 7n },
      ],
    })
  })
  await expect(spend).rejects.toThrow(Refusal)
  venue.flush()
  expect(venue.ctx.ledger.balance({ owner: 1, ...usdt }).free).toBe(10n)
  expect(venue.ctx.journal.end()).toEqual(before)
  expect(events).toEqual([])
  expect(venue.audit()).toEqual([])
})
test('L1 an unbalanced entry throws and books nothing', async () => {
  const { venue } = createMemoryVenue()
  const post = venue.command((ctx) =>
    ctx.ledger.post({ type: 9, ref: 'x', postings: [{ owner: 1, ...usdt, free: 1n }] }),
  )
  await expect(post).rejects.toThrow('unbalanced')
  expect(venue.ctx.ledger.balance({ owner: 1, ...usdt }).free).toBe(0n)
})
test('L8 a hold is spent and returned exactly once', async () => {
  const { venue } = createMemoryVenue()
  await venue.command(grant(10n))
  await venue.command(({ ledger }) => ledger.hold('order:1', { owner: 1, ...usdt }, 6n, 0))
  await venue.command(({ ledger }) =>
    ledger.spend('order:1', 4n, { type: 50, postings: [{ owner: 'house', ...usdt, free: 4n }] }),
  )
  await venue.command(({ ledger }) => ledger.release('order:1', 0))
  await venue.command(({ ledger }) => ledger.release('order:1', 0))
  expect(venue.ctx.ledger.balance({ owner: 1, ...usdt })).toMatchObject({ free: 6n, held: 0n })
  expect(venue.audit()).toEqual([])
})
test('L16 acknowledged changes are there after a restart, and the hash chain is unbroken', async () => {
  const file = join(folder(), 'venue.db')
  const first = begin(file)
  await first.command(grant(10n))
  await first.command(({ ledger }) => ledger.hold('order:1', { owner: 1, ...usdt }, 6n, 0))
  const end = first.ctx.journal.end()
  await first.stop()
  const store = openSqlite(file)
  expect(firstBreak(store)).toBeNull()
  store.close()
  const second = begin(file)
  expect(second.ctx.journal.end()).toEqual(end)
  expect(second.ctx.ledger.balance({ owner: 1, ...usdt })).toMatchObject({ free: 4n, held: 6n })
  expect(second.audit()).toEqual([])
  await second.stop()
})
test('SF12 a second process on the same file is refused', () => {
  const file = join(folder(), 'venue.db')
  const first = openSqlite(file)
  expect(() => openSqlite(file)).toThrow('folderInUse')
  first.close()
})
test('L6 stored entries of the journal cannot be replaced', async () => {
  const store = openSqlite(':memory:')
  store.open([])
  store.append({
    rows: [],
    entries: [{ seq: 1, at: 1, type: 9, ref: 'a', lines: '[]', hash: 'h' }],
    events: [],
    keys: [],
    meta: [],
  })
  expect(() =>
    store.append({
      rows: [],
      entries: [{ seq: 1, at: 1, type: 9, ref: 'b', lines: '[]', hash: 'i' }],
      events: [],
      keys: [],
      meta: [],
    }),
  ).toThrow('commitFailed')
  expect(storedEnd(store)).toEqual({ seq: 1, hash: 'h' })
})
