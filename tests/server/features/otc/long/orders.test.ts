import { otcSteps, otcStepNames, otcStatus, type OtcStatus } from '#contract/otc/otc-steps.ts'
import { ruleOrder } from '#server/features/otc/desk.ts'
import { otcVenue, pin, voucherOf, type OtcVenue } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const minute = 60_000
const ready = async () => {
  const venue = await otcVenue()
  await venue.bail()
  return { ...venue, ad: await venue.publish() }
}
/** A live order in each status, reached by the calls of its parties. */
const reach: Readonly<Record<OtcStatus, (v: OtcVenue, id: string) => Promise<unknown>>> = {
  to_be_paid: async () => undefined,
  to_be_confirmed: (v, id) => v.pay({ id }),
  seller_appealing: async (v, id) => [await v.pay({ id }), await v.appeal({ id }, v.ann)],
  overtime_appealing: async (v, id) => [
    await v.pay({ id }),
    await v.advance(30 * minute),
    await v.appeal({ id }, v.ben),
  ],
  confirmed: async (v, id) => [await v.pay({ id }), await v.confirm({ id })],
  cancelled: (v, id) => v.call('cancelOrder', { id }, v.ben),
}
const acts = ['pay', 'undo', 'cancelTradeOrder', 'confirm', 'appeal', 'offer', 'agree'] as const
const act = (v: OtcVenue, name: (typeof acts)[number], id: string, user: number) => {
  if (name === 'pay') return v.pay({ id }, { vouchers: [voucherOf(user)] }, user)
  if (name === 'undo') return v.pay({ id }, { undo: 1, vouchers: [] }, user)
  if (name === 'cancelTradeOrder') return v.call('cancelOrder', { id }, user)
  if (name === 'confirm') return v.confirm({ id }, {}, user)
  if (name === 'offer') return v.call('offer', { id, to_buyer: '40', pay_password: pin }, user)
  if (name === 'agree') return v.call('agree', { id, no: 1, pay_password: pin }, user)
  return v.appeal({ id }, user)
}
/**
 * What each party may do in each status, before and after the deadline that counts there; written out, so that the
 * table is checked.
 */
const expected: Readonly<Record<OtcStatus, { buyer: readonly [string, string]; seller: string }>> = {
  to_be_paid: { buyer: ['pay cancelTradeOrder', ''], seller: '' },
  to_be_confirmed: { buyer: ['pay undo', 'pay appeal'], seller: 'confirm appeal' },
  seller_appealing: { buyer: ['appeal offer', 'appeal offer'], seller: 'confirm appeal offer' },
  overtime_appealing: { buyer: ['appeal offer', 'appeal offer'], seller: 'confirm appeal offer' },
  confirmed: { buyer: ['', ''], seller: '' },
  cancelled: { buyer: ['', ''], seller: '' },
}
test.each(otcStatus.options)(
  'E11 in %s each party may do what the table says and nothing else, before and after the deadline',
  async (status) => {
    const results = new Map<string, string>()
    const wanted = new Map<string, string>()
    for (const isLate of status === 'overtime_appealing' ? [true] : [false, true])
      for (const [role, userOf] of [
        ['buyer', (v: OtcVenue) => v.ben],
        ['seller', (v: OtcVenue) => v.ann],
      ] as const)
        for (const name of acts) {
          const v = await ready()
          const { id } = await v.take(v.ad)
          await reach[status](v, id)
          // The clock passes the deadline before the server's own step runs.
          if (isLate && status === 'to_be_paid') v.clock.advance(15 * minute)
          if (isLate && status === 'to_be_confirmed') v.clock.advance(30 * minute)
          const shown = await v.seen({ id }, userOf(v))
          const { reason = 'ok' } = await act(v, name, id, userOf(v))
          const key = `${role} ${name} ${isLate ? 'late' : 'early'}`
          const may = role === 'seller' ? expected[status].seller : expected[status].buyer[isLate ? 1 : 0]
          wanted.set(key, may.split(' ').includes(name) ? 'ok listed' : 'refused unlisted')
          results.set(key, `${reason === 'ok' ? 'ok' : 'refused'} ${shown.may.includes(name) ? 'listed' : 'unlisted'}`)
          expect(v.venue.audit()).toEqual([])
        }
    expect(Object.fromEntries(results)).toEqual(Object.fromEntries(wanted))
  },
)
test('E3 no step but a late appeal leads out of an ended order, and each step of the table starts somewhere', () => {
  const starts = otcStepNames.filter((name) => name !== 'appealLate').flatMap((name) => otcSteps[name].from)
  expect(otcSteps.appealLate.from).toEqual(['cancelled'])
  expect(new Set(starts)).toEqual(new Set(['to_be_paid', 'to_be_confirmed', 'seller_appealing', 'overtime_appealing']))
})

