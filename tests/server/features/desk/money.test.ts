import { needsTwo } from '#server/features/desk/approvals.ts'
import { worthIn } from '#server/features/market/worth.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { card, pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

type Body = Readonly<Record<string, unknown>>
const why = 'The transfer has not arrived.'
const tx = 'a'.repeat(64)

/** Nothing is decided by itself; Cleo and Dora may decide about money, and Ann has one case of each kind. */
async function moneyDesk(options: Parameters<typeof walletVenue>[0] = {}) {
  const harness = await walletVenue({ ...options, settings: { demoReview: false, ...options.settings } })
  const { call, priced, upload, code, venue, ann } = harness
  const [cleo, dora] = [await register(harness, 'cleo@kontor.test'), await register(harness, 'dora@kontor.test')]
  const hold = (user: number, powers: readonly string[]) =>
    venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), powers }))
  await hold(cleo, ['deskMoney', 'deskSettings'])
  await hold(dora, ['deskMoney'])
  const charge = async (name: string, more: Body = {}, user = ann) =>
    call(
      'POST /api/wallet/charge_req',
      { currency: usdt, amount: '500', netType: 'TRC20', account: tx, imgs: [await upload(user, name)], ...more },
      user,
    )
  const remit = async () => {
    const { quote_id } = await priced({ kind: 'remittance', from: 'EUR', to: usdt, num: '100', account_id: 'eur' })
    return call('POST /api/remittance/remittance', {
      account_id: 'eur',
      amount: '100',
      quote_id,
      payer_name: 'Ann Lee',
      imgs: [await upload(ann, 'slip')],
    })
  }
  const out = (more: Body = {}) =>
    call('POST /api/wallet/out', { currency: usdt, number: '100', address: tron, pay_password: pin, ...more })
  const outBank = async (num: string) => {
    await call('POST /api/user/cash_save', card)
    const { quote_id } = await priced({ kind: 'bank_out', from: usdt, to: 'JPY', num })
    return call('POST /api/wallet/out2', {
      currency: usdt,
      number: num,
      fiat: 'JPY',
      way: 'bank',
      pay_password: pin,
      quote_id,
    })
  }
  await call('POST /api/wallet/addaddress', {
    currency_id: usdt,
    address: tron,
    netType: 'TRC20',
    pay_password: pin,
    code: await code(),
  })
  const decide = (id: string, decision: string, more: Body = {}, by = cleo) =>
    call('POST /api/desk/decide', { id, decision, ...more }, by, crypto.randomUUID())
  const seen = async (id: string, by = cleo) => call('GET /api/desk/case', { id }, by)
  const log = async () => (await call('GET /api/desk/log', {}, cleo)).message
  return { ...harness, cleo, dora, hold, charge, remit, out, outBank, decide, seen, log }
}
type Desk = Awaited<ReturnType<typeof moneyDesk>>

