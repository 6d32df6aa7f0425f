import { secretsOf } from '#contract/wire/secret.ts'
import { reachOf } from '#tests/support/venues.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { seededRandom } from '#server/core/random.ts'
import { createCalls } from '#server/gateway/http.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { routeKeysOf, type RouteInfo } from '#server/core/routes.ts'
import { openHarness, type Harness } from './harness.ts'
import { fieldsOf, goodValue } from './shapes.ts'
import { register } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: Harness
let ann: Record<string, string>
let ben: Record<string, string>
beforeAll(async () => {
  harness = await openHarness()
  ann = { Authorization: await harness.tokenOf(await register(harness, 'ann@kontor.test')) }
  ben = { Authorization: await harness.tokenOf(await register(harness, 'ben@kontor.test')) }
})
afterAll(() => harness.close())
let made = 0
const newKey = () => `0190a000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`
const order = { legal_id: 3, currency_id: 1, type: 1, kind: 'limit', amount: '0.01', target_price: '50000' }
const submitRoute = 'POST /api/coin/trade'
const under = (key: string, headers: Record<string, string>) => ({ ...headers, 'Idempotency-Key': key })

test('AT4 one key sent a hundred times at once gives one order and one answer; the others are told that it is running', async () => {
  const key = newKey()
  const all = await Promise.all(Array.from({ length: 100 }, () => harness.call(submitRoute, order, under(key, ann))))
  const answers = new Set(all.filter(({ answer }) => answer.reason !== 'key_running').map(({ text }) => text))
  expect(answers.size).toBe(1)
  const { message } = (await harness.call('GET /api/coin/list', {}, ann)).answer
  expect(message).toHaveLength(1)
  expect((await harness.call(submitRoute, order, under(key, ann))).headers.get('Idempotency-Replayed')).toBe('true')
})
test('AT5 another body, another call or another spelling of a number under a used key is refused and changes nothing', async () => {
  const key = newKey()
  await harness.call(submitRoute, order, under(key, ann))
  const before = harness.booked()
  const reuse = async (routeKey: string, body: Record<string, unknown>) =>
    (await harness.call(routeKey, body, under(key, ann))).answer.reason
  expect(await reuse(submitRoute, { ...order, amount: '0.02' })).toBe('key_reused')
  expect(await reuse(submitRoute, { ...order, amount: '0.010' })).toBe('key_reused')
  expect(await reuse('POST /api/coin/cancel', { id: 1 })).toBe('key_reused')
  expect(await reuse('POST /chat/imUser/updateUserInfo', { userName: 'Ann' })).toBe('key_reused')
  expect(harness.booked()).toBe(before)
})
test('AT4 the same key of another account is independent: it reveals and changes nothing of the first', async () => {
  const key = newKey()
  const first = await harness.call(submitRoute, order, under(key, ann))
  const theirs = await harness.call('POST /api/key/status', { key }, ben)
  const unseen = await harness.call('POST /api/key/status', { key: newKey() }, ben)
  expect(theirs.text).toBe(unseen.text)
  const burnt = await harness.call('POST /api/key/status', { key, burn: 1 }, ben)
  expect(burnt.answer.message).toMatchObject({ state: 'burnt' })
  expect((await harness.call(submitRoute, order, under(key, ann))).text).toBe(first.text)
  const own = await harness.call('POST /api/key/status', { key }, ann)
  expect(own.answer.message).toMatchObject({ state: 'done', status: 200 })
})
test('AT4 after a logout the stored answer is not given to a caller with the ended session', async () => {
  const user = await register(harness, 'cleo@kontor.test')
  const headers = { Authorization: await harness.tokenOf(user) }
  const key = newKey()
  await harness.call(submitRoute, order, under(key, headers))
  await harness.call('POST /chat/sys/logout', {}, headers)
  expect((await harness.call(submitRoute, order, under(key, headers))).answer.type).toBe('999')
})
test.each([
  '',
  ' ',
  'x',
  '0190a000',
  '0190a000-0000-4000-8000-00000000000g',
  '0190a000-0000-0000-8000-000000000001',
  '0'.repeat(100),
  '{"a":1}',
  '__proto__',
  "' OR 1=1 --",
])('W-2 the key %j is malformed', async (key) => {
  const before = harness.booked()
  expect((await harness.call(submitRoute, order, under(key, ann))).answer.reason).toBe('key_malformed')
  expect(harness.booked()).toBe(before)
})
test('W-2 an answer with a token is not stored under its key', async () => {
  const key = newKey()
  const body = { user_type: 'email', user_string: 'ann@kontor.test', password: 'secret1' }
  const [first, reuse] = [
    await harness.call('POST /api/user/login', body, under(key, {})),
    await harness.call('POST /api/user/login', body, under(key, {})),
  ]
  expect(first.answer.message).not.toBe(reuse.answer.message)
  expect(harness.venue.store.key(JSON.stringify(['d:', key]))).toBeNull()
})

