import { planOf } from '#scripts/scale/plan.ts'
import { expect, test } from 'vitest'

const counts = (users: number, online: number, orders: number) =>
  planOf({ users, online, orders }).map(({ count }) => count)

test('a plan for more machines has one venue as long as one core decides at half load, and never fewer of anything for more load', () => {
  expect(counts(100_000, 10_000, 500)[0]).toBe(1)
  expect(counts(1_000_000, 100_000, 2000)[0]).toBe(1)
  expect(counts(1_000_000, 100_000, 3000)[0]).toBeGreaterThan(1)
  const loads = [500, 2000, 10_000, 100_000].map((orders) => counts(orders * 100, orders * 10, orders))
  for (const [at, less] of loads.slice(0, -1).entries())
    expect(loads[at + 1]?.every((count, n) => n === 2 || count >= (less[n] ?? 0))).toBe(true)
})
