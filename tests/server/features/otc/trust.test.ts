import { otcFloatPrice, isOpenAt, opensAt, shiftHours } from '#contract/otc/otc-sums.ts'
import { otcVenue, pin, voucherOf, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const minute = 60_000
const ready = async () => {
  const v = await otcVenue()
  await v.bail()
  return { ...v, ad: await v.publish() }
}
/** An order in appeal, opened by the seller. */
const disputed = async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  await v.pay(order)
  await v.appeal(order, v.ann)
  return { ...v, order }
}
const offer = (v: OtcVenue, id: string, to_buyer: string, user: number) =>
  v.call('offer', { id, to_buyer, pay_password: pin }, user)
const agree = (v: OtcVenue, id: string, no: number, user: number) =>
  v.call('agree', { id, no, pay_password: pin }, user)

test('E12 OTC-19 offer, counter-offer, consent: both parts are paid in one step, with the fee of what was sold', async () => {
  const v = await disputed()
  const { id } = v.order
  expect((await agree(v, id, 1, v.ben)).reason).toBe('step_refused')
  expect((await offer(v, id, '30', v.ann)).message).toMatchObject({
    may: ['confirm', 'appeal', 'offer'],
    offers: [{ no: 1, by: 'seller', to_buyer: '30', to_seller: '70' }],
  })
  expect((await agree(v, id, 1, v.ann)).reason).toBe('step_refused')
  expect((await v.seen(v.order, v.ben)).may).toEqual(['appeal', 'offer', 'agree'])
  expect((await offer(v, id, '60', v.ben)).reason).toBe(undefined)
  expect((await agree(v, id, 1, v.ann)).reason).toBe('state_moved')
  expect(v.money(v.ben)).toBe('10000+0')
  expect((await agree(v, id, 2, v.ann)).message).toMatchObject({
    status: 'confirmed',
    split: { to_buyer: '60', to_seller: '40' },
    fee: '0.06',
    escrow: '0',
    may: [],
    ruling: null,
  })
  // Of 100.1 in escrow 60 went to the buyer, 0.06 to the venue, and the rest returned.
  expect([v.money(v.ben), v.money('fee'), v.money(v.ann)]).toEqual(['10060+0', '0.06+0', '8539.54+1400.4'])
  expect(await v.adSeen(v.ad)).toMatchObject({ surplus_number: '400', locked_number: '0', done_number: '60' })
  expect((await agree(v, id, 2, v.ann)).reason).toBe('step_refused')
  expect(v.heard.filter(({ why }) => why === 'agreed').map(({ user }) => user)).toEqual([v.ben, v.ann])
  expect(v.venue.audit()).toEqual([])
})
test('E12 a split of a taken buy ad takes the fee from what the buyer gets', async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish({ side: 'buy', pay_password: undefined })
  const order = await v.take(ad)
  await v.call('pay', { id: order.id, vouchers: [voucherOf(v.ann)] }, v.ann)
  await v.appeal(order, v.ben)
  await offer(v, order.id, '50', v.ann)
  expect((await agree(v, order.id, 1, v.ben)).reason).toBe(undefined)
  expect([v.money(v.ann), v.money(v.ben), v.money('fee')]).toEqual(['9049.95+1000', '9950+0', '0.05+0'])
  expect(v.venue.audit()).toEqual([])
})
test.each([
  ['nothing', '', 'amount_required'],
  ['zero', '0', 'amount_required'],
  ['more than all by one step', '100.000001', 'amount_above_max'],
  ['finer than the coin', '1.0000001', 'amount_step'],
])('OTC-19 an offer of %s is refused', async (_, part, reason) => {
  const v = await disputed()
  expect((await offer(v, v.order.id, part, v.ben)).reason).toBe(reason)
})
test('OTC-19 AT30 a seller offers and agrees with the fund password, third persons find no order, and a ruling ends the offers', async () => {
  const v = await disputed()
  const { id } = v.order
  expect((await v.call('offer', { id, to_buyer: '10', pay_password: '000000' }, v.ann)).reason).toBe(
    'pay_password_wrong',
  )
  expect([(await offer(v, id, '10', v.cleo)).reason, (await agree(v, id, 1, v.cleo)).reason]).toEqual([
    'not_found',
    'not_found',
  ])
  expect((await v.call('offer', { id, to_buyer: '90' }, v.ben)).reason).toBe(undefined)
  expect((await v.call('agree', { id, no: 1 }, v.ann)).reason).toBe('pay_password_required')
  const { ruleOrder } = await import('#server/features/otc/desk.ts')
  await v.venue.command((ctx) => void ruleOrder(ctx, id, { to: 'seller', reason: 'As seen' }))
  expect((await agree(v, id, 1, v.ann)).reason).toBe('step_refused')
  expect(v.money(v.ben)).toBe('10000+0')
})

