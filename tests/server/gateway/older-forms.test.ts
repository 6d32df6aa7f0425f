import { allCalls } from '#contract/endpoints.ts'
import { langOfTags } from '#contract/wire/language-tags.ts'
import { defaultSettings, settingsOf } from '#server/settings.ts'
import { understood } from '#server/gateway/older.ts'
import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
let token = ''
beforeAll(async () => {
  harness = await openGateway({
    settings: { identity: defaultSettings(true, settingsOf({ VERIFICATION: '0' })).identity },
    isLegacy: true,
  })
  token = await tokenOf(harness)
})
afterAll(() => harness.stop())

async function tokenOf({ url }: TestGateway) {
  const account = { user_string: 'form@kontor.test', password: 'secret1' }
  await post(url, 'api/user/register', { ...account, type: 'email', re_password: 'secret1', country_code: '852' })
  const { message } = await post(url, 'api/user/login', {
    ...account,
    type: 'login',
    area_code: '86',
    area_code_id: '1',
  })
  return String(message)
}
async function post(url: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, url), { method: 'POST', body: new URLSearchParams(fields), headers })
  const body: Record<string, unknown> = await answer.json()
  return body
}
const spotOrder = (amount: string) => ({ legal_id: '3', currency_id: '1', type: '1', target_price: '90000', amount })
const endpointOf = (path: string) => {
  const found = allCalls.find(({ endpoint }) => endpoint.path === path)
  if (!found) throw new Error(path)
  return found.endpoint
}

