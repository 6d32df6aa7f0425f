import { startVenue } from '#tests/support/venues.ts'
import { defaultSettings } from '#server/settings.ts'
import { systemClock } from '#server/core/clock.ts'
import { seededRandom } from '#server/core/random.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyedVenue, newIntent, sendGroup, settleAll, type KeyedIntent } from '#tests/support/keyed.ts'
import { expect, onTestFinished, test } from 'vitest'

const usdt = { asset: 3, kind: 'change' } as const
const open = (file: string, maxPages: number | undefined, onFailure: (thrown: unknown) => void) =>
  startVenue(openSqlite(file, maxPages === undefined ? {} : { maxPages }), {
    clock: systemClock, random: seededRandom(1), settings: defaultSettings(true), onFailure,
  })

test('SF6 a full disk stops the server: acknowledged changes stay, and nothing else is acknowledged afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'venue.db')
  const failures: unknown[] = []
  const full = open(file, 260, (thrown) => failures.push(thrown))
  full.flush()
  let acknowledged = 0n
  const grant = (amount: bigint, ref: string) =>
    full.command(({ ledger }) => {
      ledger.post({ type: 200, ref, postings: [{ owner: 'external', ...usdt, free: -amount }, { owner: 1, ...usdt, free: amount }] })
    })
  for (let n = 0; failures.length === 0 && n < 20_000; n += 1) {
    void grant(1n, `grant:${n}:${'x'.repeat(200)}`).then(() => (acknowledged += 1n))
    full.flush()
    await Promise.resolve()
  }
  expect(String(failures[0])).toContain('full')
  expect(full.isBroken()).toBe(true)
  expect(acknowledged).toBeGreaterThan(0n)
  // Nothing is answered any more.
  let isAnswered = false
  void grant(1n, 'late').then(() => (isAnswered = true))
  full.flush()
  await Promise.resolve()
  expect(isAnswered).toBe(false)
  await full.store.close()

  const reopened = open(file, undefined, (thrown) => failures.push(thrown))
  expect(reopened.ctx.ledger.balance({ owner: 1, ...usdt }).free).toBe(acknowledged)
  expect(reopened.audit()).toEqual([])
  await reopened.stop()
})

test('SF6 after a full disk, once there is space again, every intent is resolved by its key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'venue.db')
  const failures: unknown[] = []
  const store = openSqlite(file, { maxPages: 260 })
  const harness = keyedVenue(store, (thrown) => failures.push(thrown))
  harness.enter()
  const intents: KeyedIntent[] = []
  while (failures.length === 0 && intents.length < 20_000) {
    const some = [newIntent(), newIntent(), newIntent()]
    intents.push(...some)
    await sendGroup(harness, some)
  }
  expect(String(failures[0])).toContain('full')
  // The intents of the group that did not fit have no answer, and neither has any later one.
  const late = newIntent()
  await sendGroup(harness, [late])
  intents.push(late)
  expect(intents.filter(({ answer }) => answer === null)).toHaveLength(4)
  store.close()

  const opened = openSqlite(file)
  const reopened = keyedVenue(opened, (thrown) => failures.push(thrown))
  expect(reopened.happened()).toBe(intents.length - 4)
  expect(await settleAll(reopened, intents, (n) => (n % 2 === 0 ? 'give up' : 'send again'))).toEqual([])
  expect(reopened.venue.audit()).toEqual([])
  expect(failures).toHaveLength(1)
  opened.close()
})