test('E4 a whole trade: what the ad held reaches the buyer, the fee the venue, and both hear each step', async () => {
  const v = await ready()
  expect([v.money(v.ann), v.ad.escrow]).toEqual(['8499.5+1500.5', '500.5'])
  const order = await v.take(v.ad, { means: 'money', value: '101', price: '1.01' })
  expect(order).toMatchObject({
    number: '100',
    total_amount: '101',
    fee: '0.1',
    fee_payer: 'seller',
    escrow: '100.1',
    my_role: 'buyer',
    status: 'to_be_paid',
    may: ['pay', 'cancelTradeOrder'],
  })
  expect(order.payee).toMatchObject({ way: 'bank', bank_account: `12345${v.ann}`, real_name: `HOLDER ${v.ann}` })
  expect(await v.adSeen(v.ad)).toMatchObject({
    surplus_number: '400',
    locked_number: '100',
    done_number: '0',
    escrow: '400.4',
  })
  expect((await v.pay(order)).reason).toBe(undefined)
  expect((await v.confirm(order, { expect: 'to_be_confirmed' })).reason).toBe(undefined)
  expect([v.money(v.ann), v.money(v.ben), v.money('fee')]).toEqual(['8499.5+1400.4', '10100+0', '0.1+0'])
  const ended = await v.seen(order, v.ben)
  expect(ended).toMatchObject({
    status: 'confirmed',
    escrow: '0',
    may: [],
    ended_ms: v.clock.now(),
    payee: { bank_account: expect.stringMatching(/^\*{4} \d{4}$/) },
  })
  const told = v.heard
    .filter(({ ev }) => ev === 'otc.orderChanged')
    .map(({ user, why }) => `${user === v.ann ? 'ann' : 'ben'} ${why}`)
  expect(told).toEqual(['ben taken', 'ann taken', 'ben paid', 'ann paid', 'ben confirmed', 'ann confirmed'])
  expect(await v.adSeen(v.ad)).toMatchObject({ surplus_number: '400', locked_number: '0', done_number: '100' })
  expect((await v.call('agent', { user_id: v.ann }, v.ben)).message).toMatchObject({
    done_count: 1,
    done_30d: 1,
    finish_rate: '100',
    bail_status: null,
    may: [],
  })
  expect(v.venue.audit()).toEqual([])
})
test("E4 a taken buy ad holds the taker's coins, and its owner pays the fee from what arrives", async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish({ side: 'buy', pay_password: undefined })
  expect([ad.escrow, v.money(v.ann)]).toEqual(['0', '9000+1000'])
  const order = await v.take(ad)
  expect(order).toMatchObject({
    my_role: 'seller',
    fee_payer: 'buyer',
    escrow: '100',
    payee: { real_name: `HOLDER ${v.ben}` },
  })
  expect(v.money(v.ben)).toBe('9900+100')
  await v.pay(order, {}, v.ann)
  expect((await v.confirm(order, {}, v.ben)).reason).toBe(undefined)
  expect([v.money(v.ann), v.money(v.ben), v.money('fee')]).toEqual(['9099.9+1000', '9900+0', '0.1+0'])
  expect(v.venue.audit()).toEqual([])
})
test.each(['buyer', 'timeout', 'ruling'] as const)(
  'E4 a cancel by %s returns the whole escrow to the ad, and to the seller if the ad is taken back',
  async (by) => {
    for (const isBack of [false, true]) {
      const v = await ready()
      const order = await v.take(v.ad)
      if (isBack) await v.call('takeBack', { id: v.ad.id, expect: 'on_shelf' }, v.ann)
      if (by === 'buyer') await v.call('cancelOrder', { id: order.id }, v.ben)
      if (by === 'timeout') await v.advance(15 * minute)
      if (by === 'ruling') {
        await v.pay(order)
        await v.appeal(order, v.ann)
        await v.venue.command((ctx) => void ruleOrder(ctx, order.id, { to: 'seller', reason: 'No payment' }))
      }
      expect(await v.seen(order, v.ann)).toMatchObject({ status: 'cancelled', cancel_reason: by, escrow: '0', may: [] })
      expect(v.money(v.ann)).toBe(isBack ? '9000+1000' : '8499.5+1500.5')
      expect(await v.adSeen(v.ad)).toMatchObject(
        isBack
          ? { status: 'taken_back', surplus_number: '0', escrow: '0' }
          : { surplus_number: '500', locked_number: '0', escrow: '500.5' },
      )
      expect(v.venue.audit()).toEqual([])
    }
  },
)
test.each(['buyer', 'seller'] as const)(
  'E6 a ruling for the %s moves the escrow there once; both see the reason, and neither can move it before',
  async (to) => {
    const v = await ready()
    const order = await v.take(v.ad)
    await v.pay(order)
    await v.appeal(order, v.ann)
    await v.advance(60 * minute)
    expect(await v.seen(order, v.ben)).toMatchObject({ status: 'seller_appealing', may: ['appeal', 'offer'] })
    await v.appeal(order, v.ben, { problem: 'I paid', vouchers: [] })
    await v.venue.command((ctx) => void ruleOrder(ctx, order.id, { to, reason: 'As the bank says' }))
    const seen = await v.seen(order, v.ben)
    expect(seen).toMatchObject({
      status: to === 'buyer' ? 'confirmed' : 'cancelled',
      ruling: { to, reason: 'As the bank says', at_ms: v.clock.now() },
    })
    expect(seen.appeals.map(({ by, kind, problem }) => `${by} ${kind} ${problem}`)).toEqual([
      'seller seller No money',
      'buyer reply I paid',
    ])
    expect(v.money(v.ben)).toBe(to === 'buyer' ? '10100+0' : '10000+0')
    await expect(
      v.venue.command((ctx) => void ruleOrder(ctx, order.id, { to: 'seller', reason: 'Again' })),
    ).rejects.toMatchObject({ reason: expect.stringMatching(/not_found|step_refused/) })
    expect((await v.confirm(order)).reason).toBe('step_refused')
    expect(v.venue.audit()).toEqual([])
  },
)

