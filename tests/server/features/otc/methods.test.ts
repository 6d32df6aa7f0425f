import type { Ad, OtcOrder } from '#contract/otc/otc-order.ts'
import { ruleOrder } from '#server/features/otc/desk.ts'
import { otcVenue, pin, voucherOf, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const minute = 60_000
type Deal = { v: OtcVenue; ad: Ad; order: OtcOrder; buyer: number; seller: number }

/** An order of ann's ad that ben has taken; a sell ad is taken back at once, so that the order stands alone. */
async function deal(side: 'sell' | 'buy'): Promise<Deal> {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish(side === 'buy' ? { side, pay_password: undefined } : {})
  const order = await v.take(ad)
  const [buyer, seller] = side === 'buy' ? [v.ann, v.ben] : [v.ben, v.ann]
  expect((await v.call('takeBack', { id: ad.id }, v.ann)).reason).toBe(undefined)
  return { v, ad, order, buyer, seller }
}
const pay = ({ v, order, buyer }: Deal) => v.pay(order, { vouchers: [voucherOf(buyer)] }, buyer)
const dispute = async (d: Deal) => {
  await pay(d)
  await d.v.appeal(d.order, d.seller)
}
const rule = async (d: Deal, to: 'buyer' | 'seller') => {
  await dispute(d)
  await d.v.venue.command((ctx) => ruleOrder(ctx, d.order.id, { to, reason: 'Proof.' }))
}
/** Every way an order ends, and who let it fail. */
const ends: readonly [string, (d: Deal) => Promise<unknown>, 'buyer' | 'seller' | null][] = [
  ['its buyer cancels', ({ v, order, buyer }) => v.call('cancelOrder', { id: order.id }, buyer), 'buyer'],
  ['nobody pays in time', ({ v }) => v.advance(16 * minute), 'buyer'],
  ['the seller confirms', async (d) => [await pay(d), await d.v.confirm(d.order, {}, d.seller)], null],
  ['the desk rules for the buyer', (d) => rule(d, 'buyer'), 'seller'],
  ['the desk rules for the seller', (d) => rule(d, 'seller'), 'buyer'],
  [
    'both agree to a split',
    async (d) => {
      await dispute(d)
      const body = { id: d.order.id, pay_password: pin }
      await d.v.call('offer', { ...body, to_buyer: '40' }, d.buyer)
      await d.v.call('agree', { ...body, no: 1 }, d.seller)
    },
    null,
  ],
]
const swap = async ({ v, seller }: Deal) => {
  const body = { real_name: `HOLDER ${seller}`, bank_account: '99999999', pay_password: pin }
  return answerOf((await v.ask('POST /api/user/cash_save', body, { user: seller })).answer).reason
}
const cases = ends.flatMap(([name, end]) => [['sell', name, end] as const, ['buy', name, end] as const])

test.each(cases)(
  'OTC-40 the receiving method of an order of a %s ad stands until %s, and is free then',
  async (side, _, end) => {
    const d = await deal(side)
    expect(await swap(d)).toBe('method_in_use')
    await end(d)
    expect(['confirmed', 'cancelled']).toContain((await d.v.seen(d.order, d.buyer)).status)
    expect(await swap(d)).toBe(undefined)
  },
)
test.each(['sell', 'buy'] as const)(
  'OTC-40 neither a payment, its undoing nor an appeal frees the receiving method of an order of a %s ad',
  async (side) => {
    const d = await deal(side)
    await pay(d)
    expect(await swap(d)).toBe('method_in_use')
    await d.v.pay(d.order, { vouchers: [], undo: 1 }, d.buyer)
    expect(await swap(d)).toBe('method_in_use')
    await dispute(d)
    expect(await swap(d)).toBe('method_in_use')
  },
)

test.each(ends)(
  'OTC-41 an order counts as failed for who let it fail, and for nobody else: %s',
  async (_, end, failed) => {
    const d = await deal('buy')
    await end(d)
    const rateOf = async (user: number) =>
      Object((await d.v.call('agent', { user_id: user }, d.v.cleo)).message).finish_rate
    const counts = d.v.venue.ctx.tables.otcMerchants
    expect([counts.get(d.buyer)?.failed ?? 0, counts.get(d.seller)?.failed ?? 0]).toEqual([
      failed === 'buyer' ? 1 : 0,
      failed === 'seller' ? 1 : 0,
    ])
    expect(await rateOf(d.v.ann)).toBe(failed === 'buyer' ? (counts.get(d.buyer)?.done === 1 ? '50' : '0') : '100')
  },
)