test('DESK-14 a deposit is passed with what has arrived: it is credited, pushed and logged at once, and never twice', async () => {
  const { charge, seen, decide, call, cleo, ann, spot, received, venue, log } = await moneyDesk()
  await charge('one')
  await charge('two')
  expect((await call('GET /api/desk/cases', { kind: 'deposit' }, cleo)).message).toMatchObject({
    count: 2,
    list: [{ id: 'deposit-1', amount: '500', coin: 'USDT', status: 'open' }, { id: 'deposit-2' }],
  })
  expect((await seen('deposit-1')).message).toMatchObject({
    may: ['pass', 'reject'],
    asks: ['credited'],
    needs_two: 0,
    files: [{ name: 'proof', url: expect.stringContaining(`u=${cleo}`) }],
    facts: expect.arrayContaining([
      { name: 'network', value: 'TRC20', unit: null, elsewhere: null, is_odd: 0 },
      { name: 'sender', value: tx, unit: null, elsewhere: null, is_odd: 0 },
      { name: 'amount', value: '500', unit: 'USDT', elsewhere: null, is_odd: 0 },
    ]),
    past: [{ id: 'deposit-2', status: 'open' }],
  })
  for (const [credited, reason] of [
    ['500.01', 'amount_above_max'],
    ['0', 'amount_required'],
    ['1.0000001', 'amount_step'],
  ] as const)
    expect([credited, (await decide('deposit-1', 'pass', { credited })).reason]).toEqual([credited, reason])
  expect((await decide('deposit-1', 'pass', { txid: tx })).reason).toBe('malformed')
  expect(spot(ann)).toBe('1000000000000+0')
  expect((await decide('deposit-1', 'pass', { credited: '450' })).message).toMatchObject({
    id: 'deposit-1',
    status: 'passed',
    rev: 2,
  })
  expect(spot(ann)).toBe('1045000000000+0')
  expect(
    received.filter(({ user, event }) => user === ann && event.ev === 'deposit.changed').at(-1)?.event,
  ).toMatchObject({ why: 'passed', v: { status: 2, daozhang_num: '450' } })
  expect(await log()).toMatchObject({
    count: 1,
    list: [{ action: 'pass', case_id: 'deposit-1', after: '{"status":"passed","credited":"450"}' }],
  })
  expect((await seen('deposit-2')).message).toMatchObject({ signals: ['credited_before', 'new_account'] })
  expect((await decide('deposit-2', 'pass')).reason).toBe('credited_before')
  expect((await decide('deposit-2', 'reject', { reason: why })).message).toMatchObject({
    status: 'rejected',
    reason: why,
  })
  expect((await decide('deposit-1', 'reject', { reason: why })).reason).toBe('step_refused')
  expect((await decide('deposit-1', 'pass')).reason).toBe('step_refused')
  expect([spot(ann), venue.audit()]).toEqual(['1045000000000+0', []])
})

test('DESK-14 a withdrawal passes with its transaction alone and pays out of the hold; rejected, all of it returns', async () => {
  const { out, outBank, seen, decide, spot, ann, venue, call } = await moneyDesk()
  await out()
  await out({ number: '200' })
  await outBank('100')
  expect((await seen('withdraw-1')).message).toMatchObject({
    asks: ['txid'],
    amount: '100',
    facts: expect.arrayContaining([
      { name: 'receipt', value: '99', unit: 'USDT', elsewhere: null, is_odd: 0 },
      { name: 'address', value: tron, unit: null, elsewhere: null, is_odd: 0 },
      { name: 'name', value: 'ANN LEE', unit: null, elsewhere: null, is_odd: 0 },
    ]),
  })
  expect((await decide('withdraw-1', 'pass')).reason).toBe('txid_required')
  expect((await decide('withdraw-1', 'pass', { txid: tx, credited: '1' })).reason).toBe('malformed')
  expect((await decide('withdraw-1', 'reject')).reason).toBe('reason_required')
  expect((await decide('withdraw-1', 'pass', { txid: tx })).message).toMatchObject({ status: 'passed' })
  expect((await decide('withdraw-2', 'reject', { reason: why })).message).toMatchObject({ status: 'rejected' })
  // What is paid by bank is the receipt in fiat, to the whole account number, and has no transaction.
  expect((await seen('withdraw-3')).message).toMatchObject({
    asks: [],
    facts: expect.arrayContaining([
      { name: 'receipt', value: '14775', unit: 'JPY', elsewhere: null, is_odd: 0 },
      { name: 'account', value: '6225888888888888', unit: null, elsewhere: null, is_odd: 0 },
    ]),
  })
  expect((await decide('withdraw-3', 'pass')).message).toMatchObject({ status: 'passed' })
  expect([spot(ann), venue.audit()]).toEqual(['980000000000+0', []])
  expect((await call('GET /api/charge_mention/log3')).message).toMatchObject({
    data: [
      { status: 2, txid: null },
      { status: 3, remark: why },
      { status: 2, txid: tx },
    ],
  })
})

