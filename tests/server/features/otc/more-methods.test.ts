import { maxMore } from '#contract/wallet/bank.ts'
import { otcVenue, pin, voucherOf, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const asks = async (v: OtcVenue, user: number, routeKey: string, body: object = {}) =>
  answerOf((await v.ask(routeKey, body, { user }, crypto.randomUUID())).answer)
const dbs = { way: 'bank', bank_name: 'DBS Bank', bank_account: '77776666', pay_password: pin }
const add = (v: OtcVenue, user: number, body: object = dbs) => asks(v, user, 'POST /api/user/payees', body)
const more = async (v: OtcVenue, user: number) => (await asks(v, user, 'GET /api/user/payees')).message
const remove = (v: OtcVenue, user: number, id: number) =>
  asks(v, user, 'POST /api/user/payees/remove', { id, pay_password: pin })
const opened = async () => {
  const v = await otcVenue({ settings: { identity: { credentialHoldMs: 3_600_000 } } })
  await v.bail()
  await add(v, v.ann)
  const [row] = [...v.venue.ctx.tables.moreMethods.all()]
  return { ...v, id: row?.id ?? 0 }
}

test('a person adds further cards of a way that is bound, with the fund password, up to a limit; the first one and its calls stay', async () => {
  const v = await otcVenue()
  expect((await add(v, v.ann, { ...dbs, pay_password: '000000' })).reason).toBe('pay_password_wrong')
  expect((await add(v, v.ann, { ...dbs, way: 'we_chat' })).reason).toBe('payee_missing')
  expect((await add(v, v.ann, { ...dbs, bank_account: '12' })).reason).toBe('bank_account_malformed')
  expect((await add(v, v.ann, { ...dbs, real_name: 'Somebody Else' })).reason).toBe('real_name_differs')
  expect((await add(v, v.ann)).reason).toBeUndefined()
  expect(await more(v, v.ann)).toMatchObject({
    list: [{ way: 'bank', is_used: 0, payee: { bank_name: 'DBS Bank', bank_account: '77776666' } }],
  })
  expect(await more(v, v.ben)).toEqual({ list: [] })
  const { message: first } = await asks(v, v.ann, 'POST /api/user/cash_info')
  expect(first).toMatchObject({ bank_name: 'HSBC', ways: ['bank', 'ali_pay'] })
  for (let n = 1; n < maxMore; n += 1) await add(v, v.ann)
  expect((await add(v, v.ann)).reason).toBe('method_limit')
})

test('a new payee holds withdrawals, and one that an ad offers is not removed, nor by anybody else', async () => {
  const v = await opened()
  expect(v.venue.ctx.tables.users.need(v.ann).withdrawUntil).toBeGreaterThan(v.clock.now())
  const ad = await v.publish({ methods: [v.id] })
  expect((await remove(v, v.ann, v.id)).reason).toBe('method_in_use')
  expect((await remove(v, v.ben, v.id)).reason).toBe('not_found')
  await v.call('editAd', { id: ad.id, methods: [] }, v.ann)
  expect((await remove(v, v.ann, v.id)).reason).toBeUndefined()
  expect(await more(v, v.ann)).toEqual({ list: [] })
})

test('an ad tells its methods by their banks alone; the buyer chooses one, and order, seller and desk read where it leads', async () => {
  const v = await opened()
  const ad = await v.publish({ methods: [v.id] })
  const { message: seen } = await v.call('ad', { id: ad.id }, v.ben)
  expect(seen).toMatchObject({
    methods: [
      { id: 0, way: 'bank', name: 'HSBC' },
      { id: v.id, way: 'bank', name: 'DBS Bank' },
      { id: 0, way: 'ali_pay', name: '' },
    ],
  })
  expect(JSON.stringify(seen)).not.toContain('77776666')
  const order = await v.take(ad, { method: v.id })
  expect(order.payee).toMatchObject({ bank_name: 'DBS Bank', bank_account: '77776666' })
  expect((await v.seen(order, v.ann)).payee.bank_account).toBe('77776666')
  // Kept for the order, also when the ad offers it no more.
  await v.call('editAd', { id: ad.id, methods: [] }, v.ann)
  expect((await remove(v, v.ann, v.id)).reason).toBe('method_in_use')
  await v.pay(order)
  await v.confirm(order)
  expect((await remove(v, v.ann, v.id)).reason).toBeUndefined()
  expect(v.venue.audit()).toEqual([])
})

test('a method that an ad does not offer, of another way or of another person, is not taken', async () => {
  const v = await opened()
  const ad = await v.publish()
  const take = (body: object) =>
    v.reasonOf('take', { id: ad.id, means: 'number', value: '100', way: 'bank', ...body }, v.ben)
  expect(await take({ method: v.id })).toBe('way_unknown')
  expect(
    await v.reasonOf(
      'publish',
      {
        side: 'sell',
        currency_id: 3,
        fiat: 'USD',
        price: '1.01',
        total_number: '100',
        min_amount: '50',
        max_amount: '100',
        ways: ['ali_pay'],
        pay_minutes: 15,
        pay_password: pin,
        methods: [v.id],
      },
      v.ann,
    ),
  ).toBe('payee_missing')
})

test('who sells into an ad chooses among all of their own methods', async () => {
  const v = await opened()
  await v.bail(v.ben)
  const ad = await v.publish({ side: 'buy', price: '0.99' }, v.ben)
  const order = await v.take(ad, { method: v.id }, v.ann)
  expect(order).toMatchObject({ my_role: 'seller', payee: { bank_account: '77776666' } })
  expect(
    await v.reasonOf(
      'take',
      { id: ad.id, means: 'number', value: '60', way: 'bank', method: v.id, pay_password: pin },
      v.cleo,
    ),
  ).toBe('way_unknown')
})

test('an order by a further method is claimed after the time to pay also when that method is gone', async () => {
  const v = await opened()
  const order = await v.take(await v.publish({ methods: [v.id] }), { method: v.id })
  await v.advance(15 * 60_000)
  await v.call('editAd', { id: order.ad_id, methods: [] }, v.ann)
  expect((await remove(v, v.ann, v.id)).reason).toBeUndefined()
  const claim = { id: order.id, problem: 'Paid.', vouchers: [voucherOf(v.ben)] }
  expect((await v.call('appeal', claim, v.ben)).message).toMatchObject({ payee: { bank_account: '77776666' } })
  await v.confirm(order)
  expect(v.venue.audit()).toEqual([])
})
