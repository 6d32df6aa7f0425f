import { spot } from '#contract/spot/spot.ts'
import { lever } from '#contract/lever/lever.ts'
import { triggers } from '#contract/trigger/trigger.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const amends = [spot.amend, lever.amend, triggers.amend]
test('W-17 orders, entries and triggers are amended twenty times at once, then five times a second', async () => {
  const limits = createLimits()
  const paces = async (count: number) => {
    let passed = 0
    for (let n = 0; n < count; n += 1) {
      const call = amends[n % amends.length] ?? spot.amend
      await limits.call(call, { user: 1, address: '::1' }).then(
        () => (passed += 1),
        ({ reason }: { reason: string }) => expect(reason).toBe('too_many'),
      )
    }
    return passed
  }
  expect(await paces(30)).toBe(20)
  vi.advanceTimersByTime(1000)
  expect(await paces(30)).toBe(5)
})
