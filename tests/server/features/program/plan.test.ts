import { planLifeMs } from '#contract/program/program-plan.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

const stand = async () => {
  const harness = await spotVenue(2)
  const { venue, ask, ann, ben, submit } = harness
  for (const [amount, target_price] of [
    ['0.01', '96000'],
    ['0.02', '96010'],
  ])
    await submit(ben, { type: 2, amount, target_price })
  const post = async (path: string, body: object, user = ann, key: string = crypto.randomUUID()) =>
    answerOf((await ask(`POST /api/${path}`, body, { user }, key)).answer)
  const plan = async (more: object = {}) =>
    post('order/plan', { symbol: 'BTC-USDT', side: 'buy', amount: '0.01', price: '90000', ...more })
  const ticketOf = async (more: object = {}) => String((await plan(more)).data?.['ticket'])
  const carryOut = (ticket: string, user = ann, key = ticket) => post('order/do', { ticket }, user, key)
  const orders = () => venue.ctx.tables.spotOrders.group('user', ann).length
  return { ...harness, post, plan, ticketOf, carryOut, orders }
}

test('a plan tells steps, cost, fee and what the order meets, and places nothing', async () => {
  const { plan, orders, venue } = await stand()
  expect((await plan({ amount: '0.0150009', price: '96010.009' })).data).toMatchObject({
    kind: 'limit',
    price: '96010.00',
    amount: '0.015',
    rounded: ['price', 'amount'],
    gives: '1440.15',
    gives_coin: 'USDT',
    fee: '0.000015',
    fee_coin: 'BTC',
    meets: [
      ['96000.00', '0.01'],
      ['96010.00', '0.02'],
    ],
    takes: '0.015',
    mean_price: '96003.34',
    rests: '0',
  })
  expect((await plan()).data).toMatchObject({ takes: '0', mean_price: null, rests: '0.01', meets: [], gives: '900' })
  expect((await plan({ amount: undefined, price: undefined, total: '1000' })).data).toMatchObject({
    kind: 'market',
    price: null,
    amount: null,
    gives: '1000',
    takes: '0.010416',
  })
  expect(orders()).toBe(0)
  expect(venue.audit()).toEqual([])
})
test('a sale is planned by the price rounded up, and its fee is in the coin received', async () => {
  const { plan } = await stand()
  expect((await plan({ side: 'sell', price: '95000.001' })).data).toMatchObject({
    price: '95000.01',
    gives: '0.01',
    gives_coin: 'BTC',
    fee_coin: 'USDT',
    rests: '0.01',
  })
})
test.each([
  ['no market', { symbol: 'NO-USDT' }, 'symbol_unknown'],
  ['no amount', { amount: undefined }, 'quantity_required'],
  ['more than there is', { amount: '9' }, 'insufficient_balance'],
  ['a post-only order that would take', { kind: 'post_only', price: '97000' }, 'would_take'],
])('a plan for %s is refused as the order would be', async (_, more, reason) => {
  const { plan } = await stand()
  expect((await plan(more)).reason).toBe(reason)
})
test('a ticket places its order once, however often and under whatever key it is sent', async () => {
  const { ticketOf, carryOut, orders, ann, post, venue } = await stand()
  const ticket = await ticketOf({ client_id: 'agent' })
  const first = await carryOut(ticket)
  expect(first.data).toMatchObject({ order: { status: 1, client_id: 'agent' }, is_repeat: 0 })
  expect(await carryOut(ticket)).toEqual(first)
  const others = await Promise.all([1, 2, 3].map(() => carryOut(ticket, ann, crypto.randomUUID())))
  expect(others.map(({ data }) => data)).toEqual(others.map(() => ({ order: first.data?.['order'], is_repeat: 1 })))
  expect(orders()).toBe(1)
  // Also after the order has ended and has left memory, and long after the plan could be carried out.
  await post('coin/cancel', { id: Object(first.data?.['order']).id })
  expect((await carryOut(ticket, ann, crypto.randomUUID())).data).toMatchObject({ order: { status: 3 }, is_repeat: 1 })
  expect(venue.ctx.tables.spotOrders.group('user', ann)).toHaveLength(0)
})
test('two agents that carry out one ticket at the same time place one order', async () => {
  const { ticketOf, carryOut, orders, ann } = await stand()
  const ticket = await ticketOf()
  const answers = await Promise.all([1, 2].map(() => carryOut(ticket, ann, crypto.randomUUID())))
  expect(answers.map(({ data }) => data?.['is_repeat']).toSorted()).toEqual([0, 1])
  expect(orders()).toBe(1)
})
test('a ticket is over after a minute, is good for nobody else, and a made-up one for nobody', async () => {
  const { ticketOf, carryOut, orders, ben, clock, venue } = await stand()
  const ticket = await ticketOf()
  expect((await carryOut(ticket, ben)).reason).toBe('quote_expired')
  expect((await carryOut(crypto.randomUUID())).reason).toBe('quote_expired')
  clock.advance(planLifeMs)
  expect((await carryOut(ticket)).reason).toBe('quote_expired')
  expect(orders()).toBe(0)
  await venue.runDue()
  expect(venue.ctx.tables.orderPlans.get(ticket)).toBeUndefined()
})
test('what has changed since the plan refuses the order, and the same ticket stays refused under its key', async () => {
  const { ticketOf, carryOut, ben, submit, orders } = await stand()
  const ticket = await ticketOf({ kind: 'post_only', price: '95000' })
  await submit(ben, { type: 2, amount: '0.01', target_price: '94000' })
  expect((await carryOut(ticket)).reason).toBe('would_take')
  expect((await carryOut(ticket)).reason).toBe('would_take')
  expect(orders()).toBe(0)
})