test('DESK-14 a remittance is credited as quoted, and what was decided is found again after a restart', async () => {
  const store = openSqlite(':memory:')
  const { remit, seen, decide, call, cleo, ann, spot, venue } = await moneyDesk({ store })
  const { message: sent } = await remit()
  expect((await seen('remittance-1')).message).toMatchObject({
    asks: [],
    coin: 'USDT',
    facts: expect.arrayContaining([{ name: 'reference', value: `KT${ann}`, unit: null, elsewhere: null, is_odd: 0 }]),
  })
  expect((await decide('remittance-1', 'pass', { credited: '1' })).reason).toBe('malformed')
  expect((await decide('remittance-1', 'pass')).message).toMatchObject({ status: 'passed' })
  expect(spot(ann)).not.toBe('1000000000000+0')
  venue.flush()
  const find = (keyword: string) => call('GET /api/desk/cases', { kind: 'remittance', status: 'passed', keyword }, cleo)
  expect(venue.ctx.tables.remittances.count()).toBe(0)
  for (const [keyword, count] of [
    ['', 1],
    ['ann@kontor.test', 1],
    ['ben@kontor.test', 0],
  ] as const)
    expect([keyword, (await find(keyword)).message]).toMatchObject([keyword, { count }])
  expect((await seen('remittance-1')).message).toMatchObject({
    status: 'passed',
    amount: sent && typeof sent === 'object' && 'result' in sent ? sent.result : '',
    may: [],
    history: [{ action: 'pass' }],
  })
  expect((await decide('remittance-1', 'pass')).reason).toBe('step_refused')
  const again = createMemoryVenue({ store, settings: { demoReview: false } })
  expect(
    JSON.stringify((await again.ask('GET /api/desk/case', { id: 'remittance-1' }, { user: cleo })).answer),
  ).toContain('passed')
})

const big: readonly [string, (desk: Desk) => Promise<unknown>, string, Body][] = [
  ['a deposit', (desk) => desk.charge('big', { amount: '10001' }), 'deposit-1', {}],
  ['a coin withdrawal', (desk) => desk.out({ number: '9000' }), 'withdraw-1', { txid: tx }],
  ['a bank withdrawal', (desk) => desk.outBank('9000'), 'withdraw-1', {}],
  ['a remittance', (desk) => desk.remit(), 'remittance-1', {}],
]
test.each(big)(
  'DESK-15 %s above the setting is passed by two people, neither of them its owner, and by nobody alone',
  async (_, make, id, typed) => {
    const desk = await moneyDesk({ settings: { desk: { fourEyesAbove: '50' } } })
    const { decide, seen, cleo, dora, ann, hold, total, venue, log } = desk
    await make(desk)
    const before = total(ann)
    await hold(ann, ['deskMoney'])
    expect((await decide(id, 'pass', typed, ann)).reason).toBe('own_case')
    expect((await seen(id)).message).toMatchObject({
      needs_two: 1,
      signals: expect.arrayContaining(['needs_two']),
      approved: null,
    })
    expect((await decide(id, 'pass')).message).toMatchObject({ status: 'open' })
    expect((await decide(id, 'pass', typed)).reason).toBe('second_needed')
    expect([total(ann), (await seen(id)).message]).toMatchObject([
      before,
      { status: 'open', approved: { by: { id: cleo } }, signals: expect.arrayContaining(['first_approval']) },
    ])
    expect((await decide(id, 'pass', typed, ann)).reason).toBe('own_case')
    expect((await decide(id, 'pass', typed, dora)).message).toMatchObject({ status: 'passed' })
    expect(total(ann)).not.toBe(before)
    expect(venue.audit()).toEqual([])
    expect(await log()).toMatchObject({
      count: 2,
      list: [
        { action: 'pass', by: { id: dora } },
        { action: 'approve', by: { id: cleo } },
      ],
    })
  },
)

