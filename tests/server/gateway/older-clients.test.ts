import { aFileRow } from '#tests/support/builders/person-rows.ts'
import { languages } from '#contract/wire/languages.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { warningsFor } from '#server/operate/start-check.ts'
import { defaultSettings, isDemo, settingsOf } from '#server/settings.ts'
import { textIn } from '#server/core/sentences.ts'
import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
type Env = Parameters<typeof settingsOf>[0]
const settingsFor = (env: Env) => defaultSettings(isDemo(env), settingsOf(env))
const older = settingsFor({ VERIFICATION: '0' })
beforeAll(async () => {
  harness = await openGateway({ settings: { identity: older.identity }, isLegacy: true })
})
afterAll(() => harness.stop())
const key = (n: number) => ({ 'Idempotency-Key': `0190a000-0000-4000-8000-${String(n).padStart(12, '0')}` })

test('W-19 without code fields a person registers, logs in by the account alone and sets the first fund password', async () => {
  const account = { user_string: 'old@kontor.test', password: 'secret1' }
  const made = await harness.call(
    'POST',
    'api/user/register',
    { ...account, type: 'email', re_password: 'secret1' },
    key(1),
  )
  expect(made.answer).toMatchObject({ type: 'ok', data: { id: expect.any(Number) } })
  const areas = await harness.call('POST', 'api/area_code', {})
  expect(areas.answer.data).toEqual({ verification: '0' })
  const { answer } = await harness.call('POST', 'api/user/login', { ...account, type: 'login' }, key(2))
  expect(answer).toMatchObject({ type: 'ok', message: expect.stringMatching(/^[\w-]{43}$/) })
  const headers = { Authorization: String(answer.message) }
  const fund = await harness.call(
    'POST',
    'api/safe/update_password',
    { password: '246813', re_password: '246813' },
    { ...headers, ...key(3) },
  )
  expect(fund.answer).toMatchObject({ type: 'ok', data: { has_password: 1 } })
})
test('W-19 a forgotten or a second fund password still needs its proof', async () => {
  const user = await register(harness, 'second@kontor.test')
  const set = (body: object) =>
    harness.ask('POST /api/safe/update_password', { password: '246813', re_password: '246813', ...body }, { user })
  expect(answerOf((await set({})).answer)).toMatchObject({ type: 'ok' })
  expect(answerOf((await set({})).answer)).toMatchObject({ reason: 'pay_password_required' })
  const forgotten = await harness.call('POST', 'api/user/forget', {
    account: 'second@kontor.test',
    password: 'secret2',
    repassword: 'secret2',
  })
  expect(forgotten.answer).toMatchObject({ reason: 'code_required' })
})
test('W-19 VERIFICATION=0 counts in the demo only, and production says that it is ignored', () => {
  expect([older.identity.verification, warningsFor({ VERIFICATION: '0' })]).toEqual(['0', []])
  for (const env of [
    { NODE_ENV: 'production', VERIFICATION: '0' },
    { DEMO: '0', VERIFICATION: '0' },
  ]) {
    expect(settingsFor(env).identity.verification).toBe('1')
    expect(warningsFor(env)).toContainEqual(expect.stringContaining('VERIFICATION=0 is ignored'))
  }
  expect(settingsFor({}).identity.verification).toBe('1')
})
test.each([
  ['a read', 'GET', 'api/currency/quotation_new?_t=1&_timespan=2', 200, undefined],
  ['a read with fields', 'GET', 'api/currency/deal?currency_id=1&legal_id=3&_t=1', 200, undefined],
  ['a read with another unknown field', 'GET', 'api/currency/quotation_new?t=1', 400, 'malformed'],
  ['a prototype key', 'GET', 'api/currency/quotation_new?__proto__=1', 400, 'malformed'],
  ['a secret in a cache buster', 'GET', 'api/currency/quotation_new?password=secret1', 400, 'secret_in_url'],
])('W-19 cache busters: %s (%s %s) answers %i', async (_, method, path, status, reason) => {
  const { status: received, answer } = await harness.call(method, path)
  expect([received, answer.reason]).toEqual([status, reason])
})
test('W-19 a blank address of the advanced level is the one of the primary level', async () => {
  const user = await register(harness, 'kyc@kontor.test')
  const { tables } = harness.venue.ctx
  await harness.venue.command((ctx) =>
    ['front', 'reverse', 'hand'].forEach((id) =>
      ctx.tables.files.put(aFileRow(user, `kyc/${id}.jpg`, 0, { type: 'image/jpeg' })),
    ),
  )
  const pictures = { front_pic: 'kyc/front.jpg', reverse_pic: 'kyc/reverse.jpg', hand_pic: 'kyc/hand.jpg' }
  const pass = async (level: 1 | 2) =>
    harness.venue.command((ctx) =>
      ctx.tables.kycs.put({ ...ctx.tables.kycs.need(`${user}:${level}`), status: 'passed' }),
    )
  await harness.ask(
    'POST /api/user/real_name',
    { name: 'Ann Old', country: 'HK', card_id: 'A1234567', address: '1 Harbour Road' },
    { user },
  )
  await pass(1)
  const { answer } = await harness.ask(
    'POST /api/user/real_name2',
    { card_id: 'A1234567', address: '', ...pictures },
    { user },
  )
  expect(answerOf(answer)).toMatchObject({ type: 'ok' })
  expect(tables.kycs.need(`${user}:2`).address).toBe('1 Harbour Road')
})
test('W-19 a stake coin has its balance under both names, a banner has a picture, a log line has a sentence', async () => {
  const user = await register(harness, 'shown@kontor.test')
  const coins = await harness.ask('GET /api/microtrade/payable_currencies', {}, { user })
  expect(answerOf(coins.answer).message).toMatchObject([
    { user_wallet: { micro_balance: '1000', micro_with_insurance: '1000' } },
  ])
  const banners = await harness.ask('POST /api/news/list', { c_id: 5 })
  expect(answerOf(banners.answer).message).toMatchObject({ list: [{ cover: '/banner.svg' }, { cover: '/banner.svg' }] })
  await harness.ask(
    'POST /api/wallet/change',
    { number: '1', currency_id: 3, from_field: 'change', to_field: 'legal' },
    { user },
  )
  const infos = async (lang: 'en' | 'zh') => {
    const { answer } = await harness.ask('POST /api/wallet/legal_log', { limit: 2, currency: 3 }, { user, lang })
    return answerOf(answer).message
  }
  expect(await infos('en')).toMatchObject({ list: [{ info: 'Transfer in' }, { info: 'Transfer out' }] })
  expect(await infos('zh')).toMatchObject({
    list: [{ info: textIn('assets', 'zh', 'types.10') }, { info: textIn('assets', 'zh', 'types.9') }],
  })
})
test.each(languages)('W-19 every type of a log line has a sentence in %s', (lang) => {
  expect(Object.values(logTypes).filter((type) => (textIn('assets', lang, `types.${type}`) ?? '') === '')).toEqual([])
})