test.each([
  ['fields that nobody knows', 'wallet/get_info', { currency: '3', currencytxt: 'USDT' }, { currency: '3' }],
  ['blanks', 'lever/my_trade', { legal_id: '', currency_id: '' }, {}],
  ['a null in words', 'lever/my_trade', { legal_id: 'null' }, {}],
  ['a page that is too long', 'news/list', { c_id: '23', limit: '100', lang: '' }, { c_id: '23', limit: '50' }],
  [
    'the noise of floats',
    'lever/setstop',
    { id: '7', stop_loss_price: '5860.199999999997', target_profit_price: '' },
    { id: '7', stop_loss_price: '5860.2', target_profit_price: '' },
  ],
  ['an amount is never more than it was', 'coin/trade', spotOrder('0.123456789'), spotOrder('0.12345678')],
  ['an account by its name', 'wallet/legal_log', { type: 'lever' }, { type: '3' }],
  ['a number of a group', 'imGroupUserRef/sendRedBag', { chatGroupId: 20 }, { chatGroupId: 'g20' }],
  [
    'another name',
    'imUser/toPayUserBalance',
    { payValue: '5', payWay: '1', tradePwd: '1' },
    { amount: '5', tradePwd: '1' },
  ],
])('W-22 of older clients is understood: %s', (_, path, sent, read) => {
  expect(understood(endpointOf(path), sent)).toEqual(read)
})
test('W-22 what nothing helps is not guessed, and a number is brought within its bounds only where it is one of pages', () => {
  expect(understood(endpointOf('coin/trade'), { currency_id: 'abc' })).toBeNull()
  expect(understood(endpointOf('wallet/get_info'), {})).toBeNull()
  expect(understood(endpointOf('wallet/get_info'), { currency: '0' })).toBeNull()
})
test('W-22 a form is read with patience, JSON and API keys are not', async () => {
  const fields = { currency: '3', currencytxt: 'USDT' }
  const headers = { Authorization: token }
  expect(await post(harness.url, 'api/wallet/get_info', fields, headers)).toMatchObject({ type: 'ok' })
  const strict = await harness.call('POST', 'api/wallet/get_info', fields, headers)
  expect(strict.answer).toMatchObject({ reason: 'malformed' })
  await post(harness.url, 'api/safe/update_password', { password: '246813', re_password: '246813' }, headers)
  const asked = { name: 'bot', scope: 'read', pay_password: '246813' }
  const { answer } = await harness.call('POST', 'api/user/api_keys/add', asked, headers)
  const bot = { Authorization: String(answer.data?.['secret']) }
  expect(await post(harness.url, 'api/wallet/list', {}, bot)).toMatchObject({ type: 'ok' })
  expect(await post(harness.url, 'api/wallet/list', { lang: '' }, bot)).toMatchObject({ reason: 'malformed' })
})
test('W-22 an amount of a percentage button is cut to the step of the market', async () => {
  const order = { legal_id: '3', currency_id: '1', type: '1', target_price: '90000', amount: '0.0262474' }
  const headers = { Authorization: token }
  expect(await post(harness.url, 'api/coin/trade', order, headers)).toMatchObject({
    type: 'ok',
    data: { trade_amount: '0.026247' },
  })
})
test('W-22 reads answer GET and POST, changes as they are declared', async () => {
  const headers = { Authorization: token }
  expect(await post(harness.url, 'api/wallet/hzhistory', {}, headers)).toMatchObject({ type: 'ok' })
  expect((await harness.call('GET', 'api/user/info', undefined, headers)).answer).toMatchObject({ type: 'ok' })
  expect((await harness.call('GET', 'api/user/register')).answer).toMatchObject({ reason: 'method_wrong' })
})
test.each(['user/info', 'currency/list', 'lever/dealall', 'account/list', 'wallet/currencylist', 'charge_mention/log'])(
  'W-22 a read answers under the name %s that earlier venues gave it',
  async (path) => {
    const { answer } = await harness.call('GET', `api/${path}`, undefined, { Authorization: token })
    expect(answer.type).toBe('ok')
  },
)
test.each(['lh/send/get_recommend', 'lh/send/config', 'lh/deposit/config'])(
  'W-22 a visitor reads %s without being sent to the login',
  async (path) => {
    const { answer } = await harness.call('GET', `api/${path}`)
    expect(answer.type).toBe('ok')
  },
)
test('W-22 without codes an address is added, a mail address is checked, and a deposit needs no network', async () => {
  const headers = { Authorization: token }
  const address = {
    currency_id: '3',
    notes: 'USDT',
    netType: 'TRC20',
    code: '',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  }
  expect(await post(harness.url, 'api/wallet/addaddress', address, headers)).toMatchObject({ type: 'ok' })
  const { message } = await post(harness.url, 'api/wallet/get_address', { currency: '3' }, headers)
  expect(message).toMatchObject([{ netType: 'TRC20', nettype: 'TRC20' }])
  expect(await post(harness.url, 'api/user/check_email', { email_code: '' })).toMatchObject({ type: 'ok' })
  const charge = { currency: '3', amount: '100', account: 'null' }
  expect(await post(harness.url, 'api/wallet/charge_req', charge, headers)).toMatchObject({ reason: 'proof_required' })
  expect(await post(harness.url, 'api/wallet/get_info', { currency: '9999' }, headers)).toMatchObject({
    message: { name: 'USDT' },
  })
})
test('W-22 products have the field that older pages filter by, log lines their three sentences', async () => {
  const { answer } = await harness.call('GET', 'api/lh/deposit/config')
  expect(answer.message).toContainEqual(expect.objectContaining({ faxing: 0 }))
  const { message } = await post(harness.url, 'api/wallet/legal_log', { type: 'change' }, { Authorization: token })
  expect(message).toMatchObject({ list: expect.any(Array) })
})
test.each([
  ['en-GB,en;q=0.9', 'en'],
  ['ja', 'jp'],
  ['zh-CN,zh;q=0.8', 'zh'],
  ['zh-TW', 'hk'],
  ['de,es;q=0.5', 'esp'],
  ['*', null],
  ['', null],
])('W-22 of Accept-Language %s the language is %s', (header, lang) => {
  expect(langOfTags(header.split(','))).toBe(lang)
})
