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
    clock: systemClock, random: seededRandom(1), settings: defaultSettings(true), soon: () => undefined, onFailure: (thrown) => { throw thrown },
  })
  return { store, venue, balance: () => venue.ctx.ledger.balance({ owner: 1, ...usdt }).free }
}

test(`SF4 the power goes: what was synced is there, the group under way wholly or not at all, however torn (seed ${seed})`, { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cut-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const chance = seededRandom(seed)
  const live = join(folder, 'live.db')
  const { venue, store } = open(live)
  venue.flush()
  const base = readFileSync(live)
  /** The log after each acknowledged group: so much was synced, and no more. */
  const synced = [readFileSync(`${live}-wal`)]
  for (let n = 1; n <= groups; n += 1) {
    void venue.command(({ ledger }) => {
      ledger.post({ type: 200, ref: `grant:${n}`, postings: [{ owner: 'external', ...usdt, free: -1n }, { owner: 1, ...usdt, free: 1n }] })
    })
    venue.flush()
    synced.push(readFileSync(`${live}-wal`))
  }
  expect(readFileSync(live).equals(base)).toBe(true)
  store.close()

  for (let cut = 0; cut < cuts; cut += 1) {
    const done = chance.int(groups)
    const safe = synced[done]?.length ?? 0
    const whole = synced[done + 1] ?? Buffer.alloc(0)
    const kept = safe + chance.int(whole.length - safe + 1)
    const log = Buffer.from(whole.subarray(0, kept))
    // Of what was not synced any sector may be missing.
    const isTorn = kept > safe && chance.unit() < 0.5
    if (isTorn) log.fill(chance.int(256), safe + chance.int(kept - safe))
    const file = join(folder, `cut-${cut}.db`)
    writeFileSync(file, base)
    writeFileSync(`${file}-wal`, log)
    const again = open(file)
    const found = again.balance()
    const least = kept === whole.length && !isTorn ? done + 1 : done
    const most = kept === safe ? done : done + 1
    expect([BigInt(least), BigInt(most)]).toContain(found)
    expect(storedEnd(again.store).seq).toBe(Number(found))
    expect(again.store.ring(1).head).toBe(again.venue.ctx.tables.heads.get(1)?.s ?? 0)
    expect([firstBreak(again.store), again.venue.audit()]).toEqual([null, []])
    again.store.close()
  }
})

test(`SF4 after the power went every wish is settled by its key: acknowledged ones are there, the others wholly or not at all (seed ${seed})`, { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cut-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const chance = seededRandom(seed + 1)
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
    const intents = Array.from({ length: 1 + chance.int(4) }, newIntent)
    await sendGroup(harness, intents)
    expect(intents.every(({ told }) => told !== null)).toBe(true)
    groupsOf.push(intents)
    synced.push(readFileSync(`${live}-wal`))
  }
  expect(readFileSync(live).equals(base)).toBe(true)
  store.close()

  const seen = { whole: 0, gone: 0 }
  for (let cut = 0; cut < cuts; cut += 1) {
    const done = chance.int(groups)
    const safe = synced[done]?.length ?? 0
    const whole = synced[done + 1] ?? Buffer.alloc(0)
    // Now and then all of it had reached the disk, though nobody was told.
    const kept = chance.unit() < 0.3 ? whole.length : safe + chance.int(whole.length - safe + 1)
    const log = Buffer.from(whole.subarray(0, kept))
    if (kept > safe && chance.unit() < 0.3) log.fill(chance.int(256), safe + chance.int(kept - safe))
    const file = join(folder, `cut-${cut}.db`)
    writeFileSync(file, base)
    writeFileSync(`${file}-wal`, log)
    const told = groupsOf.slice(0, done).flat()
    const under = groupsOf[done]?.map(({ key }): KeyedIntent => ({ key, told: null })) ?? []
    const opened = openSqlite(file)
    const again = keyedVenue(opened, fail)
    const states = new Set(under.map((options) => again.stateOf(options).state))
    expect(states.size).toBe(1)
    expect(again.happened()).toBe(told.length + (states.has('done') ? under.length : 0))
    seen[states.has('done') ? 'whole' : 'gone'] += 1
    expect(await settleAll(again, [...told, ...under], () => (chance.unit() < 0.5 ? 'give up' : 'send again'))).toEqual([])
    expect(again.streamHead()[0]).toBe(again.streamHead()[1])
    expect([firstBreak(opened), again.venue.audit()]).toEqual([null, []])
    opened.close()
  }
  expect(Math.min(seen.whole, seen.gone)).toBeGreaterThan(0)
})
