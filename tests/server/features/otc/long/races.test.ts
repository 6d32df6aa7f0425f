import { otcVenue, pin, sellAd, voucherOf, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const minute = 60_000
const ready = async () => {
  const venue = await otcVenue()
  await venue.bail()
  return { ...venue, ad: await venue.publish() }
}
const takeBy = (v: OtcVenue, id: string, more: object = {}) =>
  v.call('take', { id, means: 'number', value: '100', way: 'bank', price: '1.01', ...more }, v.ben)
/**
 * What its owner may do to an ad at the moment in which somebody takes it, and what a taker who comes second is told.
 */
const moves = {
  'another price': {
    by: (v: OtcVenue, id: string) => v.call('editAd', { id, price: '1.02' }, v.ann),
    second: 'price_moved',
  },
  'a lower limit': {
    by: (v: OtcVenue, id: string) => v.call('editAd', { id, max_amount: '60' }, v.ann),
    second: 'amount_above_max',
  },
  'another way': {
    by: (v: OtcVenue, id: string) => v.call('editAd', { id, ways: ['ali_pay'] }, v.ann),
    second: 'way_unknown',
  },
  'off the shelf': {
    by: (v: OtcVenue, id: string) => v.call('shelf', { id, is_shelves: 2 }, v.ann),
    second: 'ad_gone',
  },
  'taken back': { by: (v: OtcVenue, id: string) => v.call('takeBack', { id }, v.ann), second: 'ad_gone' },
} as const
const names = Object.keys(moves).filter((name): name is keyof typeof moves => name in moves)

test.each(names)(
  'OTC-27 AT21 CF29 the owner comes before a taker with %s: there is no order, and the taker is told why',
  async (name) => {
    const v = await ready()
    const { by, second } = moves[name]
    const [owner, taker] = await Promise.all([by(v, v.ad.id), takeBy(v, v.ad.id)])
    expect([owner.reason, taker.reason, v.money(v.ben), v.venue.audit()]).toEqual([undefined, second, '10000+0', []])
  },
)
test.each(names)(
  'OTC-27 AT21 a taker comes before the owner with %s: the order keeps the terms that were shown, and ends as agreed',
  async (name) => {
    const v = await ready()
    const [taker, owner] = await Promise.all([takeBy(v, v.ad.id), moves[name].by(v, v.ad.id)])
    expect(owner.reason).toBe(undefined)
    const order = v.orderFrom(taker)
    expect(await v.seen(order, v.ben)).toMatchObject({
      unit_price: '1.01',
      total_amount: '101',
      way: 'bank',
      status: 'to_be_paid',
      escrow: '100.1',
    })
    await v.pay(order)
    expect((await v.confirm(order)).reason).toBe(undefined)
    expect([v.money(v.ben), v.venue.audit()]).toEqual(['10100+0', []])
  },
)
test('AT21 an edit that turns the limits round is refused, and leaves the ad and its open order as they are', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  expect(await v.reasonOf('editAd', { id: v.ad.id, min_amount: '300', max_amount: '200' }, v.ann)).toBe('amount_range')
  expect(await v.adSeen(v.ad)).toMatchObject({
    min_amount: sellAd.min_amount,
    max_amount: sellAd.max_amount,
    locked_number: '100',
  })
  expect(await v.seen(order, v.ben)).toMatchObject({ status: 'to_be_paid', number: '100', total_amount: '101' })
  expect(v.venue.audit()).toEqual([])
})

