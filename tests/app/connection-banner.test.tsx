import { ConnectionBanner } from '#src/app/connection-banner.tsx'
import { MarketHead } from '#src/parts/trade/market-head.tsx'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { aPair } from '#tests/support/builders/pair.ts'
import { act, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { expect, test, vi } from 'vitest'

const view = (state: ConnectionView['state']): ConnectionView => ({ state, reason: null, rttMs: 10, clockErrorMs: 5 })
const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms))
}

test.each([
  ['checking', 1000, 'Connection lost, checking…'],
  ['offline', 1000, 'You are offline. What is shown may be old; orders cannot be placed.'],
  ['stopped', 3000, 'Live updates have stopped. Reload to continue.'],
] as const)(
  'NET-32 a line that is %s is told after %i ms, not before, and no longer than it lasts',
  async (state, afterMs, words) => {
    const connection$ = new BehaviorSubject(view('live'))
    await showPage(<ConnectionBanner />, { feeds: { connection$ } })
    vi.useFakeTimers()
    act(() => connection$.next(view(state)))
    pass(afterMs - 1)
    expect(screen.queryByText(words)).toBeNull()
    pass(1)
    expect(screen.getByText(words)).toBeVisible()
    act(() => connection$.next(view('live')))
    expect(screen.queryByText(words)).toBeNull()
  },
)

test('NET-33 while a price is stale its change is not coloured as a rise or a fall', async () => {
  const pair$ = new BehaviorSubject(live(aPair()))
  await showPage(<MarketHead market="BTC-USDT" onPick={() => undefined} />, { feeds: { pair$: () => pair$ } })
  expect(screen.getByText('+1.20%').className).toMatch(/up|rise/)
  act(() => pair$.next(live(aPair(), { freshness: 'stale' })))
  expect(screen.getByText('+1.20%').className).toMatch(/flat/)
  expect(screen.getByText('+1.20%').className).not.toMatch(/up|rise/)
})
