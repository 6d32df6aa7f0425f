import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { createMemoryVenue } from '#server/memory.ts'
import type { OtcContext } from '#server/features/otc/context.ts'
import { adHold, bailHold, orderHold } from '#server/features/otc/rows.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { answerOf } from '#tests/support/people.ts'
import { otcVenue, pin, voucherOf, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const minute = 60_000
type Way = {
  to: (v: OtcVenue, order: OtcOrder) => Promise<unknown>
  next: readonly [path: string, body: (id: string) => object, by: 'ann' | 'ben', status: string]
}
/** How an order gets into each status, and a step that goes on from there. */
const ways: Readonly<Record<string, Way>> = {
  to_be_paid: {
    to: async () => undefined,
    next: ['trade/pay', (id) => ({ id, vouchers: [voucherOf(100_002)] }), 'ben', 'to_be_confirmed'],
  },
  to_be_confirmed: {
    to: (v, order) => v.pay(order),
    next: ['trade/confirm', (id) => ({ id, pay_password: pin }), 'ann', 'confirmed'],
  },
  seller_appealing: {
    to: async (v, order) => [await v.pay(order), await v.appeal(order, v.ann)],
    next: ['trade/offerSplit', (id) => ({ id, to_buyer: '40' }), 'ben', 'seller_appealing'],
  },
  overtime_appealing: {
    to: async (v, order) => [
      await v.pay(order),
      await v.advance(30 * minute),
      await v.appeal(order, v.ben),
      await v.call('offer', { id: order.id, to_buyer: '40' }, v.ben),
    ],
    next: ['trade/agreeSplit', (id) => ({ id, no: 1, pay_password: pin }), 'ann', 'confirmed'],
  },
  confirmed: {
    to: async (v, order) => [await v.pay(order), await v.confirm(order)],
    next: ['trade/rate', (id) => ({ id, is_good: 1, word: 'ok' }), 'ben', 'confirmed'],
  },
  cancelled: {
    to: (v, order) => v.call('cancelOrder', { id: order.id }, v.ben),
    next: ['trade/orderDetail', (id) => ({ id }), 'ben', 'cancelled'],
  },
}
test.each(Object.keys(ways))(
  'OTC-24 AT9 a server that ends in %s and starts again has the order as it was told, and it goes on from there',
  async (status) => {
    const way = ways[status]
    if (!way) throw new Error(status)
    const store = openSqlite(':memory:')
    const v = await otcVenue({ store })
    await v.bail()
    const ad = await v.publish()
    const order = await v.take(ad)
    await way.to(v, order)
    const told = await v.seen(order, v.ben)
    v.venue.flush()
    const again = createMemoryVenue({ store, startMs: v.clock.now() })
    const ask = async (routeKey: string, body: object, user: number) =>
      answerOf((await again.ask(routeKey, { ...body }, { user }, crypto.randomUUID())).answer)
    const { message } = await ask('GET /api/trade/orderDetail', { id: order.id }, v.ben)
    expect(message).toMatchObject({
      status,
      rev: told.rev,
      may: told.may,
      pay_deadline_ms: told.pay_deadline_ms,
      confirm_deadline_ms: told.confirm_deadline_ms,
      escrow: told.escrow,
    })
    expect(again.venue.audit()).toEqual([])
    const [path, body, by, then] = way.next
    const answer = await ask(
      `${path === 'trade/orderDetail' ? 'GET' : 'POST'} /api/${path}`,
      body(order.id),
      by === 'ann' ? v.ann : v.ben,
    )
    expect([answer.reason, answer.message]).toMatchObject([undefined, { status: then }])
    expect(again.venue.audit()).toEqual([])
  },
)
test('OTC-24 E5 a deadline that passed while the server was down is judged at the next start, once', async () => {
  const store = openSqlite(':memory:')
  const v = await otcVenue({ store })
  await v.bail()
  const order = await v.take(await v.publish())
  v.venue.flush()
  const again = createMemoryVenue({ store, startMs: v.clock.now() + 16 * minute })
  await again.venue.runDue()
  const { answer } = await again.ask('GET /api/trade/orderDetail', { id: order.id }, { user: v.ben })
  expect(answerOf(answer).message).toMatchObject({ status: 'cancelled', cancel_reason: 'timeout', escrow: '0' })
  expect(again.venue.audit()).toEqual([])
})

const one = <T>(rows: Iterable<T>): T => {
  for (const row of rows) return row
  throw new Error('no row')
}
test.each<[string, string, (ctx: OtcContext) => void]>([
  [
    'a part of an ad that is counted twice',
    'E1',
    ({ tables }) => void tables.otcAds.put({ ...one(tables.otcAds.all()), done: '1' }),
  ],
  [
    'an ad that forgets its open order',
    'E1',
    ({ tables }) => void tables.otcAds.put({ ...one(tables.otcAds.all()), locked: '0', surplus: '500' }),
  ],
  [
    'an order whose escrow was let go',
    'E2',
    ({ tables, ledger }) => ledger.release(orderHold(one(tables.otcOrders.all())), 702),
  ],
  [
    'an ad whose escrow was let go',
    'E2',
    ({ tables, ledger }) => ledger.release(adHold(one(tables.otcAds.all()).id), 702),
  ],
  [
    'escrow of an order that is not there',
    'E2',
    ({ ledger }) => ledger.hold(orderHold({ id: 999 }), { owner: 100_003, asset: 3, kind: 'legal' }, 1n, 700),
  ],
  [
    'a deposit that was let go',
    'E9',
    ({ tables, ledger }) => ledger.release(bailHold(one(tables.otcMerchants.all())), 705),
  ],
  [
    'a split of more than there is',
    'E12',
    ({ tables }) =>
      void tables.otcOrders.put({
        ...one(tables.otcOrders.all()),
        split: { to_buyer: '60', to_seller: '41', at_ms: 1 },
      }),
  ],
])('E1 E2 E9 E12 the audit finds %s', async (_, rule, plant) => {
  const v = await otcVenue()
  await v.bail()
  await v.take(await v.publish())
  expect(v.venue.audit()).toEqual([])
  await v.venue.command(plant)
  expect(v.venue.audit().map((breach) => breach.rule)).toContain(rule)
})