/** Every change of the contract, declared as a GET, with its own handler. */
const byGet = <R extends RouteInfo>(routes: readonly R[]) =>
  routes
    .filter(({ endpoint }) => endpoint.does === 'changes')
    .map((route) => ({ ...route, endpoint: { ...route.endpoint, method: 'GET' } satisfies Endpoint }))

test('AT56 a change by GET is refused without a key, and from another site; nothing is changed', async () => {
  const routes = [
    ...byGet(harness.venue.routes),
    ...harness.venue.routes.filter(({ endpoint }) => endpoint.does === 'changes' && endpoint.method === 'GET'),
  ]
  const calls = createCalls({
    calls: routes,
    ...reachOf({ ...harness.venue, routes }),
    limits: createLimits(100_000),
    meters: createMeters(),
    origins: [],
    addressOf: () => '::1',
  })
  const before = harness.booked()
  const failures: string[] = []
  for (const route of routes) {
    const random = seededRandom(1)
    const fields = Object.fromEntries(
      Object.entries(fieldsOf(route.endpoint))
        .filter(([name]) => !/pass|pwd|code|totp/i.test(name) && !secretsOf(route.endpoint).has(name))
        .map(([name, of]) => [name, String(goodValue(of, random))]),
    )
    for (const routeKey of routeKeysOf(route)) {
      const [method = '', path = ''] = routeKey.split(' ')
      if (method !== 'GET') continue
      const ask = async (headers: Record<string, string>) => {
        const answer = await calls.request(`http://gateway.test${path}?${new URLSearchParams(fields).toString()}`, {
          headers: { ...ann, ...headers },
        })
        return String(JSON.parse(await answer.text()).reason)
      }
      const reasons = [await ask({}), await ask({ 'Idempotency-Key': newKey(), 'Sec-Fetch-Site': 'cross-site' })]
      if (reasons.join() !== 'key_missing,cross_site') failures.push(`${path}: ${reasons.join()}`)
    }
  }
  expect(failures).toEqual([])
  expect(routes.length).toBeGreaterThan(15)
  expect(harness.booked()).toBe(before)
})
test('AT56 no change that is not declared as GET can be made by GET', async () => {
  const failures: string[] = []
  const reads = new Set(
    harness.venue.routes
      .filter(({ endpoint }) => endpoint.does === 'reads' && endpoint.method === 'GET')
      .map(({ endpoint }) => endpoint.path),
  )
  for (const { endpoint } of harness.venue.routes.filter(
    (route) => route.endpoint.does === 'changes' && route.endpoint.method !== 'GET',
  ))
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])].filter((each) => !reads.has(each))) {
      const { status } = await harness.sendRequest('GET', `${endpoint.wrap === 'chat' ? '/chat/' : '/api/'}${path}`, {
        headers: ann,
      })
      if (status !== 405) failures.push(`${path}: ${status}`)
    }
  expect(failures).toEqual([])
})