test.each([['websocket'], ['polling']])(
  'W-20 socket.io over %s sends public prices as numbers, and nothing private to who says login',
  async (transport) => {
    const socket = io(harness.url, { transports: [transport], reconnection: false })
    const seen = new Map<string, unknown>()
    const arrived = Promise.withResolvers<void>()
    socket.onAny((name: string, payload: object) => {
      if (Reflect.get(payload, 'match_id') !== 1) return
      seen.set(name, payload)
      if (['daymarket', 'market_depth', 'match_trade', 'kline'].every((each) => seen.has(each))) arrived.resolve()
    })
    await new Promise<void>((connected) => socket.on('connect', connected))
    socket.emit('login', '100001')
    const buyer = await register(harness, `buyer-${transport}@kontor.test`)
    const seller = await register(harness, `seller-${transport}@kontor.test`)
    const order = { legal_id: 3, currency_id: 1, target_price: '100000', amount: '0.01' }
    await harness.ask('POST /api/coin/trade', { ...order, type: 2 }, { user: seller })
    await harness.ask('POST /api/coin/trade', { ...order, type: 1 }, { user: buyer })
    harness.venue.flush()
    const beats = setInterval(harness.beat, 10)
    await arrived.promise
    clearInterval(beats)
    socket.close()
    const names = {
      match_id: 1,
      currency_id: 1,
      legal_id: 3,
      symbol: 'BTC/USDT',
      currency_name: 'BTC',
      legal_name: 'USDT',
    }
    expect(seen.get('daymarket')).toMatchObject({
      type: 'daymarket',
      ...names,
      now_price: 100_000,
      volume: expect.any(Number),
      change: expect.any(Number),
    })
    expect(seen.get('market_depth')).toMatchObject({ bids: expect.any(Array), asks: expect.any(Array) })
    expect(seen.get('match_trade')).toMatchObject({
      ...names,
      data: expect.arrayContaining([expect.objectContaining({ price: 100_000, amount: 0.01 })]),
    })
    expect(seen.get('kline')).toMatchObject({ ...names, close: 100_000 })
    expect([...seen.keys()].toSorted()).toEqual(['daymarket', 'kline', 'market_depth', 'match_trade'])
  },
)
test('W-20 Engine.IO 3 is answered as 4 is, a foreign origin and an unknown path are not', async () => {
  const handshake = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${harness.url}socket.io/?transport=polling&${query}`, { headers })
  const [third, fourth] = await Promise.all(['EIO=3', 'EIO=4'].map((query) => handshake(query)))
  expect(await third?.text()).toMatch(/^\d+:0\{"sid":/)
  expect(await fourth?.text()).toMatch(/^0\{"sid":/)
  expect(third?.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await handshake('EIO=4', { Origin: 'https://evil.test' })).status).toBe(403)
  expect((await harness.call('GET', 'api/config/getSetting')).status).toBe(200)
})
