import { allCalls } from '#contract/endpoints.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { otc } from '#contract/otc/otc.ts'
import { spot } from '#contract/spot/spot.ts'
import { checkScope } from '#server/core/access.ts'
import type { ApiKeyRow } from '#server/identity/rows.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

const dayMs = 86_400_000
type Caps = Pick<ApiKeyRow, 'maxOrder' | 'maxDay' | 'markets'>
/** Ann's key with caps, and calls by it. */
const stand = async (caps: Caps) => {
  const harness = await spotVenue(2)
  const { venue, ask, ann, ben, submit } = harness
  const key = { id: 'hash', no: 'one', user: ann, name: 'bot', scope: 'trade', hint: 'abcd' } as const
  await venue.command((ctx) => ctx.tables.apiKeys.put({ ...key, createdAt: ctx.now(), usedAt: null, ...caps }))
  const apiKey = { no: 'one', scope: 'trade', isCapped: true } as const
  const call = async (path: string, body: object) =>
    answerOf((await ask(`POST /api/${path}`, body, { user: ann, session: '', apiKey }, crypto.randomUUID())).answer)
  const order = { legal_id: 3, currency_id: 1, type: 1, amount: '0.001', target_price: '90000' }
  const place = (more: object = {}) => call('coin/trade', { ...order, ...more })
  const open = () => venue.ctx.tables.spotOrders.group('user', ann).map(({ amount }) => amount)
  // Somebody to meet at the market.
  await submit(ben, { type: 2, amount: '0.05', target_price: '96000' })
  return { ...harness, call, place, open, order }
}

test('API-8 an order above the cap of one order is refused and nothing is done', async () => {
  const { place, open } = await stand({ maxOrder: '100' })
  expect(await place()).toMatchObject({ type: 'ok' })
  expect(await place({ amount: '0.002' })).toMatchObject({ reason: 'key_cap', params: { max: '100 USDT' } })
  expect(await place({ type: 2, amount: '0.0011', target_price: '95000' })).toMatchObject({ reason: 'key_cap' })
  expect(await place({ kind: 'market', amount: '', target_price: '', total: '101' })).toMatchObject({
    reason: 'key_cap',
  })
  expect(await place({ kind: 'market', amount: '0.0011', target_price: '' })).toMatchObject({ reason: 'key_cap' })
  expect(open()).toEqual([1000])
})
test('API-8 what is ordered counts for its day, whether it fills or not, and is counted anew on the next', async () => {
  const { place, call, clock } = await stand({ maxDay: '200' })
  const first = await place()
  await call('coin/cancel', { id: first.data?.['id'] })
  expect(await place()).toMatchObject({ type: 'ok' })
  expect(await place()).toMatchObject({ reason: 'key_cap', params: { max: '20 USDT' } })
  clock.advance(dayMs)
  expect(await place()).toMatchObject({ type: 'ok' })
})
test('API-8 lines of a batch and amended orders count as orders do', async () => {
  const { call, place, order, open } = await stand({ maxOrder: '100', maxDay: '270' })
  const { data } = await call('coin/batch', { orders: [order, { ...order, amount: '0.002' }, order] })
  expect(data?.['results']).toMatchObject([{ done: 1 }, { done: 0, reason: 'key_cap' }, { done: 1 }])
  const id = Object(data?.['results'])[0].order.id
  expect(await call('coin/amend', { id, target_price: '80000' })).toMatchObject({ type: 'ok' })
  expect(await place()).toMatchObject({ reason: 'key_cap' })
  expect(await call('coin/amend', { id: id + 1, target_price: '89000' })).toMatchObject({ reason: 'key_cap' })
  expect(open()).toHaveLength(2)
})
test('API-8 a key for one market orders in no other', async () => {
  const { place } = await stand({ markets: ['ETH-USDT'] })
  expect(await place()).toMatchObject({ reason: 'key_cap', params: { max: 'ETH-USDT' } })
})
test('API-8 a refused order counts nothing', async () => {
  const { place } = await stand({ maxDay: '100' })
  expect(await place({ kind: 'ioc' })).toMatchObject({ reason: 'no_liquidity' })
  expect(await place()).toMatchObject({ type: 'ok' })
})
test('API-8 a key with caps changes only what they count or what risks nothing, and no stop is placed with an order', async () => {
  const { place } = await stand({ maxOrder: '100' })
  const apiKey = { no: 'one', scope: 'trade', isCapped: true } as const
  const may = allCalls.filter(({ endpoint }) => {
    try {
      checkScope({ apiKey }, endpoint)
      return endpoint.does === 'changes'
    } catch {
      return false
    }
  })
  expect(may.map(({ feature, name }) => `${feature}.${name}`).toSorted()).toEqual([
    'program.batch',
    'program.carryOut',
    'program.plan',
    'session.outcome',
    'spot.amend',
    'spot.cancel',
    'spot.cancelByPut',
    'spot.submit',
    'trigger.cancelAll',
    'trigger.cancelBatch',
    'trigger.setDeadMan',
    'webhook.redeliver',
  ])
  expect(() => checkScope({ apiKey: { no: 'one', scope: 'trade' } }, spot.submit)).not.toThrow()
  // What its owner has let it do beside orders: talk and alerts risk no money, an ad of OTC does.
  const talks = { ...apiKey, areas: ['otc', 'chat', 'alerts'] } as const
  expect(() => checkScope({ apiKey: talks }, chatMessages.send)).not.toThrow()
  expect(() => checkScope({ apiKey: talks }, otc.orders)).not.toThrow()
  expect(() => checkScope({ apiKey: talks }, otc.publish)).toThrow('key_scope')
  expect(await place({ stops: { stop: { trigger_price: '80000' } } })).toMatchObject({ reason: 'key_scope' })
})