test('DESK-15 an approval ends with another amount, another transaction, or the power of its author', async () => {
  const { charge, out, decide, cleo, dora, hold, spot, ann } = await moneyDesk({
    settings: { desk: { fourEyesAbove: '50' } },
  })
  await charge('one')
  await decide('deposit-1', 'pass', { credited: '400' })
  expect((await decide('deposit-1', 'pass', { credited: '500' }, dora)).message).toMatchObject({ status: 'open' })
  expect((await decide('deposit-1', 'pass', { credited: '400' }, dora)).message).toMatchObject({ status: 'open' })
  expect((await decide('deposit-1', 'pass', { credited: '400' })).message).toMatchObject({ status: 'passed' })
  expect(spot(ann)).toBe('1040000000000+0')
  await out()
  await decide('withdraw-1', 'pass', { txid: tx })
  expect((await decide('withdraw-1', 'pass', { txid: 'b'.repeat(64) }, dora)).message).toMatchObject({ status: 'open' })
  await hold(dora, [])
  expect((await decide('withdraw-1', 'pass', { txid: 'b'.repeat(64) })).message).toMatchObject({ status: 'open' })
  await hold(dora, ['deskMoney'])
  expect((await decide('withdraw-1', 'reject', { reason: why }, dora)).message).toMatchObject({ status: 'rejected' })
  await hold(cleo, ['deskKyc'])
  expect((await decide('withdraw-1', 'pass', { txid: tx })).reason).toBe('not_found')
})

test('DESK-16 a case names other accounts with the same sender, address or bank card, and a name that differs from the verified one', async () => {
  const { charge, out, outBank, call, code, seen, ben, cleo, venue } = await moneyDesk()
  await charge('one')
  await charge('two', {}, ben)
  await out()
  await outBank('100')
  await call(
    'POST /api/wallet/addaddress',
    { currency_id: usdt, address: tron, netType: 'TRC20', pay_password: pin, code: await code(ben) },
    ben,
  )
  await call('POST /api/user/cash_save', card, ben)
  await venue.command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(`${ben}:1`), name: 'BEN HO' }))
  expect((await seen('deposit-1')).message).toMatchObject({
    signals: expect.arrayContaining(['sender_elsewhere']),
    relatives: [{ id: ben, shares: 'sender', kyc: 2 }],
  })
  expect((await seen('withdraw-1')).message).toMatchObject({
    signals: expect.arrayContaining(['address_elsewhere', 'new_address']),
    relatives: [{ id: ben, shares: 'address' }],
  })
  expect((await seen('withdraw-2')).message).toMatchObject({
    signals: expect.arrayContaining(['card_elsewhere']),
    relatives: [{ id: ben, shares: 'account' }],
  })
  expect(
    (await call('GET /api/desk/cases', { kind: 'withdraw', keyword: tron.slice(0, 9) }, cleo)).message,
  ).toMatchObject({ count: 1, list: [{ id: 'withdraw-1' }] })
  expect((await call('GET /api/desk/cases', { kind: 'withdraw', keyword: tron.slice(0, 9) }, ben)).reason).toBe(
    'not_found',
  )
})

test('DESK-14 two deciders at once decide a case once', async () => {
  const { out, charge, decide, cleo, dora, spot, ann, venue, log } = await moneyDesk()
  await charge('one')
  await out()
  const told = await Promise.all([
    decide('deposit-1', 'pass', {}, cleo),
    decide('deposit-1', 'pass', {}, dora),
    decide('withdraw-1', 'pass', { txid: tx }, cleo),
    decide('withdraw-1', 'reject', { reason: why }, dora),
  ])
  expect(told.map(({ reason }) => reason ?? 'done')).toEqual(['done', 'step_refused', 'done', 'step_refused'])
  expect([spot(ann), venue.audit(), await log()]).toMatchObject(['1040000000000+0', [], { count: 2 }])
})

test('DESK-7 the demo decides money by the same moves, and with DEMO_REVIEW=0 it waits', async () => {
  const left = async (demoReview: boolean) => {
    const { charge, out, turn, call, cleo } = await moneyDesk({ settings: { demoReview } })
    await charge('one')
    await out()
    await turn(60_000)
    const count = async (kind: string, status: string) =>
      JSON.stringify((await call('GET /api/desk/cases', { kind, status }, cleo)).message).match(/"count":(\d+)/)?.[1]
    return [
      await count('deposit', 'open'),
      await count('withdraw', 'open'),
      await count('deposit', 'passed'),
      await count('withdraw', 'passed'),
    ]
  }
  expect(await left(true)).toEqual(['0', '0', '1', '1'])
  expect(await left(false)).toEqual(['1', '1', '0', '0'])
})

