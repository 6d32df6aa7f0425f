import { powerOfKind, type DeskPower } from '#contract/desk/desk-cases.ts'
import { answerOf } from '#tests/support/people.ts'
import { otcVenue, voucherOf } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const minute = 60_000
const day = 24 * 60 * minute
/** Ben has paid Ann's ad and Ann appeals; Cleo is at the desk. */
async function appealVenue(powers: readonly DeskPower[] = ['deskAppeal', 'deskSettings']) {
  const v = await otcVenue()
  const hold = (user: number, held: readonly string[]) =>
    v.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), powers: held }))
  await hold(v.cleo, powers)
  await v.bail()
  const ad = await v.publish()
  let keys = 0
  const at = async (routeKey: string, body: object, user: number = v.cleo) =>
    answerOf(
      (
        await v.ask(
          routeKey,
          { ...body },
          { user },
          `00000000-0000-4000-a000-${(keys += 1).toString(16).padStart(12, '0')}`,
        )
      ).answer,
    )
  const dispute = async () => {
    const order = await v.take(ad)
    await v.pay(order)
    await v.appeal(order, v.ann)
    return { order, id: `appeal-${order.id}` }
  }
  const decide = (id: string, decision: string, reason = 'As the bank says', user: number = v.cleo) =>
    at('POST /api/desk/decide', { id, decision, reason }, user)
  return { ...v, ad, at, hold, dispute, decide }
}

test('DESK-18 an appeal waits with both sides in full, what to look at twice, and who decides it', async () => {
  const v = await appealVenue()
  const { order, id } = await v.dispute()
  expect(powerOfKind.appeal).toBe('deskAppeal')
  expect((await v.at('GET /api/desk/cases', { kind: 'appeal' })).message).toMatchObject({
    count: 1,
    list: [
      {
        id,
        kind: 'appeal',
        status: 'open',
        amount: '100',
        coin: 'USDT',
        user: { id: v.ann },
        signals: ['no_answer'],
        title: expect.stringContaining(order.order_no),
      },
    ],
  })
  await v.appeal(order, v.ben, { problem: 'I paid', vouchers: [] })
  await v.call('offer', { id: order.id, to_buyer: '60' }, v.ben)
  v.clock.advance(day + 1)
  const { message } = await v.at('GET /api/desk/case', { id })
  expect(message).toMatchObject({
    signals: ['waits_long', 'split_offered'],
    may: ['to_buyer', 'to_seller'],
    is_own: 0,
    appeal: {
      order_no: order.order_no,
      number: '100',
      total_amount: '101',
      payee: { bank_account: `12345${v.ann}` },
      buyer: { id: v.ben, real_name: `HOLDER ${v.ben}`, won: 0, lost: 0 },
      seller: { id: v.ann, real_name: `HOLDER ${v.ann}` },
      appeals: [
        { by: 'seller', kind: 'seller' },
        { by: 'buyer', kind: 'reply', problem: 'I paid' },
      ],
      offers: [{ by: 'buyer', to_buyer: '60' }],
      ruling: null,
      like: [],
    },
  })
  expect(JSON.stringify(message)).toContain(voucherOf(v.ben))
})
test.each(['to_buyer', 'to_seller'] as const)(
  'DESK-18 E6 ruling %s moves the escrow there once, tells both why, and stays to be read',
  async (decision) => {
    const v = await appealVenue()
    const { order, id } = await v.dispute()
    expect((await v.decide(id, decision, ' ')).reason).toBe('reason_required')
    expect((await v.decide(id, 'pass')).reason).toBe('step_refused')
    expect((await v.decide(id, decision)).message).toMatchObject({ status: 'ruled', reason: 'As the bank says' })
    expect(v.money(v.ben)).toBe(decision === 'to_buyer' ? '10100+0' : '10000+0')
    expect(await v.seen(order, v.ben)).toMatchObject({
      status: decision === 'to_buyer' ? 'confirmed' : 'cancelled',
      ruling: { to: decision.slice(3), reason: 'As the bank says' },
    })
    expect(['not_found', 'step_refused']).toContain((await v.decide(id, 'to_seller')).reason)
    expect((await v.at('GET /api/desk/log', {})).message).toMatchObject({
      count: 1,
      list: [{ action: decision, kind: 'appeal', case_id: id, by: { id: v.cleo } }],
    })
    expect((await v.at('GET /api/desk/cases', { kind: 'appeal', status: 'ruled' })).message).toMatchObject({
      count: 1,
      list: [{ id, status: 'ruled' }],
    })
    expect((await v.at('GET /api/desk/case', { id })).message).toMatchObject({
      may: [],
      appeal: { ruling: { to: decision.slice(3) } },
      history: [{ action: decision }],
    })
    const next = await v.dispute()
    expect((await v.at('GET /api/desk/case', { id: next.id })).message).toMatchObject({
      signals: ['no_answer', 'lost_before'],
      appeal: { like: [{ case_id: id, ruling: { to: decision.slice(3) } }] },
    })
    expect(v.venue.audit()).toEqual([])
  },
)
test('DESK-18 neither party decides, whoever appealed; without the power there is no case; what the two settle is no longer open', async () => {
  const v = await appealVenue()
  const { order, id } = await v.dispute()
  for (const party of [v.ann, v.ben]) {
    await v.hold(party, ['deskAppeal'])
    expect((await v.at('GET /api/desk/case', { id }, party)).message).toMatchObject({ is_own: 1, may: [] })
    expect((await v.decide(id, 'to_buyer', 'Mine', party)).reason).toBe('own_case')
  }
  await v.hold(v.cleo, ['deskKyc'])
  expect([(await v.at('GET /api/desk/case', { id })).reason, (await v.decide(id, 'to_buyer')).reason]).toEqual([
    'not_found',
    'not_found',
  ])
  await v.hold(v.cleo, ['deskAppeal'])
  await v.confirm(order)
  expect((await v.at('GET /api/desk/index', {})).message).toMatchObject({ queues: [{ kind: 'appeal', open: 0 }] })
  expect((await v.at('GET /api/desk/cases', { kind: 'appeal', status: 'settled' })).message).toMatchObject({
    count: 1,
    list: [{ id }],
  })
})
test('AT9 a confirm and a ruling at once: one of them ends the order', async () => {
  for (const isFirst of [true, false]) {
    const v = await appealVenue()
    const { order, id } = await v.dispute()
    const both = [() => v.decide(id, 'to_seller'), () => v.confirm(order)]
    const told = await Promise.all((isFirst ? both : both.toReversed()).map((act) => act()))
    expect(told.filter(({ reason }) => reason === undefined).length).toBe(1)
    const { status } = await v.seen(order, v.ben)
    expect([v.money(v.ben), v.venue.audit()]).toEqual([status === 'confirmed' ? '10100+0' : '10000+0', []])
  }
})

