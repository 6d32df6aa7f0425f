import { useGuardedPath, wayOf } from '#src/app/guard.ts'
import { go, herePath, useHashPath } from '#src/lib/hash-location.ts'
import { routes as at } from '#src/lib/paths.ts'
import { showSession } from '#src/stores/session.ts'
import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

const session = (phase: 'restoring' | 'in' | 'out') =>
  showSession({ phase, token: null, chatToken: null, user: null, login: 0 })

function Guarded() {
  const [path] = useHashPath()
  return <output>{useGuardedPath(path)}</output>
}
let now = 0
beforeEach(() => {
  // Each story begins long after the last redirect, so that the lock of a second is open.
  now += 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
const queryOf = (here: string) => Object.fromEntries(new URLSearchParams(here.split('?')[1] ?? ''))

test.each([
  [at.trade, 'out', 'login'],
  ['/', 'out', 'login'],
  [at.login, 'out', 'open'],
  [at.register, 'out', 'open'],
  [at.language, 'out', 'open'],
  ['/pages/nowhere', 'out', 'open'],
  [at.trade, 'restoring', 'wait'],
  [at.login, 'restoring', 'wait'],
  [at.register, 'restoring', 'open'],
  [at.trade, 'in', 'open'],
  [at.login, 'in', 'return'],
  [at.register, 'in', 'return'],
  [at.forgot, 'in', 'open'],
] as const)('GUARD-1 %s for somebody %s: %s', (path, who, way) => {
  expect(wayOf(path, who)).toBe(way)
})

test('GUARD-2 a page that needs a login leads there, and back here afterwards', () => {
  session('out')
  go(`${at.records}?currency=3`)
  render(<Guarded />)
  expect(herePath().split('?')[0]).toBe(at.login)
  expect(queryOf(herePath())).toEqual({ backpage: `${at.records}?currency=3`, backtype: '1' })
  act(() => session('in'))
  expect(herePath()).toBe(`${at.records}?currency=3`)
})

test('GUARD-3 a tab says that it is one', () => {
  session('out')
  go(at.assets)
  render(<Guarded />)
  expect(queryOf(herePath())).toEqual({ backpage: at.assets, backtype: '2' })
})

test.each(['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/pages/nowhere', at.login, ''])(
  'AT43 after a login nobody is led to %j',
  (backpage) => {
    session('out')
    go(`${at.login}?${new URLSearchParams({ backpage, backtype: '1' })}`)
    render(<Guarded />)
    act(() => session('in'))
    expect(herePath()).toBe(at.home)
  },
)

test('GUARD-4 while nobody knows who is here nothing private is shown and nobody is sent away', () => {
  session('restoring')
  go(at.assets)
  const { container } = render(<Guarded />)
  expect([container.textContent, herePath()]).toEqual(['', at.assets])
  act(() => session('in'))
  expect(container.textContent).toBe(at.assets)
})
