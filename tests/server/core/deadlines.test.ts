import { createDeadlineRunner, createDeadlines, deadline, on } from '#server/core/deadlines.ts'
import { createCoreTables } from '#server/core/rows.ts'
import { createMemory } from '#server/core/tables.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { expect, test } from 'vitest'

const good = deadline('good')
const bad = deadline('bad')

/** Deadlines over tables in memory, with a time set by the test; work that throws is rolled back like a command. */
function begin() {
  const memory = createMemory(() => ({ rows: [], highestId: 0 }))
  const tables = createCoreTables(memory.open)
  const deadlines = createDeadlines(tables)
  const state: { now: number; isFixed: boolean; ran: string[]; failures: string[] } = {
    now: 0,
    isFixed: false,
    ran: [],
    failures: [],
  }
  const command = async <T>(work: (ctx: object) => T): Promise<T> => {
    try {
      const value = work({})
      memory.accept()
      return value
    } catch (thrown) {
      memory.rollback()
      throw thrown
    }
  }
  const set = async (kind: typeof good, ref: string, at: number) => {
    deadlines.set(kind, ref, at)
    memory.accept()
  }
  const bindings = [
    on(good, (_: object, ref) => state.ran.push(`${ref}@${state.now}`)),
    on(bad, (_: object, ref) => {
      tables.settings.put({ name: `touched ${ref}`, value: '1' })
      if (!state.isFixed) throw new Error('planted')
      state.ran.push(`${ref}@${state.now}`)
    }),
  ]
  const run = createDeadlineRunner({
    deadlines: tables.deadlines,
    due: deadlines.due,
    bindings,
    command,
    now: () => state.now,
    onFailure: (thrown, kind) => state.failures.push(`${kind}: ${String(thrown)}`),
  })
  const runAt = async (now: number) => {
    state.now = now
    await run()
  }
  return { state, set, runAt, tables, deadlines }
}

test('DL-1 a deadline that throws is rolled back and reported, and the others still run', async () => {
  const { state, set, runAt, tables } = begin()
  await set(bad, 'b', 10)
  await set(good, 'g', 11)
  await runAt(20)
  expect(state.ran).toEqual(['g@20'])
  expect(state.failures).toEqual(['bad: Error: planted'])
  expect([...tables.deadlines.all()].map(({ id }) => id)).toEqual(['bad:b'])
  expect([...tables.settings.all()]).toEqual([])
})
test('DL-2 a failed deadline is retried after a second, doubling up to five minutes, and runs once when it succeeds', async () => {
  const { state, set, runAt } = begin()
  await set(bad, 'b', 0)
  const attempts: number[] = []
  for (let now = 0; now <= 2_000_000; now += 500) {
    const before = state.failures.length
    await runAt(now)
    if (state.failures.length > before) attempts.push(now)
  }
  expect(attempts.slice(0, 11)).toEqual([
    0, 1000, 3000, 7000, 15_000, 31_000, 63_000, 127_000, 255_000, 511_000, 811_000,
  ])
  state.isFixed = true
  await runAt(3_000_000)
  await runAt(4_000_000)
  expect(state.ran).toEqual(['b@3000000'])
})
test('DL-2 a deadline that is set again after failing does not wait for the old retry', async () => {
  const { state, set, runAt } = begin()
  await set(bad, 'b', 0)
  for (const now of [0, 1000, 3000, 7000]) await runAt(now)
  state.isFixed = true
  await set(bad, 'b', 7100)
  await runAt(7200)
  expect(state.ran).toEqual(['b@7200'])
})
test('DL-3 of two due deadlines the earlier one runs first, and a cleared one does not run', async () => {
  const { state, set, runAt, deadlines } = begin()
  await set(good, 'late', 20)
  await set(good, 'early', 10)
  await set(good, 'gone', 15)
  deadlines.clear(good, 'gone')
  await runAt(30)
  expect(state.ran).toEqual(['early@30', 'late@30'])
})
test('DL-4 the server refuses to start if a stored deadline has an unknown kind, and names it', async () => {
  const store = openSqlite(':memory:')
  const { venue } = createMemoryVenue({ store })
  await venue.command((ctx) => ctx.deadlines.set(deadline('escrowEnds'), '7', 1))
  expect(() => createMemoryVenue({ store })).toThrow('deadlines of unknown kind: escrowEnds')
})
test('DL-1 deadlines of one instant run in the order of their ids, whatever order they were set in', async () => {
  const { state, set, runAt } = begin()
  for (const ref of ['c', 'a', 'b']) await set(good, ref, 100)
  await set(good, 'z', 99)
  await runAt(100)
  expect(state.ran).toEqual(['z@100', 'a@100', 'b@100', 'c@100'])
})
test('DL-1 a deadline that was moved, cleared and set again is due once, when it was set for last', async () => {
  const { set, deadlines } = begin()
  for (const at of [100, 300, 100, 200, 100, 250]) await set(good, 'a', at)
  for (let n = 0; n < 5000; n += 1) await set(good, 'b', 1000 + n)
  const refs = (at: number) => deadlines.due(at).map(({ ref }) => ref)
  expect([refs(249), refs(250), refs(5998), refs(5999)]).toEqual([[], ['a'], ['a'], ['a', 'b']])
  deadlines.clear(good, 'a')
  expect(refs(9999)).toEqual(['b'])
})
