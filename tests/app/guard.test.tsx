import { useGuardedPath, wayOf } from '#src/app/guard.ts'
import { go, herePath, useHashPath } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { setSession, useSession, type SessionState } from '#src/stores/session.ts'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

const session = (phase: SessionState['phase']) =>
  setSession({ phase, token: null, chatToken: null, user: null, login: 0 })

/** Like the session machine. */
const loginShown = () => session('out')
function Guarded() {
  const [path] = useHashPath()
  return <output>{useGuardedPath(path, loginShown)}</output>
}
let now = 0
beforeEach(() => {
  // Each test starts long after the last redirect, so that the one-second lock is over.
  now += 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
const queryOf = (here: string) => Object.fromEntries(new URLSearchParams(here.split('?')[1] ?? ''))

test.each([
  [spotPaths.trade, 'out', 'login'],
  ['/', 'out', 'login'],
  [sessionPaths.login, 'out', 'open'],
  [sessionPaths.register, 'out', 'open'],
  [accountPaths.language, 'out', 'open'],
  [marketPaths.kline, 'out', 'open'],
  ['/pages/nowhere', 'out', 'open'],
  [spotPaths.trade, 'restoring', 'wait'],
  [sessionPaths.login, 'restoring', 'wait'],
  [sessionPaths.register, 'restoring', 'open'],
  [spotPaths.trade, 'in', 'open'],
  [sessionPaths.login, 'in', 'return'],
  [sessionPaths.register, 'in', 'return'],
  [sessionPaths.forgot, 'in', 'open'],
  [spotPaths.trade, 'ended', 'login'],
  ['/', 'ended', 'login'],
  [accountPaths.language, 'ended', 'leave'],
  [sessionPaths.login, 'ended', 'open'],
  [sessionPaths.forgot, 'ended', 'open'],
] as const)('GUARD-1 %s for somebody %s: %s', (path, who, way) => {
  expect(wayOf(path, who)).toBe(way)
})

test('T60 a link to a market shows it to anybody; who wants to trade there logs in and comes back to it', () => {
  session('out')
  go(marketPaths.klineOf('ETH-USDT'))
  render(<Guarded />)
  expect(screen.getByText(marketPaths.kline)).toBeVisible()
  act(() => go(`${spotPaths.tradeOf('ETH-USDT')}&side=buy`))
  expect(herePath().split('?')[0]).toBe(sessionPaths.login)
  expect(queryOf(herePath())['backpage']).toBe(`${spotPaths.tradeOf('ETH-USDT')}&side=buy`)
})
test('GUARD-2 a page that needs a login redirects to the login page, and back afterwards', () => {
  session('out')
  go(`${assetsPaths.records}?currency=3`)
  render(<Guarded />)
  expect(herePath().split('?')[0]).toBe(sessionPaths.login)
  expect(queryOf(herePath())).toEqual({ backpage: `${assetsPaths.records}?currency=3`, backtype: '1' })
  act(() => session('in'))
  expect(herePath()).toBe(`${assetsPaths.records}?currency=3`)
})

test('GUARD-3 the return path of a tab is marked as a tab', () => {
  session('out')
  go(assetsPaths.assets)
  render(<Guarded />)
  expect(queryOf(herePath())).toEqual({ backpage: assetsPaths.assets, backtype: '2' })
})

test.each(['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/pages/nowhere', sessionPaths.login, ''])(
  'AT43 after a login nobody is led to %j',
  (backpage) => {
    session('out')
    go(`${sessionPaths.login}?${new URLSearchParams({ backpage, backtype: '1' })}`)
    render(<Guarded />)
    act(() => session('in'))
    expect(herePath()).toBe(homePaths.home)
  },
)

test('GUARD-4 while the session is restored nothing private is shown and nothing is redirected', () => {
  session('restoring')
  go(assetsPaths.assets)
  const { container } = render(<Guarded />)
  expect([container.textContent, herePath()]).toEqual(['', assetsPaths.assets])
  act(() => session('in'))
  expect(container.textContent).toBe(assetsPaths.assets)
})

test('GUARD-5 an ended session redirects once to the login page from any page, with a return path', () => {
  const steps = vi.spyOn(history, 'replaceState')
  session('in')
  go(`${newsPaths.notice}?id=5`)
  const { container } = render(<Guarded />)
  steps.mockClear()
  act(() => session('ended'))
  expect(herePath().split('?')[0]).toBe(sessionPaths.login)
  expect(queryOf(herePath())).toEqual({ backpage: `${newsPaths.notice}?id=5`, backtype: '1' })
  expect([useSession.getState().phase, container.textContent, steps.mock.calls.length]).toEqual([
    'out',
    sessionPaths.login,
    1,
  ])
  // Afterwards public pages are open again.
  act(() => go(accountPaths.language))
  expect([container.textContent, herePath()]).toEqual([accountPaths.language, accountPaths.language])
})
test('GUARD-5 a public page stays until the login page is loaded; a private one is removed at once', () => {
  const seen: (string | null)[] = []
  function Watched() {
    const [path] = useHashPath()
    seen.push(useGuardedPath(path, loginShown))
    return null
  }
  session('in')
  go(accountPaths.language)
  render(<Watched />)
  act(() => session('ended'))
  expect(new Set(seen)).toEqual(new Set([accountPaths.language, sessionPaths.login]))
  now += 10_000
  act(() => session('in'))
  act(() => go(assetsPaths.assets))
  seen.length = 0
  act(() => session('ended'))
  expect([seen[0], seen.at(-1)]).toEqual([null, sessionPaths.login])
})
test('GUARD-5 at most one redirect per second: the next one waits for its end', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  session('in')
  go(assetsPaths.assets)
  render(<Guarded />)
  act(() => session('ended'))
  act(() => session('in'))
  expect(herePath()).toBe(assetsPaths.assets)
  now += 400
  act(() => session('ended'))
  expect([herePath(), useSession.getState().phase]).toEqual([assetsPaths.assets, 'ended'])
  now += 1000
  act(() => void vi.advanceTimersByTime(1000))
  expect([herePath().split('?')[0], useSession.getState().phase]).toEqual([sessionPaths.login, 'out'])
  vi.useRealTimers()
})
test('GUARD-5 on a login page nothing is redirected', () => {
  session('in')
  go(sessionPaths.forgot)
  render(<Guarded />)
  act(() => session('ended'))
  expect([herePath(), useSession.getState().phase]).toEqual([sessionPaths.forgot, 'out'])
})