test('DESK-21 what the demo decides stands in the log of the desk, by nobody, once, and is followed like any decision', async () => {
  const { charge, out, remit, turn, decide, log, seen, spot, ann, cleo, call, venue } = await moneyDesk({
    settings: { demoReview: true, withdraw: { reviewMost: '150' } },
  })
  await charge('one')
  await charge('one')
  await remit()
  await out()
  await out({ number: '200' })
  await decide('deposit-1', 'reject', { reason: why })
  await call('POST /api/user/real_name', { name: 'Cleo Lee', country: 'HK', card_id: 'A12' }, cleo)
  await turn(60_000)
  await turn(60_000)
  const line = { by: null, before: '{"status":"open"}' }
  const passed = { ...line, action: 'pass', reason: null }
  const told = await log()
  expect(told).toMatchObject({
    count: 6,
    list: expect.arrayContaining([
      expect.objectContaining({
        by: expect.objectContaining({ id: cleo }),
        action: 'reject',
        case_id: 'deposit-1',
        reason: why,
      }),
      expect.objectContaining({ ...passed, kind: 'deposit', case_id: 'deposit-2', after: '{"status":"passed"}' }),
      expect.objectContaining({ ...passed, kind: 'remittance', case_id: 'remittance-1', after: '{"status":"passed"}' }),
      expect.objectContaining({
        ...passed,
        kind: 'withdraw',
        case_id: 'withdraw-1',
        after: expect.stringMatching(/^{"status":"passed","txid":"[0-9a-f]{64}"}$/),
      }),
      expect.objectContaining({
        ...line,
        action: 'reject',
        reason: 'demo_limit',
        kind: 'withdraw',
        case_id: 'withdraw-2',
        after: '{"status":"rejected"}',
      }),
      expect.objectContaining({
        ...line,
        action: 'reject',
        reason: 'card_id',
        kind: 'kyc',
        case_id: `kyc-${cleo}`,
        after: '{"status":"rejected"}',
      }),
    ]),
  })
  expect((await seen('withdraw-1')).message).toMatchObject({
    status: 'passed',
    history: [{ by: null, action: 'pass' }],
    may: [],
  })
  expect((await decide('withdraw-1', 'reject', { reason: why })).reason).toBe('step_refused')
  expect((await call('GET /api/desk/log', { by: cleo }, cleo)).message).toMatchObject({ count: 1 })
  expect([spot(ann).endsWith('+0'), venue.audit()]).toEqual([true, []])
})
test('DESK-21 a case that the first of two people has approved is decided by the demo all the same, and nothing is left of the approval', async () => {
  const { charge, decide, turn, venue, seen } = await moneyDesk({ settings: { demoReview: true } })
  await charge('one', { amount: '50000' })
  expect((await decide('deposit-1', 'pass')).message).toMatchObject({ status: 'open' })
  await turn(60_000)
  expect((await seen('deposit-1')).message).toMatchObject({
    status: 'passed',
    approved: null,
    history: [{ by: null, action: 'pass' }, { action: 'approve' }],
  })
  expect(venue.audit()).toEqual([])
})

test('DESK-23 what a case is worth for two people is reckoned at the index; the last trade of a book says nothing, and without a fresh index it takes two', async () => {
  const { venue, clock } = await moneyDesk()
  const { ctx } = venue
  const market = ctx.markets.need('BTC-USDT')
  const btc = 1
  clock.advance(60_000)
  market.recordTrade({ side: 'buy', price: 1, amount: 1 })
  expect(needsTwo(ctx, worthIn(ctx, btc, '0.001'))).toBe(true)
  market.setQuote({ tick: 't1', index: 10_000_000, mark: 1, sources: 3, at: ctx.now() })
  expect(worthIn(ctx, btc, '0.5')).toBe(5_000_000_000_000n)
  expect(needsTwo(ctx, worthIn(ctx, btc, '0.001'))).toBe(false)
  clock.advance(60_000)
  expect(needsTwo(ctx, worthIn(ctx, btc, '0.001'))).toBe(true)
  expect(needsTwo(ctx, worthIn(ctx, usdt, '100'))).toBe(false)
})