test('DESK-19 OTC-9 an outage moves open deadlines by its length, tells both, and no minute moves them twice', async () => {
  const v = await appealVenue()
  const order = await v.take(v.ad)
  await v.advance(10 * minute)
  const now = v.clock.now()
  const declare = (from_ms: number, to_ms: number, reason = 'Line cut') =>
    v.at('POST /api/desk/outage', { from_ms, to_ms, reason })
  expect((await declare(now - 5 * minute, now, '')).reason).toBe('reason_required')
  for (const [from, to] of [
    [now, now],
    [now - minute, now + 1],
    [now - day - 1, now],
    [now, now - minute],
  ] as const)
    expect((await declare(from, to)).reason).toBe('setting_range')
  expect((await declare(now - 5 * minute, now)).message).toEqual({ orders: 1 })
  expect((await declare(now - 2 * minute, now)).reason).toBe('setting_range')
  expect(await v.seen(order, v.ben)).toMatchObject({
    pay_deadline_ms: order.pay_deadline_ms + 5 * minute,
    moved_ms: 5 * minute,
  })
  expect(v.heard.filter(({ why }) => why === 'outage').map(({ user }) => user)).toEqual([v.ben, v.ann])
  expect((await v.at('GET /api/desk/log', {})).message).toMatchObject({
    count: 1,
    list: [{ action: 'outage', about: 'otc', reason: 'Line cut' }],
  })
  await v.hold(v.cleo, ['deskAppeal'])
  expect((await declare(now - minute, now)).reason).toBe('not_found')
})