test('OTC-20 a completed order is rated by both, a later rating replaces an earlier one, and the venue counts', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  const rate = (is_good: number, word: string, user: number) => v.call('rate', { id: order.id, is_good, word }, user)
  expect((await rate(1, 'x', v.ben)).reason).toBe('too_late')
  await v.pay(order)
  await v.confirm(order)
  expect(await v.seen(order, v.ben)).toMatchObject({ may_rate: 1, ratings: [] })
  expect((await rate(1, 'x', v.cleo)).reason).toBe('not_found')
  expect((await rate(0, 'slow', v.ben)).message).toMatchObject({
    may_rate: 0,
    ratings: [{ by: 'buyer', is_good: 0, word: 'slow' }],
  })
  await rate(1, 'polite', v.ben)
  await rate(1, '', v.ann)
  expect((await v.call('agent', { user_id: v.ann }, v.cleo)).message).toMatchObject({
    rating_count: 1,
    rating_good: '100',
    done_count: 1,
    finish_rate: '100',
  })
  expect((await v.call('ratings', { user_id: v.ann }, v.cleo)).message).toMatchObject({
    count: 1,
    list: [{ by: 'n***', is_good: 1, word: 'polite' }],
  })
  expect((await v.call('ratings', { user_id: v.ben }, v.cleo)).reason).toBe('not_found')
  expect((await v.seen(order, v.ann)).ratings.length).toBe(2)
  v.clock.advance(30 * 24 * 60 * minute)
  expect((await rate(0, 'late', v.ben)).reason).toBe('too_late')
})

test('OTC-21 AT29 blocked people and who blocks them see and take no ads of each other; open orders go on', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  const listed = async (user: number) =>
    JSON.stringify((await v.call('ads', { side: 'buy', currency_id: 3, fiat: 'USD' }, user)).message).includes(
      `"id":"${v.ad.id}","ad_no"`,
    )
  expect((await v.call('block', { user_id: v.cleo, is_blocked: 1 }, v.ben)).reason).toBe('not_found')
  expect((await v.call('block', { order_id: order.id, is_blocked: 1 }, v.cleo)).reason).toBe('not_found')
  expect((await v.call('block', { order_id: order.id, is_blocked: 1 }, v.ann)).message).toMatchObject({
    user_id: v.ben,
    is_blocked: 1,
  })
  expect([await listed(v.ben), await listed(v.cleo), await v.reasonOf('ad', { id: v.ad.id }, v.ben)]).toEqual([
    false,
    true,
    'not_found',
  ])
  expect(await v.reasonOf('take', { id: v.ad.id, means: 'number', value: '100', way: 'bank' }, v.ben)).toBe('ad_gone')
  expect((await v.pay(order)).reason).toBe(undefined)
  expect((await v.call('blocked', {}, v.ann)).message).toMatchObject({ count: 1, list: [{ user_id: v.ben }] })
  expect((await v.call('block', { user_id: v.ben, is_blocked: 0 }, v.ann)).message).toMatchObject({ is_blocked: 0 })
  expect(await listed(v.ben)).toBe(true)
  await v.call('block', { user_id: v.ann, is_blocked: 1 }, v.cleo)
  expect([await listed(v.cleo), (await v.call('agent', { user_id: v.ann }, v.cleo)).message]).toMatchObject([
    false,
    { is_blocked: 1 },
  ])
})

