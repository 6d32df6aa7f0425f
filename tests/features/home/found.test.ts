import { findPages, findPairs, knownPages, productsOf } from '#src/features/home/found.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { textOf } from '#tests/support/files.ts'
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

const wordsIn = (lang: string) => (key: string) => {
  const [file = '', ...path] = key.split(/[:.]/)
  const found = path.reduce<unknown>(
    (node, name) => Object(node)[name],
    JSON.parse(textOf(`locales/${lang}/${file}.json`)),
  )
  return String(found)
}
test.each<[Lang, string, string]>([
  ['en', 'chat', chatPaths.chats],
  ['en', 'friends', chatPaths.tabOf('friends')],
  ['en', 'send', assetsPaths.gift],
  ['en', 'gift', assetsPaths.gift],
  ['en', 'kyc', kycPaths.kyc],
  ['en', 'passkey', accountPaths.security],
  ['en', 'merchant', `${otcPaths.otcAdverts}?view=merchant`],
  ['en', 'red packet', chatPaths.chats],
  ['hk', '紅包', chatPaths.chats],
  ['zh', '好友', chatPaths.tabOf('friends')],
  ['jp', 'パスキー', accountPaths.security],
  ['kr', '송금', assetsPaths.gift],
  ['th', 'ยืนยันตัวตน', kycPaths.kyc],
  ['esp', 'amigos', chatPaths.tabOf('friends')],
  ['kr', 'KYC', kycPaths.kyc],
  ['en', 'contract', '/pages/option/detail?product=lever'],
  ['en', 'futures', '/pages/option/detail?product=lever'],
  ['hk', '期權', '/pages/option/detail?product=option'],
])('HOME-2 in %s a page is found by what people call it: %s', (lang, typed, path) => {
  expect(findPages(typed, wordsIn(lang)).map((page) => page.path)).toContain(path)
})
test('HOME-2 a coin is found with its contracts and rounds, where it has them; its name within another word finds nothing', () => {
  const eth = aPair({ id: 5, currency_name: 'ETH', symbol: 'ETH/USDT', open_lever: true, open_microtrade: false })
  expect(productsOf([eth], wordsIn('en'))).toEqual([
    { path: '/pages/option/detail?product=lever&market=ETH-USDT', title: 'Contracts · ETH/USDT' },
  ])
  expect(findPages('eth', wordsIn('en'))).toEqual([])
})
test('HOME-2 a text within a word that people say finds nothing, so that two letters do not list every page', () => {
  expect(findPages('asske', wordsIn('en'))).toEqual([])
})
