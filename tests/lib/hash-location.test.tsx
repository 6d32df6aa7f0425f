import { go, goBack, hereWith, useHashPath, useQuery } from '#src/lib/hash-location.ts'
import { backPathOf, isKnownPath, paths, routes, tabPaths } from '#src/lib/paths.ts'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

beforeEach(() => {
  history.replaceState(null, '', '#/')
})

test('URL-1 a query inside the hash reaches its page', () => {
  act(() => go(paths.kline('BTC-USDT')))
  const { result } = renderHook(() => [useHashPath()[0], useQuery()])
  expect(result.current).toEqual(['/pages/trade/kline', { market: 'BTC-USDT' }])
  act(() => go('/'))
  expect(result.current).toEqual(['/', {}])
})
test('URL-1 one value of the query changes, the rest of it stays', () => {
  act(() => go('/pages/option/detail?market=BTC-USDT&product=option'))
  expect(hereWith('market', 'ETH-USDT')).toBe('/pages/option/detail?market=ETH-USDT&product=option')
  expect(hereWith('step', '2')).toBe('/pages/option/detail?market=BTC-USDT&product=option&step=2')
})
test('URL-2 back with nothing of ours behind goes home', () => {
  goBack()
  expect(location.hash).toBe(`#${paths.home}`)
})
test('URL-3 the login remembers the way back, by its kind', () => {
  expect(paths.login({ backpage: paths.tradeAccountOf(3) })).toBe(
    '/pages/user/login/login?backpage=%2Fpages%2Fassets%2FtradeAccount%3Fcurrency%3D3&backtype=1',
  )
  expect(paths.login({ backpage: paths.assets })).toBe('/pages/user/login/login?backpage=%2Fpages%2Fassets%2Findex&backtype=2')
  for (const tab of tabPaths) expect(paths.login({ backpage: tab })).toMatch(/backtype=2$/)
})
test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/pages/nowhere', routes.login, routes.register])(
  'URL-4 nobody is sent to %s after a login',
  (backpage) => {
    expect(paths.login({ backpage })).toBe(routes.login)
    expect(backPathOf(backpage)).toBe(routes.home)
  },
)
test('URL-5 every route is known, and none twice', () => {
  const all = Object.values(routes)
  expect(new Set(all).size).toBe(all.length)
  expect(all.every(isKnownPath)).toBe(true)
})