test('AT68 E3 nobody is talked into releasing first: without a payment there is nothing to confirm, and nothing to appeal', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  expect([
    (await v.confirm(order)).reason,
    (await v.appeal(order, v.ann)).reason,
    (await v.appeal(order, v.ben)).reason,
  ]).toEqual(['step_refused', 'step_refused', 'step_refused'])
  expect([v.money(v.ben), (await v.seen(order, v.ann)).may]).toEqual(['10000+0', []])
})
test('AT68 a false receipt moves nothing: the seller sees the verified name of the buyer to compare, and only the fund password releases', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  await v.pay(order)
  const seen = await v.seen(order, v.ann)
  expect([seen.buyer.real_name, seen.total_amount, seen.payment_vouchers.length, seen.escrow]).toEqual([
    `HOLDER ${v.ben}`,
    '101',
    1,
    '100.1',
  ])
  for (const pay_password of ['000000', undefined])
    expect((await v.confirm(order, { pay_password })).reason).toMatch(/^pay_password_/)
  await v.advance(24 * 60 * minute)
  expect([(await v.seen(order, v.ann)).status, v.money(v.ben), v.venue.audit()]).toEqual([
    'to_be_confirmed',
    '10000+0',
    [],
  ])
})
test('AT68 E10 more money than was asked buys no more coins: number and total stand from the taking on', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  // What was paid is no field of any call: neither a step nor a statement can carry another sum.
  for (const more of [{ total_amount: '202' }, { number: '200' }, { value: '202' }])
    expect((await v.pay(order, more)).reason).toBe('malformed')
  await v.pay(order)
  await v.confirm(order)
  expect([v.money(v.ben), (await v.seen(order, v.ben)).total_amount]).toEqual(['10100+0', '101'])
})
test('OTC-30 AT68 E6 of thirty statements and offers of each side an appeal takes twenty; they move neither coins nor status nor time, and third persons add none', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  await v.pay(order)
  await v.appeal(order, v.ann)
  const before = await v.seen(order, v.ann)
  const told: (string | undefined)[] = []
  for (let n = 0; n < 30; n += 1)
    told.push((await v.appeal(order, v.ben, { problem: `again ${n}`, vouchers: [] })).reason)
  expect(told).toEqual([
    ...Array.from({ length: 20 }, () => undefined),
    ...Array.from({ length: 10 }, () => 'appeal_full'),
  ])
  // The opening of an appeal counts as the first statement of who opened it.
  for (let n = 0; n < 19; n += 1)
    expect((await v.appeal(order, v.ann, { problem: `no ${n}`, vouchers: [] })).reason).toBe(undefined)
  expect(await v.appeal(order, v.ann)).toMatchObject({ reason: 'appeal_full', params: { max: 20 } })
  for (let n = 0; n < 20; n += 1)
    expect((await v.call('offer', { id: order.id, to_buyer: '40' }, v.ben)).reason).toBe(undefined)
  expect((await v.call('offer', { id: order.id, to_buyer: '40' }, v.ben)).reason).toBe('appeal_full')
  expect((await v.appeal(order, v.cleo)).reason).toBe('not_found')
  const after = await v.seen(order, v.ann)
  expect([
    after.status,
    after.escrow,
    after.pay_deadline_ms,
    after.confirm_deadline_ms,
    after.appeals.length,
    after.offers.length,
  ]).toEqual([before.status, before.escrow, before.pay_deadline_ms, before.confirm_deadline_ms, 40, 20])
  await v.advance(7 * 24 * 60 * minute)
  expect([(await v.seen(order, v.ben)).status, v.venue.audit()]).toEqual(['seller_appealing', []])
})
test('AT68 E8 a payee changed after the order was placed reaches no order, and a picture of somebody else is no proof', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  const swap = { real_name: `HOLDER ${v.ann}`, alipay_account: 'thief', pay_password: pin }
  const { answer } = await v.ask(
    'POST /api/user/cash_save',
    swap,
    { user: v.ann },
    '00000000-0000-4000-9000-000000000002',
  )
  expect(answer).toMatchObject({ reason: 'method_in_use' })
  expect((await v.pay(order, { vouchers: [voucherOf(v.cleo)] })).reason).toBe('file_unknown')
  expect((await v.seen(order, v.ben)).payee).toEqual(order.payee)
})
test('AT30 a buyer cannot confirm, a seller cannot say that it is paid, and a third person cannot appeal', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  expect((await v.pay(order, { vouchers: [voucherOf(v.ann)] }, v.ann)).reason).toBe('step_refused')
  await v.pay(order)
  expect([(await v.confirm(order, {}, v.ben)).reason, (await v.appeal(order, v.cleo)).reason]).toEqual([
    'step_refused',
    'not_found',
  ])
  expect([(await v.seen(order, v.ann)).status, v.money(v.ben)]).toEqual(['to_be_confirmed', '10000+0'])
})
const orders = <T>(all: readonly T[]): T[][] =>
  all.length === 0 ? [[]] : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
test('AT9 E5 confirm, appeal, cancel and the timer at the end of the time to confirm, in all twenty-four orders: one legal path, one release', async () => {
  const seen = new Set<string>()
  for (const names of orders(['confirm', 'appeal', 'cancel', 'timer'] as const)) {
    const v = await ready()
    const order = await v.take(v.ad)
    await v.pay(order)
    v.clock.advance(30 * minute)
    const deeds = {
      confirm: async () => (await v.confirm(order)).reason ?? 'ok',
      appeal: async () => (await v.appeal(order, v.ben)).reason ?? 'ok',
      cancel: async () => (await v.call('cancelOrder', { id: order.id }, v.ben)).reason ?? 'ok',
      timer: async () => {
        await v.venue.runDue()
        return 'ok'
      },
    }
    const told = new Map<string, string>()
    // One after the other: together, the release would always come last, because its fund password is compared first.
    for (const name of names) told.set(name, await deeds[name]())
    const { status } = await v.seen(order, v.ben)
    seen.add(`${status} ${told.get('appeal')} ${told.get('cancel')} ${told.get('confirm')}`)
    expect([v.money(v.ben), v.venue.audit()]).toEqual(['10100+0', []])
  }
  // The seller may still release in an appeal, so the release always comes through; the appeal does when it comes
  // first.
  expect(seen).toEqual(new Set(['confirmed ok step_refused ok', 'confirmed step_refused step_refused ok']))
})
test('AT9 E5 payment, cancel and the timer at the end of the time to pay, in all six orders: paid or cancelled, and never both', async () => {
  for (const isLate of [false, true])
    for (const names of orders(['pay', 'cancel', 'timer'] as const)) {
      const v = await ready()
      const order = await v.take(v.ad)
      v.clock.advance(15 * minute - (isLate ? 0 : 1))
      const deeds = {
        pay: async () => (await v.pay(order)).reason ?? 'ok',
        cancel: async () => (await v.call('cancelOrder', { id: order.id }, v.ben)).reason ?? 'ok',
        timer: async () => {
          await v.venue.runDue()
          return ''
        },
      }
      const told = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await deeds[name]()])))
      const { status, cancel_reason } = await v.seen(order, v.ben)
      const won = ['pay', 'cancel'].filter((name) => told[name] === 'ok')
      expect([won.length, status, cancel_reason]).toEqual(
        isLate
          ? [0, 'cancelled', 'timeout']
          : won[0] === 'pay'
            ? [1, 'to_be_confirmed', null]
            : [1, 'cancelled', 'buyer'],
      )
      await v.advance(minute)
      expect([(await v.seen(order, v.ben)).status, v.venue.audit()]).toEqual([status, []])
    }
})
