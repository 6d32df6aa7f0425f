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

test('W-17 a program is told how many calls it has left, and a person is not', async () => {
  const limits = createLimits()
  const bot = { user: 1, address: '::1', apiKey: { no: 'seven', scope: 'trade' as const } }
  const leftOf = async () => /r=(\d+)/.exec((await limits.headers(spot.amend, bot))['RateLimit'] ?? '')?.[1]
  expect(await leftOf()).toBe('20')
  for (let n = 0; n < 8; n += 1) await limits.call(spot.amend, bot)
  expect(await leftOf()).toBe('12')
  expect(await limits.headers(spot.amend, bot)).toMatchObject({ 'RateLimit-Policy': '"changes";q=20;w=4' })
  expect(await limits.headers(spot.list, bot)).toMatchObject({ RateLimit: '"reads";r=60;t=1' })
  expect(await limits.headers(spot.amend, { user: 1, address: '::1' })).toEqual({})
})
