import { spot } from '#contract/spot/spot.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { createRequest, type SentCall } from '#src/api/request.ts'
import type { RawReply } from '#src/api/understand.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { createServices } from '#src/app/system.ts'
import { failureKey, shownParams } from '#src/parts/failure-text.ts'
import { ServicesContext, type Services } from '#src/actors/services.tsx'
import { goToLogin } from '#src/app/guard.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { beginLoading, useLoading } from '#src/stores/loading.ts'
import { dropToast, toast, useToasts } from '#src/stores/toasts.ts'
import type { Intent } from '#src/stores/intents.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { QuietSocket } from '#tests/support/quiet-socket.ts'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const wired = encode(spot.cancel.output, aSpotOrder({ status: 'cancelled', rev: 2 }))

describe('a money action on a page', () => {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', QuietSocket)
    vi.stubGlobal('fetch', () => new Promise(() => {}))
  })
  afterEach(() => vi.unstubAllGlobals())
  const begin = (send: (sent: SentCall) => Promise<RawReply | null>) => {
    const kept = new Map<string, Intent>()
    const services: Services = {
      ...createServices().services,
      request: createRequest({ send }),
      intents: {
        list: () => [...kept.values()],
        put: (intent) => kept.set(intent.key, intent).size > 0,
        drop: (key) => void kept.delete(key),
      },
    }
    const done: unknown[] = []
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ServicesContext value={services}>{children}</ServicesContext>
    )
    return {
      done,
      kept,
      ...renderHook(() => useSubmit(spot.cancel, { onDone: (value) => done.push(value?.status) }), { wrapper }),
    }
  }
  test('CF13 two taps in a row are one intent with one outcome', async () => {
    const keys: (string | null)[] = []
    const { result, done } = begin(async ({ key }) => {
      keys.push(key)
      return { status: 200, retryAfterMs: null, body: { type: 'ok', message: 'Cancelled.', data: wired } }
    })
    act(() => {
      result.current.send({ id: 1 })
      result.current.send({ id: 1 })
    })
    expect(result.current.isBusy).toBe(true)
    await waitFor(() => expect(result.current.state).toBe('done'))
    expect(keys).toHaveLength(1)
    expect(result.current.value).toMatchObject({ id: 1, status: 'cancelled' })
    expect(done).toEqual(['cancelled'])
    act(() => result.current.reset())
    expect(result.current).toMatchObject({ state: 'editing', value: null, isBusy: false })
  })
  test('CF11 after a lost reply the button stays busy and the intent open', async () => {
    const { result, kept } = begin(async () => null)
    act(() => result.current.send({ id: 1 }))
    await waitFor(() => expect(result.current.state).toBe('unknown'))
    expect(result.current.isBusy).toBe(true)
    expect(kept.size).toBe(1)
  })
})

test('LIST-5 rows keep their type; a short page is the last', async () => {
  const replies: Reply<readonly { id: number }[]>[] = [
    { ok: true, value: [{ id: 1 }, { id: 2 }] },
    { ok: true, value: [{ id: 3 }] },
  ]
  const { result } = renderHook(() =>
    usePager(async () => replies.shift() ?? { ok: false, failure: aLoss }, { size: 2 }),
  )
  await waitFor(() => expect(result.current.state).toBe('idle'))
  act(() => result.current.more())
  await waitFor(() => expect(result.current.state).toBe('end'))
  expect(result.current.rows.map(({ id }) => id)).toEqual([1, 2, 3])
})

test('SES-12 at most one redirect to the login page per second', () => {
  // Later than any other redirect of this process.
  const at = performance.now() + 60_000
  go(assetsPaths.assets)
  expect(goToLogin(assetsPaths.assets, at)).toBe(true)
  go(spotPaths.trade)
  expect(goToLogin(spotPaths.trade, at + 999)).toBe(false)
  expect(herePath()).toBe(spotPaths.trade)
  expect(goToLogin(spotPaths.trade, at + 1000)).toBe(true)
  expect(goToLogin(spotPaths.trade, at + 3000)).toBe(false)
})

test('UI-20 the overlay is shown after one second and hidden after ten at the latest', () => {
  vi.useFakeTimers()
  const end = beginLoading()
  const endOther = beginLoading()
  vi.advanceTimersByTime(999)
  expect(useLoading.getState().isShown).toBe(false)
  vi.advanceTimersByTime(1)
  expect(useLoading.getState().isShown).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(useLoading.getState()).toEqual({ waiting: 2, isShown: false })
  end()
  end()
  expect(useLoading.getState().waiting).toBe(1)
  endOther()
  expect(useLoading.getState()).toEqual({ waiting: 0, isShown: false })
})
test('UI-21 equal messages in a burst are shown once; at most three are visible', () => {
  useToasts.setState({ toasts: [] })
  for (const text of ['a', 'a', 'b', 'c', 'd']) toast(text)
  const { toasts } = useToasts.getState()
  expect(toasts.map(({ text }) => text)).toEqual(['b', 'c', 'd'])
  dropToast(toasts[0]?.id ?? 0)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['c', 'd'])
})

test('CF11 an unknown outcome is never described as refused', () => {
  expect(failureKey(aLoss)).toBe('outcome_unknown')
  expect(failureKey({ kind: 'unknown', because: 'fault' })).toBe('outcome_unknown')
  expect(failureKey({ kind: 'notLoggedIn' })).toBe('not_logged_in')
  expect(failureKey(aRefusal('price_moved'))).toBe('price_moved')
})
test('UI-22 the numbers of a refusal are localized without losing a digit', () => {
  document.documentElement.lang = 'en'
  expect(shownParams({ min: '12345678901234567890.10', left: 3 }, null)).toMatchObject({
    min: '12,345,678,901,234,567,890.10',
    left: 3,
  })
  document.documentElement.lang = 'es'
  expect(shownParams({ min: '1234567.5' }, 2500)).toMatchObject({ min: '1.234.567,5', after: 3 })
})
