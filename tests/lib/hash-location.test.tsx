import { go, goBack, hereWith, useHashPath, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { allPaths, backPathOf, isKnownPath, loginPath, tabPaths } from '#src/lib/paths/known.ts'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

beforeEach(() => {
  history.replaceState(null, '', '#/')
})

test('URL-1 a query inside the hash reaches its page', () => {
  act(() => go(marketPaths.klineOf('BTC-USDT')))
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
test('URL-2 CF36 back with nothing of ours behind goes home', () => {
  goBack()
  expect(location.hash).toBe(`#${homePaths.home}`)
})
test('URL-3 the login remembers the way back, by its kind', () => {
  expect(loginPath({ backpage: assetsPaths.tradeAccountOf(3) })).toBe(
    '/pages/user/login/login?backpage=%2Fpages%2Fassets%2FtradeAccount%3Fcurrency%3D3&backtype=1',
  )
  expect(loginPath({ backpage: assetsPaths.assets })).toBe(
    '/pages/user/login/login?backpage=%2Fpages%2Fassets%2Findex&backtype=2',
  )
  for (const tab of tabPaths) expect(loginPath({ backpage: tab })).toMatch(/backtype=2$/)
})
test.each([
  '//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/pages/nowhere',
  sessionPaths.login,
  sessionPaths.register,
])('URL-4 nobody is sent to %s after a login', (backpage) => {
  expect(loginPath({ backpage })).toBe(sessionPaths.login)
  expect(backPathOf(backpage)).toBe(homePaths.home)
})
test('URL-5 every route is known, and none twice', () => {
  expect(new Set(allPaths).size).toBe(allPaths.length)
  expect(allPaths.every(isKnownPath)).toBe(true)
})