/** All changes of the wire whose method is GET (W-2); features bring them one by one. */
const changesByGet = [
  'trade/transfer',
  'trade/publish',
  'trade/myTradeEdit',
  'trade/updateShow',
  'trade/cancelTrade',
  'trade/trade',
  'trade/pay',
  'trade/confirm',
  'trade/cancelTradeOrder',
  'trade/appeal',
  'trade/bail',
  'trade/refund',
  'project/project',
  'miner/buyMiner',
  'miner/buySeat',
  'miner/zhiya',
  'miner/convert',
  'miner/reservation',
  'pledge/pledge',
]
test('W-2 the changes by GET are the 19 of the wire and no others, and each is reached by POST on the same path', () => {
  const mine = harness.venue.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.does === 'changes')
  expect(changesByGet).toHaveLength(19)
  expect(mine.map(({ endpoint }) => endpoint.path).filter((path) => !changesByGet.includes(path))).toEqual([])
  expect(
    harness.venue.routes
      .filter(({ endpoint }) => changesByGet.includes(endpoint.path) && endpoint.does !== 'changes')
      .map(({ endpoint }) => endpoint.path),
  ).toEqual([])
  for (const route of mine)
    expect(routeKeysOf(route)).toEqual([`GET /api/${route.endpoint.path}`, `POST /api/${route.endpoint.path}`])
})
test('W-2 a change by GET and its POST alias share one key: one effect, the same bytes; a secret in the address is refused', async () => {
  const routes = byGet(harness.venue.routes)
  const calls = createCalls({
    calls: routes,
    ...reachOf({ ...harness.venue, routes }),
    limits: createLimits(100_000),
    meters: createMeters(),
    origins: [],
    addressOf: () => '::1',
  })
  const key = newKey()
  const fields = { currency_id: 3, number: '1', from_field: 'change', to_field: 'legal' }
  const query = (all: Readonly<Record<string, unknown>>) =>
    new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)])).toString()
  const ask = async (
    method: string,
    all: Readonly<Record<string, unknown>>,
    headers: Record<string, string> = under(key, ann),
  ) => {
    const isGet = method === 'GET'
    const answer = await calls.request(`http://gateway.test/api/wallet/change${isGet ? `?${query(all)}` : ''}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(!isGet && { body: JSON.stringify(all) }),
    })
    return { text: await answer.text(), replayed: answer.headers.get('Idempotency-Replayed') }
  }
  const first = await ask('GET', fields)
  expect(JSON.parse(first.text)).toMatchObject({ type: 'ok' })
  const booked = harness.booked()
  expect(await ask('POST', fields)).toEqual({ text: first.text, replayed: 'true' })
  expect(await ask('GET', fields)).toEqual({ text: first.text, replayed: 'true' })
  expect(JSON.parse((await ask('POST', { ...fields, number: '2' })).text)).toMatchObject({ reason: 'key_reused' })
  expect(
    JSON.parse((await ask('GET', { ...fields, pay_password: '123456' }, under(newKey(), ann))).text),
  ).toMatchObject({ reason: 'secret_in_url' })
  expect(harness.booked()).toBe(booked)
})
test('AT5 the same intent as JSON and as form under one key is one effect and one answer', async () => {
  const key = newKey()
  const fields = { number: '1', currency_id: 3, from_field: 'change', to_field: 'legal' }
  const first = await harness.call('POST /api/wallet/change', fields, under(key, ann))
  expect(first.answer.type).toBe('ok')
  const booked = harness.booked()
  const asForm = (all: Record<string, unknown>) =>
    harness.sendRequest('POST', '/api/wallet/change', {
      headers: { ...under(key, ann), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)])).toString(),
    })
  const again = await asForm(fields)
  expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true'])
  expect((await asForm({ ...fields, number: '2' })).text).toContain('key_reused')
  expect(harness.booked()).toBe(booked)
})
