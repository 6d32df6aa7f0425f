import { openSqlite } from '#server/store/sqlite.ts'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { growth } from './growth.ts'
import type { Row } from './row.ts'

const users = 10_000
const eventsEach = 120
const none = { rows: [], entries: [], keys: [], meta: [] }

/** About what one step of the sweep writes to the log: 300 events of 200 bytes lie on some ninety pages. */
const stepBytes = Buffer.alloc(90 * 4096)
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * How long the loop stands still, at the longest, while events of 10,000 users are swept; beside it, in turn, how long
 * it takes to write
 * and sync as many bytes to a plain file: what the disk itself needs.
 */
export async function bench(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
  const store = openSqlite(join(folder, 'venue.db'))
  store.open([])
  for (let first = 1; first <= users; first += 500) {
    const some = Array.from({ length: 500 }, (_, n) => first + n)
    store.append({
      ...none,
      events: some.flatMap((user) =>
        Array.from({ length: eventsEach }, (_, n) => ({ user, s: n + 1, at: 1, body: '{"ev":"x"}'.padEnd(200) })),
      ),
    })
  }
  const plain = openSync(join(folder, 'plain'), 'w')
  const pauses: number[] = []
  const writes: number[] = []
  for (let after: number | null = 0; after !== null; ) {
    const from = performance.now()
    after = store.sweep(0, 2, 100, after)
    const swept = performance.now()
    writeSync(plain, stepBytes)
    fdatasyncSync(plain)
    writes.push(performance.now() - swept)
    pauses.push(swept - from)
    await turn()
  }
  closeSync(plain)
  store.close()
  rmSync(folder, { recursive: true })
  const [sorted, sortedWrites] = [pauses, writes].map((some) => some.toSorted((a, b) => a - b))
  const row = (name: string, share: number): Row => {
    const [value, reference] = [percentile(sorted ?? [], share), percentile(sortedWrites ?? [], share)]
    return {
      part: 'sweep',
      name,
      value: Number(value.toFixed(1)),
      unit: 'ms',
      reference: Number(reference.toFixed(1)),
      ratio: Number((value / reference).toFixed(2)),
      target: '≤ 20 ms',
      reached: value <= 20,
    }
  }
  return [
    row(`longest of ${pauses.length} pauses, ${users} users × ${eventsEach} events`, 1),
    row('p99 of the pauses', 0.99),
    row('median of the pauses', 0.5),
    ...(await growth()),
  ]
}
