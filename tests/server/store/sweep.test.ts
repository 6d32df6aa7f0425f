import { openSqlite } from '#server/store/sqlite.ts'
import { expect, test } from 'vitest'

const placeOf = (n: number) => `[1,"00000000-0000-${n % 2 === 0 ? 7 : 4}000-8000-${String(n).padStart(12, '0')}"]`
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
    keys: Array.from({ length: 900 }, (_, n) => ({
      place: placeOf(n),
      digest: 'd',
      at: n + 1,
      status: 200,
      answer: 'a',
    })),
  })
  const counts = () => users.map((user) => store.events(user, 0, 1000).length)
  const total = () => counts().reduce((sum, count) => sum + count, 0)
  let after: number | null = 0
  for (let steps = 0; after !== null; steps += 1) {
    const before = total()
    after = store.sweep(401, 101, 10, after)
    expect(before - total()).toBeLessThanOrEqual(300)
    expect(steps).toBeLessThan(60)
  }
  // Of each user the last ten stay, and whatever is younger than the bound.
  expect(counts()).toEqual(users.map((user) => Math.max(Math.min(10, user * 4), user * 4 - 100)))
  // Of the old keys those that name no time stay, revoked.
  expect([398, 399, 400, 401].map((n) => store.key(placeOf(n))?.status)).toEqual([undefined, 0, 200, 200])
  expect(store.key(placeOf(399))).toMatchObject({ digest: '', answer: '', at: 0 })
  expect(store.events(50, 0, 1000).at(-1)?.s).toBe(200)
  store.close()
})
