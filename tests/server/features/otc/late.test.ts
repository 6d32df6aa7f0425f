import { lateHours } from '#contract/otc/otc-steps.ts'
import { ruleOrder } from '#server/features/otc/desk.ts'
import { otcVenue, pin, voucherOf, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const minute = 60_000
const said = { problem: 'Paid at 10:05 from my own account.' }
/** An order whose time to pay has run out. */
const lapsed = async (more: Readonly<Record<string, unknown>> = {}) => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish(more)
  const order = await v.take(ad)
  v.clock.advance(15 * minute)
  await v.venue.runDue()
  return { ...v, ad, order }
}
const claim = (v: OtcVenue, id: string, user: number, more: object = {}) =>
  v.call('appeal', { id, ...said, vouchers: [voucherOf(user)], ...more }, user)
const rule = (v: OtcVenue, id: string, to: 'buyer' | 'seller') =>
  v.venue.command((ctx) => void ruleOrder(ctx, id, { to, reason: 'Looked at.' }))

test('M9 whose time to pay ran out says once, with proof, that the money was sent: the coins are set aside again', async () => {
  const v = await lapsed()
  const { id } = v.order
  expect(await v.seen(v.order, v.ben)).toMatchObject({ status: 'cancelled', may: ['appeal'] })
  expect(await v.seen(v.order, v.ann)).toMatchObject({ status: 'cancelled', may: [] })
  const before = [v.money(v.ann), v.money(v.ben)]
  expect((await claim(v, id, v.ben, { vouchers: [] })).reason).toBe('voucher_required')
  expect((await claim(v, id, v.ann)).reason).toBe('step_refused')
  expect((await claim(v, id, v.cleo)).reason).toBe('not_found')
  expect((await claim(v, id, v.ben)).message).toMatchObject({
    status: 'overtime_appealing',
    cancel_reason: null,
    late_until_ms: null,
    appeals: [{ by: 'buyer', kind: 'late' }],
    payment_vouchers: [expect.stringContaining('voucher/')],
  })
  // Out of the ad, which has held them all the time.
  expect([v.money(v.ann), v.money(v.ben)]).toEqual(before)
  expect(await v.adSeen(v.ad)).toMatchObject({ surplus_number: '400', locked_number: '100' })
  expect(v.venue.audit()).toEqual([])
  await rule(v, id, 'buyer')
  expect(v.money(v.ben)).toBe('10100+0')
  expect(await v.seen(v.order, v.ben)).toMatchObject({ status: 'confirmed', ruling: { to: 'buyer' } })
  expect((await v.call('agent', {}, v.ben)).message).toMatchObject({ finish_rate: '100', done_count: 1 })
  expect(v.venue.audit()).toEqual([])
})

test('M9 decided for the seller the coins go back, and nothing is claimed a second time', async () => {
  const v = await lapsed()
  const { id } = v.order
  await claim(v, id, v.ben)
  await rule(v, id, 'seller')
  expect(await v.seen(v.order, v.ben)).toMatchObject({ status: 'cancelled', cancel_reason: 'ruling', may: [] })
  expect(await v.adSeen(v.ad)).toMatchObject({ surplus_number: '500', locked_number: '0' })
  expect((await claim(v, id, v.ben)).reason).toBe('too_late')
  expect(v.venue.audit()).toEqual([])
})

test('M9 of an ad that was taken back the coins come out of the seller’s account, while they are there', async () => {
  const v = await lapsed()
  const { id } = v.order
  await v.call('takeBack', { id: v.ad.id }, v.ann)
  expect((await claim(v, id, v.ben)).message).toMatchObject({ status: 'overtime_appealing' })
  expect(v.money(v.ann)).toBe('8899.9+1100.1')
  expect(v.venue.audit()).toEqual([])
  await v.call('confirm', { id, pay_password: pin }, v.ann)
  expect([v.money(v.ben), v.money(v.ann)]).toEqual(['10100+0', '8899.9+1000'])
  expect(v.venue.audit()).toEqual([])
})

test('M9 coins that are not there any more are said to be gone, and after a day nothing is claimed', async () => {
  const gone = await lapsed({ total_number: '100', max_amount: '101' })
  await gone.take(gone.ad, {}, gone.cleo)
  expect((await claim(gone, gone.order.id, gone.ben)).reason).toBe('coins_gone')
  expect(gone.venue.audit()).toEqual([])
  const late = await lapsed()
  late.clock.advance(lateHours * 60 * minute)
  expect((await claim(late, late.order.id, late.ben)).reason).toBe('too_late')
  expect(await late.seen(late.order, late.ben)).toMatchObject({ may: [] })
})

test('M9 an order that its buyer cancelled is over for good', async () => {
  const v = await otcVenue()
  await v.bail()
  const order = await v.take(await v.publish())
  await v.call('cancelOrder', { id: order.id }, v.ben)
  expect((await claim(v, order.id, v.ben)).reason).toBe('too_late')
  expect(await v.seen(order, v.ben)).toMatchObject({ late_until_ms: null, may: [] })
})
