import { findPages, findPairs, knownPages } from '#src/features/home/found.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { expect, test } from 'vitest'

const pairs = [
  aPair({ id: 1, currency_name: 'WBTC', symbol: 'WBTC/USDT', sort: 1 }),
  aPair({ id: 2, currency_name: 'BTC', symbol: 'BTC/USDT', sort: 3 }),
  aPair({ id: 3, currency_name: 'BTCX', symbol: 'BTCX/USDT', sort: 2 }),
  aPair({ id: 4, currency_name: 'BTCH', symbol: 'BTCH/USDT', sort: 2, is_display: false }),
]

test.each([
  ['btc', [2, 3, 1]],
  [' Btc ', [2, 3, 1]],
  ['btc/usdt', [2, 1]],
  ['btcusdt', [2, 1]],
  ['', []],
  ['doge', []],
])('HOME-2 %j finds the likeliest pair first', (typed, ids) => {
  expect(findPairs(pairs, typed).map(({ id }) => id)).toEqual(ids)
})

test('HOME-2 a page from the server is only listed if its path is known', () => {
  expect(knownPages(['/pages/assets/index', 'https://elsewhere.example/', '/pages/unknown'])).toEqual([
    { path: '/pages/assets/index', title: 'assets:titles.assets' },
  ])
})

test('HOME-2 pages are found by their title in the current language', () => {
  expect(
    findPages('資', (title) => (title === 'assets:titles.assets' ? '資產' : title)).map(({ path }) => path),
  ).toEqual(['/pages/assets/index'])
  expect(findPages('wallet:', (title) => title).map(({ path }) => path)).toEqual([
    '/pages/assets/deposit/index',
    '/pages/assets/deposit/charge2',
    '/pages/assets/depositm/index',
    '/pages/assets/withdraw/index',
    '/pages/assets/withdraw/detail2',
    '/pages/user/address/address',
    '/pages/bankbind/index',
    '/pages/assets/transfersd/index',
    '/pages/assets/transfersd/hzindex',
  ])
})
