import { busOf } from '#tests/support/venues.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { seededRandom } from '#server/core/random.ts'
import { createCalls } from '#server/gateway/http.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { routeKeysOf, type RouteInfo } from '#server/core/routes.ts'
import { openDoor, type Door } from './door.ts'
import { fieldsOf, goodValue } from './shapes.ts'
import { register } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let door: Door
let ann: Record<string, string>
let ben: Record<string, string>
beforeAll(async () => {
  door = await openDoor()
  ann = { Authorization: await door.tokenOf(await register(door, 'ann@kontor.test')) }
  ben = { Authorization: await door.tokenOf(await register(door, 'ben@kontor.test')) }
})
afterAll(() => door.close())
let made = 0
const newKey = () => `0190a000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`
const order = { legal_id: 3, currency_id: 1, type: 1, kind: 'limit', amount: '0.01', target_price: '50000' }
const place = 'POST /api/coin/trade'
const under = (key: string, headers: Record<string, string>) => ({ ...headers, 'Idempotency-Key': key })

test('AT4 one key sent a hundred times at once is one order and one answer; who comes in between is told to wait', async () => {
  const key = newKey()
  const all = await Promise.all(Array.from({ length: 100 }, () => door.call(place, order, under(key, ann))))
  const answers = new Set(all.filter(({ answer }) => answer.reason !== 'key_running').map(({ text }) => text))
  expect(answers.size).toBe(1)
  const { message } = (await door.call('GET /api/coin/list', {}, ann)).answer
  expect(message).toHaveLength(1)
  expect((await door.call(place, order, under(key, ann))).headers.get('Idempotency-Replayed')).toBe('true')
})
test('AT5 another body, another call, another spelling of a number under a used key move nothing', async () => {
  const key = newKey()
  await door.call(place, order, under(key, ann))
  const before = door.booked()
  const again = async (at: string, body: Record<string, unknown>) => (await door.call(at, body, under(key, ann))).answer.reason
  expect(await again(place, { ...order, amount: '0.02' })).toBe('key_reused')
  expect(await again(place, { ...order, amount: '0.010' })).toBe('key_reused')
  expect(await again('POST /api/coin/cancel', { id: 1 })).toBe('key_reused')
  expect(await again('POST /chat/imUser/updateUserInfo', { userName: 'Ann' })).toBe('key_reused')
  expect(door.booked()).toBe(before)
})
test('AT4 the key of another account is a key of one’s own: nothing of theirs is told, nothing of theirs is moved', async () => {
  const key = newKey()
  const first = await door.call(place, order, under(key, ann))
  const theirs = await door.call('POST /api/key/status', { key }, ben)
  const unseen = await door.call('POST /api/key/status', { key: newKey() }, ben)
  expect(theirs.text).toBe(unseen.text)
  const burnt = await door.call('POST /api/key/status', { key, burn: 1 }, ben)
  expect(burnt.answer.message).toMatchObject({ state: 'burnt' })
  expect((await door.call(place, order, under(key, ann))).text).toBe(first.text)
  const own = await door.call('POST /api/key/status', { key }, ann)
  expect(own.answer.message).toMatchObject({ state: 'done', status: 200 })
})
test('AT4 what ended a login is not answered from a kept answer to who lost it', async () => {
  const user = await register(door, 'cleo@kontor.test')
  const headers = { Authorization: await door.tokenOf(user) }
  const key = newKey()
  await door.call(place, order, under(key, headers))
  await door.call('POST /chat/sys/logout', {}, headers)
  expect((await door.call(place, order, under(key, headers))).answer.type).toBe('999')
})
test.each(['', ' ', 'x', '0190a000', '0190a000-0000-7000-8000-00000000000g', '0190a000-0000-0000-8000-000000000001', '0'.repeat(100), '{"a":1}', '__proto__', "' OR 1=1 --"])(
  'W-2 the key %j is none', async (key) => {
    const before = door.booked()
    expect((await door.call(place, order, under(key, ann))).answer.reason).toBe('key_malformed')
    expect(door.booked()).toBe(before)
  },
)
test('W-2 the answer that bears a token is kept under no key', async () => {
  const key = newKey()
  const body = { user_type: 'email', user_string: 'ann@kontor.test', password: 'secret1' }
  const [first, again] = [await door.call('POST /api/user/login', body, under(key, {})), await door.call('POST /api/user/login', body, under(key, {}))]
  expect(first.answer.message).not.toBe(again.answer.message)
  expect(door.venue.store.key(JSON.stringify(['d:', key]))).toBeNull()
})

/** Every change of the contract as if the family asked it by GET, with the handler it has. */
const byGet = <R extends RouteInfo>(routes: readonly R[]) =>
  routes.filter(({ endpoint }) => endpoint.does === 'changes').map((route) => ({ ...route, endpoint: { ...route.endpoint, method: 'GET' } satisfies Endpoint }))

test('AT56 a change asked by GET needs a key of its own and comes from no other site: without them nothing moves', async () => {
  const routes = [...byGet(door.venue.routes), ...door.venue.routes.filter(({ endpoint }) => endpoint.does === 'changes' && endpoint.method === 'GET')]
  const calls = createCalls({ calls: routes, bus: busOf({ ...door.venue, routes }), limits: createLimits(100_000), meters: createMeters(), origins: [], addressOf: () => '::1' })
  const before = door.booked()
  const wrong: string[] = []
  for (const route of routes) {
    const random = seededRandom(1)
    const fields = Object.fromEntries(Object.entries(fieldsOf(route.endpoint)).filter(([name]) => !/pass|code/i.test(name)).map(([name, of]) => [name, String(goodValue(of, random))]))
    for (const at of routeKeysOf(route)) {
      const [method = '', path = ''] = at.split(' ')
      if (method !== 'GET') continue
      const ask = async (headers: Record<string, string>) => {
        const answer = await calls.request(`http://door.test${path}?${new URLSearchParams(fields).toString()}`, { headers: { ...ann, ...headers } })
        return String(JSON.parse(await answer.text()).reason)
      }
      const told = [await ask({}), await ask({ 'Idempotency-Key': newKey(), 'Sec-Fetch-Site': 'cross-site' })]
      if (told.join() !== 'key_missing,cross_site') wrong.push(`${path}: ${told.join()}`)
    }
  }
  expect(wrong).toEqual([])
  expect(routes.length).toBeGreaterThan(15)
  expect(door.booked()).toBe(before)
})
test('AT56 no change of the contract is reached by following a link', async () => {
  const wrong: string[] = []
  for (const { endpoint } of door.venue.routes.filter((route) => route.endpoint.does === 'changes' && route.endpoint.method !== 'GET'))
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const { status } = await door.knock('GET', `${endpoint.wrap === 'chat' ? '/chat/' : '/api/'}${path}`, { headers: ann })
      if (status !== 405) wrong.push(`${path}: ${status}`)
    }
  expect(wrong).toEqual([])
})
