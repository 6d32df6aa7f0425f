import { startVenue, storedEnd } from '#tests/support/venues.ts'
import { systemClock } from '#server/core/clock.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { seededRandom } from '#server/core/random.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyedVenue, newIntent, sendGroup, settleAll, type KeyedIntent } from '#tests/support/keyed.ts'
import { expect, onTestFinished, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const groups = 12
const cuts = 40
const usdt = { asset: 3, kind: 'change' } as const
const open = (file: string) => {
  const store = openSqlite(file)
  const venue = startVenue(store, {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    soon: () => undefined,
    onFailure: (thrown) => {
      throw thrown
    },
  })
  return { store, venue, balance: () => venue.ctx.ledger.balance({ owner: 1, ...usdt }).free }
}

test(`SF4 after a power cut synced groups are there, and the group in flight is there entirely or not at all, however torn (seed ${seed})`, {
  timeout: 60_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cut-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const random = seededRandom(seed)
  const live = join(folder, 'live.db')
  const { venue, store } = open(live)
  venue.flush()
  /** Entries of the start itself: the demo's merchants get their money. */
  const atStart = storedEnd(store).seq
  const base = readFileSync(live)
  /** The write-ahead log after each acknowledged group; exactly this much was synced. */
  const synced = [readFileSync(`${live}-wal`)]
  for (let n = 1; n <= groups; n += 1) {
    void venue.command(({ ledger }) => {
      ledger.post({
        type: 200,
        ref: `grant:${n}`,
        postings: [
          { owner: 'external', ...usdt, free: -1n },
          { owner: 1, ...usdt, free: 1n },
        ],
      })
    })
    venue.flush()
    synced.push(readFileSync(`${live}-wal`))
  }
  expect(readFileSync(live).equals(base)).toBe(true)
  store.close()

  for (let cut = 0; cut < cuts; cut += 1) {
    const done = random.int(groups)
    const safe = synced[done]?.length ?? 0
    const whole = synced[done + 1] ?? Buffer.alloc(0)
    const keptBytes = safe + random.int(whole.length - safe + 1)
    const log = Buffer.from(whole.subarray(0, keptBytes))
    // Any sector that was not synced may be missing.
    const isTorn = keptBytes > safe && random.unit() < 0.5
    if (isTorn) log.fill(random.int(256), safe + random.int(keptBytes - safe))
    const file = join(folder, `cut-${cut}.db`)
    writeFileSync(file, base)
    writeFileSync(`${file}-wal`, log)
    const reopened = open(file)
    const found = reopened.balance()
    const minGroups = keptBytes === whole.length && !isTorn ? done + 1 : done
    const maxGroups = keptBytes === safe ? done : done + 1
    expect([BigInt(minGroups), BigInt(maxGroups)]).toContain(found)
    expect(storedEnd(reopened.store).seq).toBe(atStart + Number(found))
    expect(reopened.store.ring(1).head).toBe(reopened.venue.ctx.tables.heads.get(1)?.s ?? 0)
    expect([firstBreak(reopened.store), reopened.venue.audit()]).toEqual([null, []])
    reopened.store.close()
  }
})

test(`SF4 after a power cut every intent is resolved by its key: acknowledged ones are there, the others entirely or not at all (seed ${seed})`, {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cut-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const random = seededRandom(seed + 1)
  const fail = (thrown: unknown) => {
    throw thrown
  }
  const live = join(folder, 'live.db')
  const store = openSqlite(live)
  const harness = keyedVenue(store, fail)
  harness.enter()
  const base = readFileSync(live)
  const groupsOf: KeyedIntent[][] = []
  const synced = [readFileSync(`${live}-wal`)]
  for (let n = 0; n < groups; n += 1) {
    const intents = Array.from({ length: 1 + random.int(4) }, newIntent)
    await sendGroup(harness, intents)
    expect(intents.every(({ answer }) => answer !== null)).toBe(true)
    groupsOf.push(intents)
    synced.push(readFileSync(`${live}-wal`))
  }
  expect(readFileSync(live).equals(base)).toBe(true)
  store.close()

  const counts = { whole: 0, gone: 0 }
  for (let cut = 0; cut < cuts; cut += 1) {
    const done = random.int(groups)
    const safe = synced[done]?.length ?? 0
    const whole = synced[done + 1] ?? Buffer.alloc(0)
    // Sometimes the whole group had reached the disk, although it was not acknowledged.
    const keptBytes = random.unit() < 0.3 ? whole.length : safe + random.int(whole.length - safe + 1)
    const log = Buffer.from(whole.subarray(0, keptBytes))
    if (keptBytes > safe && random.unit() < 0.3) log.fill(random.int(256), safe + random.int(keptBytes - safe))
    const file = join(folder, `cut-${cut}.db`)
    writeFileSync(file, base)
    writeFileSync(`${file}-wal`, log)
    const acknowledged = groupsOf.slice(0, done).flat()
    const inFlight = groupsOf[done]?.map(({ key }): KeyedIntent => ({ key, answer: null })) ?? []
    const opened = openSqlite(file)
    const reopened = keyedVenue(opened, fail)
    const states = new Set(inFlight.map((intent) => reopened.stateOf(intent).state))
    expect(states.size).toBe(1)
    expect(reopened.happened()).toBe(acknowledged.length + (states.has('done') ? inFlight.length : 0))
    counts[states.has('done') ? 'whole' : 'gone'] += 1
    expect(
      await settleAll(reopened, [...acknowledged, ...inFlight], () => (random.unit() < 0.5 ? 'give up' : 'send again')),
    ).toEqual([])
    expect(reopened.streamHead()[0]).toBe(reopened.streamHead()[1])
    expect([firstBreak(opened), reopened.venue.audit()]).toEqual([null, []])
    opened.close()
  }
  expect(Math.min(counts.whole, counts.gone)).toBeGreaterThan(0)
})
