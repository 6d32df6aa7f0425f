import type { Event } from '#contract/events.ts'
import { kycRow, type KycRow } from '#contract/kyc/kyc.ts'
import { encode } from '#contract/wire/coded.ts'
import type { KycReceived } from '#machines/kyc/kyc.ts'
import { aKycRow } from '#tests/support/builders/kyc-row.ts'
import { createRequest } from '#src/api/request.ts'
import { kycReceived$ } from '#src/actors/kyc.actors.ts'
import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('KYC-2 what stands is asked for, what changes is pushed, and a push that is away is made up for', async () => {
  let primary: KycRow | null = null
  let isReached = true
  const request = createRequest({
    send: async () => ({
      status: isReached ? 200 : 502,
      retryAfterMs: null,
      body: isReached
        ? {
            type: 'ok',
            message: {
              ...encode(kycRow, aKycRow({ level: 'advanced' })),
              id: 7,
              phone: null,
              email: null,
              primary: primary === null ? null : encode(kycRow, primary),
            },
          }
        : undefined,
    }),
  })
  const events$ = new Subject<Event>()
  const told: KycReceived[] = []
  const shown = () =>
    told
      .splice(0)
      .map((event) => (event.type === 'kyc.received' ? `${event.row.level} ${event.row.review_status}` : event.type))
  const subscription = kycReceived$({ request, feeds: { events$ } }).subscribe((event) => told.push(event))
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual(['primary none', 'advanced none'])
  events$.next({ ev: 'kyc.changed', v: aKycRow({ review_status: 'underReview', rev: 1 }) })
  expect(shown()).toEqual(['primary underReview'])
  isReached = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown()).toEqual(['kyc.missed'])
  isReached = true
  primary = aKycRow({ review_status: 'passed', rev: 2 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown()).toEqual(['primary passed', 'advanced none'])
  subscription.unsubscribe()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual([])
  expect(events$.observed).toBe(false)
})