test('OTC-22 hours include their first minute and not their last, pass midnight, and shift between zones', () => {
  const at = (text: string) => Date.UTC(2026, 0, 5, Number(text.slice(0, 2)), Number(text.slice(3)))
  const open = (hours: string) =>
    ['00:00', '08:59', '09:00', '17:29', '17:30', '23:00'].filter((text) => isOpenAt(hours, at(text)))
  expect(open('')).toHaveLength(6)
  expect(open('09:00-17:30')).toEqual(['09:00', '17:29'])
  expect(open('17:30-09:00')).toEqual(['00:00', '08:59', '17:30', '23:00'])
  expect(open('09:00-09:00')).toHaveLength(6)
  expect(opensAt('09:00-17:30', at('17:30'))).toBe(at('09:00') + 24 * 60 * minute)
  expect([shiftHours('20:00-02:30', 480), shiftHours('09:00-17:30', -570), shiftHours('', 60)]).toEqual([
    '04:00-10:30',
    '23:30-08:00',
    '',
  ])
})
test('OTC-22 a closed ad is not listed and says when it opens; its owner sees it, and its orders go on', async () => {
  const v = await otcVenue({ startMs: Date.UTC(2026, 0, 5, 8, 30) })
  await v.bail()
  const ad = await v.publish({ hours: '09:00-10:00' })
  expect(ad).toMatchObject({ status: 'on_shelf', hours: '09:00-10:00' })
  const taking = { id: ad.id, means: 'number', value: '100', way: 'bank' }
  expect(await v.call('take', taking, v.ben)).toMatchObject({
    reason: 'ad_closed',
    params: { at_ms: Date.UTC(2026, 0, 5, 9) },
  })
  expect((await v.call('ads', { side: 'buy', currency_id: 3, fiat: 'USD' }, v.ben)).message).toMatchObject({ count: 0 })
  await v.advance(30 * minute)
  const order = v.orderFrom(await v.call('take', taking, v.ben))
  await v.advance(10 * minute)
  expect((await v.pay(order)).reason).toBe(undefined)
  expect(await v.reasonOf('editAd', { id: ad.id, hours: '' }, v.ann)).toBe('ok')
  expect((await v.adSeen(ad)).hours).toBe('')
  expect(
    await v.reasonOf(
      'publish',
      {
        side: 'buy',
        currency_id: 3,
        fiat: 'USD',
        total_number: '500',
        price: '1',
        min_amount: '50',
        max_amount: '400',
        ways: ['bank'],
        pay_minutes: 15,
        hours: '9-10',
      },
      v.ann,
    ),
  ).toBe('malformed')
})

test('OTC-23 a floating price is the index with its margin, stays in the band, and follows; an order keeps the price of its taking', async () => {
  expect([otcFloatPrice('1', '2.5', 2), otcFloatPrice('7.812', '-1', 2), otcFloatPrice('7.8', '0', 0)]).toEqual([
    '1.025',
    '7.7338',
    '7.8',
  ])
  const v = await otcVenue()
  await v.bail()
  const { market } = v.venue.ctx.settings
  market.cnyPerUsdt = '7.2'
  expect(
    await v.call(
      'publish',
      {
        side: 'sell',
        currency_id: 3,
        fiat: 'CNY',
        total_number: '500',
        min_amount: '400',
        max_amount: '3000',
        ways: ['bank'],
        pay_minutes: 15,
        pay_password: pin,
        margin: '11',
      },
      v.ann,
    ),
  ).toMatchObject({ reason: 'price_out_of_band' })
  const ad = await v.publish({ fiat: 'CNY', price: '', min_amount: '400', max_amount: '3000', margin: '1' })
  const first = ad.price
  expect(first).toBe('7.272')
  const order = await v.take(ad, { price: first })
  market.cnyPerUsdt = '7.3'
  await v.advance(10_000)
  const moved = await v.adSeen(ad)
  expect([moved.price, moved.margin]).toEqual(['7.373', '1'])
  expect(v.heard.filter(({ why }) => why === 'repriced').length).toBe(1)
  expect(
    await v.call('take', { id: ad.id, means: 'number', value: '100', way: 'bank', price: first }, v.cleo),
  ).toMatchObject({ reason: 'price_moved', params: { price: moved.price } })
  expect((await v.seen(order, v.ben)).unit_price).toBe(first)
  await v.call('shelf', { id: ad.id, is_shelves: 2 }, v.ann)
  market.cnyPerUsdt = '7.2'
  await v.advance(60_000)
  expect((await v.adSeen(ad)).price).toBe(moved.price)
  await v.call('shelf', { id: ad.id, is_shelves: 1 }, v.ann)
  await v.advance(10_000)
  expect((await v.adSeen(ad)).price).toBe(first)
})
