import type { Lock } from '#contract/account/account.ts'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { takeLock } from '#streams/account/account.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import type { ComponentProps, ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const startMs = 1_000_000
const aLock = (changes: Partial<Lock> = {}): Lock => ({
  account_lock: false,
  account_until_ms: null,
  trade_lock: false,
  trade_until_ms: null,
  withdraw_lock: false,
  withdraw_until_ms: null,
  pay_password_until_ms: null,
  reason: null,
  server_now_ms: startMs,
  ...changes,
})
const until = startMs + 90_000
const trade = aLock({ trade_lock: true, trade_until_ms: until, reason: 'Review of your case 12.' })
const credential = aLock({ withdraw_lock: true, withdraw_until_ms: until, reason: 'credential' })

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

function At({ children }: { readonly children: ReactNode }) {
  return (
    <ServicesContext value={{ ...useServices(), serverNow: () => startMs + Date.now() }}>{children}</ServicesContext>
  )
}
const stand = async (props: ComponentProps<typeof LockBanner>, lock: Lock) => {
  const lock$ = new BehaviorSubject(live(lock))
  await showPage(
    <At>
      <LockBanner {...props} />
    </At>,
    { feeds: { lock$ } },
  )
  return {
    told: () => screen.queryByRole('status')?.textContent ?? null,
    push: (next: Lock) => act(() => lock$.next(live(next))),
  }
}

test.each([
  [
    'trade',
    trade,
    /^Trading is locked until .+ Review of your case 12\. You can still close positions and cancel orders\.$/,
  ],
  ['trade', credential, /^nothing$/],
  [
    'withdraw',
    credential,
    /^Withdrawals are locked until .+ Your password or security details were changed recently\. $/,
  ],
  ['withdraw', trade, /^nothing$/],
  ['change', trade, /^nothing$/],
  ['change', aLock({ account_lock: true, account_until_ms: until }), /^The account is locked until /],
  [
    'trade',
    aLock({ account_lock: true, account_until_ms: until, trade_until_ms: until }),
    /^The account is locked until /,
  ],
  ['withdraw', aLock({ pay_password_until_ms: until }), /^nothing$/],
] as const)('LOCK-1 what stops %s is told where its button is, and nothing else', async (stops, lock, words) => {
  const { told } = await stand({ stops }, lock)
  expect(told() ?? 'nothing').toMatch(words)
})

test('LOCK-1 a locked fund password is told where it is asked for', async () => {
  const { told } = await stand(
    { stops: 'withdraw', usesPin: true },
    aLock({ pay_password_until_ms: until, reason: 'credential' }),
  )
  expect(told()).toMatch(/^The fund password is locked until /)
})

test('LOCK-2 the banner follows the push, and leaves by itself at the end of the lock on the server’s clock', async () => {
  const { told, push } = await stand({ stops: 'trade' }, aLock())
  expect(told()).toBeNull()
  push({ ...trade, server_now_ms: startMs + 1 })
  expect(told()).toMatch(/^Trading is locked/)
  act(() => void vi.advanceTimersByTime(89_000))
  expect(told()).toMatch(/^Trading is locked/)
  act(() => void vi.advanceTimersByTime(1_500))
  expect(told()).toBeNull()
})

test('LOCK-2 a reading that was under way while a lock was pushed does not take it back', () => {
  const pushed = { ...trade, server_now_ms: startMs + 5 }
  expect(takeLock(pushed, aLock())).toBe(pushed)
  expect(takeLock(pushed, null)).toBe(pushed)
  const lifted = aLock({ server_now_ms: startMs + 6 })
  expect(takeLock(pushed, lifted)).toBe(lifted)
  expect(takeLock(null, pushed)).toBe(pushed)
})
