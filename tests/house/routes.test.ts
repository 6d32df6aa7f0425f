import { routes } from '#src/app/routes.ts'
import { codeOf, filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** Every screen of the product, below `/pages` unless it begins at the root. */
const product = `
/ /pages/index/index trade/index option/detail template/index assets/index
user/login/login user/login/register user/login/choose user/login/forgetPassword
settings/index settings/account/index settings/language/language
settings/security/index settings/security/changePassword settings/security/changePayPassword
verification/index verification/basic verification/advanced
trade/kline lever/index template/detail template/record
finance/index finance/buyPage finance/ordersPage finance/rulePage
assets/tradeAccount assets/record assets/transfer/index assets/transfer/record
assets/transfersd/index assets/transfersd/zyrule assets/transfersd/sf assets/transfersd/zylist
assets/transfersd/zyrecord assets/transfersd/hzindex assets/transfersd/hzrecord
assets/deposit/index assets/depositm/index assets/deposit/charge assets/deposit/charge2 assets/deposit/charge2_finish
assets/withdraw/index assets/withdraw/detail assets/withdraw/detail2 assets/withdraw/detail2_finish
assets/withdraw/bank/bank bankbind/index bankbind/addbank user/address/address user/address/create user/address/index
wakuang/index wakuang/publication wakuang/convert wakuang/zyjilu wakuang/buy-machines wakuang/buy-local
publication/index publication/details publication/purchase
otc/index otc/list otc/detail otc/hisdetail otc/mylist otc/mydetail
chat/chat/chatGroupList chat/search/searchFriend chat/chat/friends/friendHome chat/chat/friends/newFriendInfo
chat/chat/chatGroup/chatting chat/chat/chatGroup/chatDetail chat/qr-info/qr-info
notice/index index/notice/notice index/search/index promotion/index
help/center/center help/center/rule help/center/chat help/center/detail
`
  .trim()
  .split(/\s+/)
  .map((path) => (path.startsWith('/') ? path : `/pages/${path}`))

test('ROUTE-1 every screen of the product has a line in the one table', () => {
  const found = routes.map(({ path }) => path)
  expect(product.filter((path) => !found.includes(path))).toEqual([])
  expect(new Set(found).size).toBe(found.length)
})

const tables = filesIn('src', /^routes\.ts$/)
const isEager = (file: string) => /^import (?!type)[^\n]*'(?!#src\/lib\/)[^\n]*-page/m.test(textOf(file))
test('ROUTE-3 pages come lazily: no table of routes imports a page at once', () => {
  expect(tables.length).toBeGreaterThan(8)
  expect(tables.filter(isEager)).toEqual([])
})
test('ROUTE-3 the table of a feature imports its paths and what makes a route of them, so that the first chunk stays small', () => {
  const own = tables.filter((file) => file.startsWith('src/features/'))
  const eager = (file: string) =>
    [...codeOf(file).matchAll(/^import (?!type)[^'\n]*'([^'\n]+)'/gm)].map(([, from = '']) => from)
  expect(own.flatMap(eager).filter((from) => !/^#src\/lib\/(?:paths\/|route\.ts$)/.test(from))).toEqual([])
})
