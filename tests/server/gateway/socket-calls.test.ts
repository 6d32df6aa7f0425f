import { dial, openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { afterEach, expect, test } from 'vitest'

let harness: TestGateway
afterEach(() => harness.stop())

const order = { legal_id: 3, currency_id: 1, type: 1, amount: '0.001', target_price: '90000' }
/** A socket of an API key, beside the HTTP of its owner. */
const stand = async (scope: 'read' | 'trade', rateFactor = 1000) => {
  harness = await openGateway({ settings: { identity: { verification: '0' } }, rateFactor })
  const { token } = await harness.enter()
  const as = { Authorization: token }
  await harness.call('POST', 'api/safe/update_password', { password: '246813', re_password: '246813' }, as)
  const made = { name: 'bot', scope, pay_password: '246813' }
  const { answer } = await harness.call('POST', 'api/user/api_keys/add', made, as)
  const socket = await dial(harness.url)
  await socket.opened()
  await socket.ask('auth', { token: String(answer.data?.['secret']), lang: 'en', device: 'bot', tab: 't', v: 1 })
  const orders = async () => (await harness.call('GET', 'api/coin/list', undefined, as)).answer.message
  const call = (name: string, p: object = {}) => socket.ask('call', { name, ...p })
  return { socket, orders, call }
}

test('an API key makes its calls by the socket as over HTTP: an order has one effect for its key', async () => {
  const { call, orders, socket } = await stand('trade')
  const key = crypto.randomUUID()
  const first = Object(await call('spot.submit', { in: order, key }))['r']
  expect(first).toMatchObject({ value: { status: 1, target_price: '90000.00' }, ledger: expect.any(Number) })
  const again = Object(await call('spot.submit', { in: order, key }))['r']
  expect(again).toEqual({ ...first, replayed: true })
  expect(await orders()).toMatchObject([{ id: first.value.id }])
  expect(Object(await call('program.orders'))['r'].value).toMatchObject({ orders: [{ id: first.value.id }] })
  socket.end()
})
test('a call by the socket is refused as over HTTP, with its reason, and nothing is done', async () => {
  const { call, orders, socket } = await stand('read')
  const reasonOf = async (...asked: Parameters<typeof call>) => Object((await call(...asked))['x']).reason
  expect(await reasonOf('spot.submit', { in: order, key: crypto.randomUUID() })).toBe('key_scope')
  // What no API key may call, and what is no call at all, are the same to it.
  expect(await reasonOf('withdraw.submit')).toBe('method_unknown')
  expect(await reasonOf('spot.__proto__')).toBe('method_unknown')
  expect(await reasonOf('program.order', { in: { id: 'x' } })).toBe('malformed')
  expect(await reasonOf('program.order', { in: { id: 9 } })).toBe('not_found')
  expect(await orders()).toEqual([])
  socket.end()
})
test('API-7 by the socket a change without a key is refused too', async () => {
  const { call, orders, socket } = await stand('trade')
  expect((await call('spot.submit', { in: order }))['x']).toMatchObject({ reason: 'key_missing', retry: false })
  expect(await orders()).toEqual([])
  socket.end()
})
test('W-17 calls by the socket and over HTTP have one pace', async () => {
  const { call, socket } = await stand('trade', 1)
  const reasons: unknown[] = []
  for (let n = 0; n < 25; n += 1)
    reasons.push(Object((await call('spot.cancel', { in: { id: 1 }, key: crypto.randomUUID() }))['x']).reason)
  expect(reasons.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'not_found'))
  expect(reasons.at(-1)).toBe('too_many')
  socket.end()
})