test('E5 after a payment no timer cancels; after a cancel no payment is taken; an undo keeps the first deadline', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  await v.advance(10 * minute)
  const paid = v.orderFrom(await v.pay(order))
  expect([paid.pay_deadline_ms, paid.confirm_deadline_ms]).toEqual([order.pay_deadline_ms, v.clock.now() + 30 * minute])
  expect((await v.pay(order, { vouchers: [voucherOf(v.ben)] })).message).toMatchObject({
    confirm_deadline_ms: paid.confirm_deadline_ms,
    rev: paid.rev + 1,
  })
  expect((await v.pay(order, { undo: 1, vouchers: [] })).message).toMatchObject({
    status: 'to_be_paid',
    paid_ms: null,
    confirm_deadline_ms: null,
    payment_vouchers: [],
    pay_deadline_ms: order.pay_deadline_ms,
  })
  await v.pay(order)
  await v.advance(24 * 60 * minute)
  expect(await v.seen(order, v.ben)).toMatchObject({ status: 'to_be_confirmed', may: ['pay', 'appeal'] })
  expect(v.heard.filter(({ why }) => why === 'deadline').map(({ user }) => user)).toEqual([v.ben, v.ann])
  expect((await v.pay(order, { undo: 1, vouchers: [] })).reason).toBe('too_late')
  const other = await v.take(v.ad, {}, v.cleo)
  await v.call('cancelOrder', { id: other.id }, v.cleo)
  expect((await v.pay(other, { expect: 'to_be_paid' }, v.cleo)).reason).toBe('state_moved')
  expect((await v.pay(other, {}, v.cleo)).reason).toBe('step_refused')
})
test('AT64 the commit decides: a payment at the last millisecond counts, one at the deadline does not', async () => {
  const v = await ready()
  const [first, second] = [await v.take(v.ad), await v.take(v.ad, {}, v.cleo)]
  v.clock.advance(15 * minute - 1)
  expect((await v.pay(first)).reason).toBe(undefined)
  v.clock.advance(1)
  expect((await v.pay(second, {}, v.cleo)).reason).toBe('too_late')
  await v.venue.runDue()
  expect([(await v.seen(first, v.ben)).status, (await v.seen(second, v.cleo)).status]).toEqual([
    'to_be_confirmed',
    'cancelled',
  ])
})
test('AT9 confirm, appeal, undo and voucher at once: one legal path, one release, in every order', async () => {
  const order = ['confirm', 'appeal', 'undo', 'pay'] as const
  for (let turn = 0; turn < order.length; turn += 1) {
    const v = await ready()
    const { id } = await v.take(v.ad)
    await v.pay({ id })
    const turned = [...order.slice(turn), ...order.slice(0, turn)]
    const told = await Promise.all(
      turned.map((name) => act(v, name, id, name === 'confirm' || name === 'appeal' ? v.ann : v.ben)),
    )
    const { status } = await v.seen({ id }, v.ann)
    const done = turned.filter((_, at) => told[at]?.reason === undefined)
    expect(['confirmed', 'seller_appealing', 'to_be_paid']).toContain(status)
    expect(v.money(v.ben)).toBe(status === 'confirmed' ? '10100+0' : '10000+0')
    expect([done.length > 0, v.venue.audit()]).toEqual([true, []])
  }
})
test('AT9 ten confirms under ten keys release once', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  await v.pay(order)
  const told = await Promise.all(Array.from({ length: 4 }, () => v.confirm(order)))
  expect(told.filter(({ type }) => type === 'ok').length).toBe(1)
  expect([v.money(v.ben), v.venue.audit()]).toEqual(['10100+0', []])
})
test('OTC-8 two takers of the last surplus: one has it, the other is told what is left', async () => {
  const v = await ready()
  await v.take(v.ad, { value: '300' })
  const told = await Promise.all(
    [v.ben, v.cleo].map((user) => v.call('take', { id: v.ad.id, means: 'number', value: '150', way: 'bank' }, user)),
  )
  expect(told.map(({ reason = 'ok' }) => reason).toSorted()).toEqual(['ad_short', 'ok'])
  expect(told.find(({ reason }) => reason === 'ad_short')?.params).toEqual({ surplus: '50' })
})
test('E7 AT29 AT30 an order of others is as missing as one that never was, for each step and each read', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  for (const id of [order.id, '424242']) {
    const asked = [
      v.call('order', { id }, v.cleo),
      v.pay({ id }, {}, v.cleo),
      v.confirm({ id }, {}, v.cleo),
      v.call('cancelOrder', { id }, v.cleo),
      v.appeal({ id }, v.cleo),
      v.pay({ id }, { undo: 1, vouchers: [] }, v.cleo),
    ]
    expect((await Promise.all(asked)).map(({ reason }) => reason)).toEqual(asked.map(() => 'not_found'))
  }
  await v.pay(order)
  expect([
    (await v.confirm(order, {}, v.ben)).reason,
    (await v.pay(order, {}, v.ann)).reason,
    (await v.call('cancelOrder', { id: order.id }, v.ann)).reason,
  ]).toEqual(['step_refused', 'step_refused', 'step_refused'])
  expect((await v.call('orders', {}, v.cleo)).message).toMatchObject({ count: 0, list: [] })
})
test('E8 AT68 price, names and payee are copied: editing the ad moves no order, and a used method cannot be swapped', async () => {
  const v = await ready()
  const order = await v.take(v.ad)
  expect((await v.call('editAd', { id: v.ad.id, price: '1.02' }, v.ann)).message).toMatchObject({
    price: '1.02',
    rev: 3,
  })
  const swap = { real_name: `HOLDER ${v.ann}`, bank_account: '99999999', pay_password: pin }
  const { answer } = await v.ask(
    'POST /api/user/cash_save',
    swap,
    { user: v.ann },
    '00000000-0000-4000-9000-000000000001',
  )
  expect(answer).toMatchObject({ reason: 'method_in_use' })
  expect(await v.seen(order, v.ben)).toMatchObject({ unit_price: '1.01', payee: order.payee })
  expect((await v.pay(order, { vouchers: [voucherOf(v.ann)] })).reason).toBe('file_unknown')
  expect((await v.pay(order, { vouchers: [] })).reason).toBe('voucher_required')
})
test('OTC-9 a declared outage moves the deadlines of open orders by its length and tells both', async () => {
  const { declareOutage } = await import('#server/features/otc/desk.ts')
  const v = await ready()
  const [unpaid, paid] = [await v.take(v.ad), await v.take(v.ad, {}, v.cleo)]
  const sent = v.orderFrom(await v.pay(paid, {}, v.cleo))
  await v.advance(10 * minute)
  const now = v.clock.now()
  expect(await v.venue.command((ctx) => declareOutage(ctx, { from_ms: now - 5 * minute, to_ms: now }))).toBe(2)
  expect(await v.seen(unpaid, v.ben)).toMatchObject({
    pay_deadline_ms: unpaid.pay_deadline_ms + 5 * minute,
    moved_ms: 5 * minute,
  })
  await v.advance(5 * minute)
  expect((await v.seen(unpaid, v.ben)).status).toBe('to_be_paid')
  await v.advance(5 * minute)
  expect((await v.seen(unpaid, v.ben)).status).toBe('cancelled')
  expect((await v.seen(paid, v.cleo)).confirm_deadline_ms).toBe((sent.confirm_deadline_ms ?? 0) + 5 * minute)
})
test('OTC-1 my orders: by filter, role and coin, newest first, ended ones included', async () => {
  const v = await ready()
  const [one, two] = [await v.take(v.ad), await v.take(v.ad)]
  await v.call('cancelOrder', { id: one.id }, v.ben)
  const idsOf = async (user: number, query: Readonly<Record<string, unknown>>) => {
    const { message } = await v.call('orders', query, user)
    return (
      JSON.stringify(message)
        .match(/"id":"\d+","order_no"/g)
        ?.map((text) => /\d+/.exec(text)?.[0]) ?? []
    )
  }
  expect(await idsOf(v.ben, {})).toEqual([two.id, one.id])
  expect([
    await idsOf(v.ben, { filter: 'incomplete' }),
    await idsOf(v.ben, { filter: 'cancelled' }),
    await idsOf(v.ben, { filter: 'completed' }),
  ]).toEqual([[two.id], [one.id], []])
  expect([
    await idsOf(v.ann, { role: 'seller' }),
    await idsOf(v.ann, { role: 'buyer' }),
    await idsOf(v.ann, { currency_id: 1 }),
  ]).toEqual([[two.id, one.id], [], []])
})
test('OTC-31 the orders of one ad: all of them for its owner, their own for takers, ended ones included', async () => {
  const v = await ready()
  const other = await v.publish({ price: '1.02' })
  const [one, two, three] = [await v.take(v.ad), await v.take(v.ad, {}, v.cleo), await v.take(other)]
  await v.call('cancelOrder', { id: one.id }, v.ben)
  const asked = async (user: number, query: Readonly<Record<string, unknown>>) => {
    const { message } = await v.call('orders', query, user)
    const { list, count }: { list: { id: string }[]; count: number } = Object(message)
    return [...list.map(({ id }) => id), count]
  }
  const ad_id = v.ad.id
  expect([await asked(v.ann, { ad_id }), await asked(v.ann, { ad_id: other.id }), await asked(v.ann, {})]).toEqual([
    [two.id, one.id, 2],
    [three.id, 1],
    [three.id, two.id, one.id, 3],
  ])
  expect([
    await asked(v.ann, { ad_id, filter: 'cancelled' }),
    await asked(v.ann, { ad_id, limit: 1, page: 2 }),
  ]).toEqual([
    [one.id, 1],
    [one.id, 2],
  ])
  expect([
    await asked(v.ann, { ad_id, role: 'seller', currency_id: 3 }),
    await asked(v.ann, { ad_id, role: 'buyer' }),
    await asked(v.ann, { ad_id, currency_id: 1 }),
  ]).toEqual([[two.id, one.id, 2], [0], [0]])
  expect([
    await asked(v.ben, { ad_id }),
    await asked(v.ben, { ad_id, role: 'buyer' }),
    await asked(v.ben, { ad_id, role: 'seller' }),
  ]).toEqual([[one.id, 1], [one.id, 1], [0]])
  expect([await asked(v.ben, { ad_id: '424242' }), await asked(v.cleo, { ad_id: other.id })]).toEqual([[0], [0]])
})
