import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Row } from './row.ts'

const users = 10_000
const eventsEach = 120
const none = { rows: [], entries: [], keys: [], meta: [] }

/** How long the loop stands still, at the longest, while events of 10,000 users are swept. */
export async function bench(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
  const store = openSqlite(join(folder, 'venue.db'))
  store.open([])
  for (let first = 1; first <= users; first += 500) {
    const some = Array.from({ length: 500 }, (_, n) => first + n)
    store.append({ ...none, events: some.flatMap((user) => Array.from({ length: eventsEach }, (_, n) => ({ user, s: n + 1, at: 1, body: '{"ev":"x"}'.padEnd(200) }))) })
  }
  const pauses: number[] = []
  for (let after: number | null = 0; after !== null; ) {
    const from = performance.now()
    after = store.sweep(0, 2, 100, after)
    pauses.push(performance.now() - from)
    await turn()
  }
  store.close()
  rmSync(folder, { recursive: true })
  const sorted = pauses.toSorted((a, b) => a - b)
  const row = (name: string, value: number, unit: string, most: number): Row =>
    ({ part: 'sweep', name, value, unit, reference: null, ratio: null, target: most === Infinity ? '' : `≤ ${most} ${unit}`, reached: value <= most })
  return [
    row(`longest pause, ${users} users × ${eventsEach} events`, Math.max(...pauses), 'ms', 20),
    row('p99 of the pauses', sorted[Math.floor(sorted.length * 0.99)] ?? 0, 'ms', 20),
    row('steps', pauses.length, '', Infinity),
  ]
}
