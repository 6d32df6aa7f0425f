import { openSqlite } from '#server/store/sqlite.ts'
import { expect, test } from 'vitest'

const none = { rows: [], entries: [], keys: [], meta: [] }
test('SWEEP-1 a sweep is done in steps of bounded work; all of them together leave what one would', () => {
  const store = openSqlite(':memory:')
  store.open([])
  const users = Array.from({ length: 50 }, (_, n) => n + 1)
  const events = users.flatMap((user) =>
    Array.from({ length: user * 4 }, (_, n) => ({ user, s: n + 1, at: n + 1, body: '{}' })),
  )
  store.append({
    ...none,
    events,
    keys: Array.from({ length: 500 }, (_, n) => ({ place: `k${n}`, digest: '', at: n, status: 200, answer: '' })),
  })
  const counts = () => users.map((user) => store.events(user, 0, 1000).length)
  const total = () => counts().reduce((sum, count) => sum + count, 0)
  let after: number | null = 0
  for (let steps = 0; after !== null; steps += 1) {
    const before = total()
    after = store.sweep(400, 101, 10, after)
    expect(before - total()).toBeLessThanOrEqual(300)
    expect(steps).toBeLessThan(60)
  }
  // Of each user the last ten stay, and whatever is younger than the bound.
  expect(counts()).toEqual(users.map((user) => Math.max(Math.min(10, user * 4), user * 4 - 100)))
  expect([store.key('k399'), store.key('k400')].map((row) => row !== null)).toEqual([false, true])
  expect(store.events(50, 0, 1000).at(-1)?.s).toBe(200)
  store.close()
})
