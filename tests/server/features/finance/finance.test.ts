import { dailyInterest, penaltyOf } from '#contract/finance/finance-penalty.ts'
import { hostingTransitions, isHostingAhead, mayHostingStep } from '#contract/finance/finance.ts'
import { daysDue, nextPaymentMs, termEndMs, termFrom } from '#contract/finance/earnings-term.ts'
import { parseDec } from '#contract/wire/money.ts'
import { hostingAccrual } from '#server/features/finance/settle.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { dayMs, financeVenue } from '#tests/server/features/finance/finance-venue.ts'
import { expect, test } from 'vitest'

type Venue = Awaited<ReturnType<typeof financeVenue>>
const start = Date.UTC(2026, 0, 5)
/**
 * 0.4 % a day for 15 days, with the penalty of each day that remains; 0.25 % for 7 days, with one and a half days of
 * interest.
 */
const [byDays, byInterest] = [2, 1]

const schedules: Readonly<Record<string, (venue: Venue) => Promise<unknown>>> = {
  'run at each midnight': async ({ to }) => {
    for (let day = 1; day <= 17; day += 1) await to(day)
  },
  'run once, after a sleep to the end': ({ to }) => to(40),
  'asleep over three days': async ({ to }) => {
    await to(2)
    await to(5, 3 * 3_600_000)
    await to(17)
  },
  'run twice by a doubled job': async ({ to, venue }) => {
    for (let day = 1; day <= 17; day += 1) {
      await to(day)
      await venue.command((ctx) =>
        [...ctx.tables.hostingOrders.all()].forEach(({ id }) => hostingAccrual.run(ctx, String(id))),
      )
      await to(day, 1)
    }
  },
  'on a clock that jumps ahead and back': async ({ to }) => {
    await to(3)
    await to(1)
    await to(9, 1)
    await to(2)
    await to(17)
  },
}
test.each(Object.entries(schedules))(
  'F1 F2 F4 an order %s earns each day once, ends once, and leaves the same books',
  async (_, play) => {
    const venue = await financeVenue()
    const { host, ann, spot, accruals, house } = venue
    const order = await host(byDays, '1000')
    expect(order).toMatchObject({
      status: 1,
      end_ms: start + 16 * dayMs,
      next_ms: start + 2 * dayMs,
      daily: '4',
      total_interest: '60',
      remain_day: 15,
      cancel_fee: '60',
    })
    expect(spot(ann)).toBe('900000000000+100000000000')
    await play(venue)
    expect(spot(ann)).toBe('1006000000000+0')
    expect(
      accruals()
        .map(({ day, amount }) => [day - start / dayMs, amount])
        .toSorted(([a = 0], [b = 0]) => Number(a) - Number(b)),
    ).toEqual(Array.from({ length: 15 }, (__, n) => [n + 1, '4']))
    expect([house('yield'), house('penalty')]).toEqual(['-6000000000', '0'])
    const { message } = await venue.call('GET /api/lh/deposit/order')
    expect(message).toMatchObject({
      total: 1,
      order_list: [{ status: 2, is_cancel: 0, earned: '60', remain_day: 0, next_ms: null, rev: 16 }],
    })
    expect([venue.venue.audit(), venue.bugs]).toEqual([[], []])
  },
)
test('F2 F4 a venue that is killed after a payment and started twice on the same folder pays no day twice', async () => {
  const store = openSqlite(':memory:')
  const before = await financeVenue({ store })
  await before.host(byDays, '1000')
  await before.to(3)
  before.venue.flush()
  const again = createMemoryVenue({ store, startMs: start + 5 * dayMs })
  for (let pass = 0; pass < 20; pass += 1) await again.venue.runDue()
  again.venue.flush()
  const last = createMemoryVenue({ store, startMs: start + 5 * dayMs })
  for (let pass = 0; pass < 20; pass += 1) await last.venue.runDue()
  expect(last.venue.ctx.ledger.balance({ owner: before.ann, asset: 3, kind: 'change' }).free).toBe(parseDec('9016'))
  expect([...last.venue.ctx.tables.hostingOrders.all()].map(({ paid }) => paid)).toEqual([4])
  expect(last.venue.audit()).toEqual([])
})
test.each<[string, number, number, string, string]>([
  ['half a day and a whole one of interest', byInterest, 0, '3.75', '9996.25'],
  ['the same after three days', byInterest, 4, '3.75', '10003.75'],
  ['each of fifteen days', byDays, 0, '60', '9940'],
  ['each of eleven days', byDays, 5, '44', '9972'],
  ['the one day that is left', byDays, 15, '4', '10052'],
])(
  'F3 leaving early costs %s, taken from the amount once; interest that was paid stays',
  async (_, product, day, fee, left) => {
    const { host, redeem, to, ann, venue, house, call } = await financeVenue()
    const { id } = await host(product, '1000')
    await to(day, 1)
    const { message } = await call('GET /api/lh/deposit/order', { status: 1 })
    expect(message).toMatchObject({ order_list: [{ cancel_fee: fee }] })
    expect((await redeem(id, { seen_fee: fee })).data).toMatchObject({
      status: 2,
      is_cancel: 1,
      cancel_fee: fee,
      remain_day: 0,
    })
    expect(venue.ctx.ledger.balance({ owner: ann, asset: 3, kind: 'change' })).toMatchObject({
      free: parseDec(left),
      held: 0n,
    })
    expect(house('penalty')).toBe(String(parseDec(fee)))
    await to(40)
    expect(venue.ctx.ledger.balance({ owner: ann, asset: 3, kind: 'change' }).free).toBe(parseDec(left))
    expect(venue.audit()).toEqual([])
  },
)
test('F3 a penalty is never more than the amount, is rounded up once, and interest is cut once', () => {
  const terms = { amount: parseDec('100'), dayRate: parseDec('0.004'), ratio: parseDec('0.5'), daysLeft: 15, scale: 6 }
  expect(penaltyOf({ ...terms, rule: 'breach_ratio' })).toBe(parseDec('100'))
  const odd = { ...terms, amount: parseDec('33.333333'), dayRate: parseDec('0.0033') }
  expect([dailyInterest(odd.amount, odd.dayRate, 6), penaltyOf({ ...odd, rule: 'interest_1_5' })]).toEqual([
    parseDec('0.109999'),
    parseDec('0.165'),
  ])
})
test('AT10 F4 of many redemptions at once one counts; one that was confirmed at a lower cost, in another state or of somebody else is refused', async () => {
  const { host, redeem, to, ben, ann, venue, house } = await financeVenue()
  const { id } = await host(byDays, '1000')
  await to(3)
  expect((await redeem(id, { seen_fee: '51.9' })).reason).toBe('price_moved')
  expect((await redeem(id, { expect: 2 })).reason).toBe('state_moved')
  expect((await redeem(id, {}, ben)).reason).toBe('not_found')
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(id)))
  expect(answers.map(({ reason }) => reason ?? 'done').toSorted()).toEqual([
    'done',
    ...Array<string>(7).fill('step_refused'),
  ])
  expect(house('penalty')).toBe(String(parseDec('52')))
  venue.flush()
  expect((await redeem(id)).reason).toBe('step_refused')
  expect(venue.ctx.ledger.balance({ owner: ann, asset: 3, kind: 'change' })).toMatchObject({
    free: parseDec('9956'),
    held: 0n,
  })
  expect(venue.audit()).toEqual([])
})
test('F2 who redeems in the second of a payment, before its deadline has run, has that day paid and is charged for one less', async () => {
  const { host, redeem, clock, ann, venue } = await financeVenue()
  const { id } = await host(byDays, '1000')
  clock.set(start + 2 * dayMs)
  expect((await redeem(id)).data).toMatchObject({ earned: '4', cancel_fee: '56' })
  await venue.runDue()
  expect(venue.ctx.ledger.balance({ owner: ann, asset: 3, kind: 'change' }).free).toBe(parseDec('9948'))
  const second = await host(byDays, '1000')
  clock.set(start + 100 * dayMs)
  expect((await redeem(second.id)).reason).toBe('step_refused')
  expect(venue.audit()).toEqual([])
})
test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no amount', { config_id: 2 }, 'amount_required'],
  ['nothing', { config_id: 2, amount: '0' }, 'amount_required'],
  ['less than the least', { config_id: 2, amount: '99.99' }, 'amount_below_min'],
  ['more than the most', { config_id: 1, amount: '20001' }, 'amount_above_max'],
  ['more decimals than the coin has', { config_id: 2, amount: '100.0000001' }, 'amount_step'],
  ['more than there is', { config_id: 2, amount: '10001' }, 'insufficient_balance'],
  ['a product that does not exist', { config_id: 99, amount: '100' }, 'not_found'],
])('FIN-1 hosting with %s is refused and changes nothing', async (_, body, reason) => {
  const { call, spot, ann, venue } = await financeVenue()
  expect((await call('POST /api/lh/deposit', body)).reason).toBe(reason)
  expect(spot(ann)).toBe('1000000000000+0')
  expect([...venue.ctx.tables.hostingOrders.all()]).toEqual([])
})
test('FIN-1 a refused amount names the bound in its coin; a locked account hosts nothing, and redeems what it has', async () => {
  const { call, host, redeem, venue, ann } = await financeVenue()
  expect((await call('POST /api/lh/deposit', { config_id: 4, amount: '0.01' })).params).toEqual({
    min: '0.05',
    coin: 'ETH',
  })
  const { id } = await host(byInterest, '100')
  await venue.command(({ tables, now }) =>
    tables.users.put({ ...tables.users.need(ann), tradeUntil: now() + dayMs, withdrawUntil: now() + dayMs }),
  )
  expect((await call('POST /api/lh/deposit', { config_id: 2, amount: '100' })).reason).toBe('trade_locked')
  expect((await redeem(id)).reason).toBeUndefined()
})
test('FIN-2 the last of a product goes to one of two people, comes back with an early end, and a closed product takes nobody', async () => {
  const { call, host, redeem, venue, ben } = await financeVenue()
  const change = (some: object) =>
    venue.command(({ tables }) => tables.hostingProducts.put({ ...tables.hostingProducts.need(2), ...some }))
  await change({ total: '150' })
  const { id } = await host(byDays, '100')
  expect((await call('POST /api/lh/deposit', { config_id: 2, amount: '100' }, ben)).reason).toBe('sold_out')
  expect((await call('GET /api/lh/deposit/product_info', { id: 2 })).message).toMatchObject({
    status: 'sold_out',
    left: '50',
  })
  await redeem(id)
  expect((await call('GET /api/lh/deposit/product_info', { id: 2 })).message).toMatchObject({
    status: 'open',
    left: '150',
  })
  await change({ isOpen: false })
  expect((await call('POST /api/lh/deposit', { config_id: 2, amount: '100' }, ben)).reason).toBe('product_closed')
})
test('L11 a product closes before the house could promise more than its limit; running orders are paid, also when the limit is lowered', async () => {
  const { call, host, to, venue, ann, ben } = await financeVenue({ settings: { earnings: { USDT: '70' } } })
  await host(byDays, '1000')
  expect((await call('POST /api/lh/deposit', { config_id: 2, amount: '1000' }, ben)).reason).toBe('product_closed')
  await host(byDays, '100', ben)
  expect((await call('GET /api/lh/deposit/product_info', { id: 2 })).message).toMatchObject({ status: 'closed' })
  venue.ctx.settings.earnings['USDT'] = '1'
  await to(30)
  expect(venue.ctx.ledger.balance({ owner: ann, asset: 3, kind: 'change' }).free).toBe(parseDec('10060'))
  expect(venue.audit()).toEqual([])
  expect((await call('POST /api/lh/deposit', { config_id: 2, amount: '100' })).reason).toBe('product_closed')
})
test('F1 F2 L11 the audit tells a hold that is not its order, a day too many, a promise nobody keeps, and money of the house that was not promised', async () => {
  const { host, venue, ann } = await financeVenue()
  const { id } = await host(byDays, '1000')
  const { tables, ledger } = venue.ctx
  const row = tables.hostingOrders.need(id)
  const rulesAfter = (plant: () => void, undo: () => void) => {
    plant()
    const rules = new Set(venue.audit().map(({ rule }) => rule))
    undo()
    return [...rules].toSorted()
  }
  const back = () => void tables.hostingOrders.put(row)
  expect(rulesAfter(() => void tables.hostingOrders.put({ ...row, amount: '999' }), back)).toEqual(['F1'])
  expect(rulesAfter(() => void tables.hostingOrders.put({ ...row, paid: 15 }), back)).toEqual(['F2', 'L11'])
  expect(rulesAfter(() => void tables.hostingOrders.put({ ...row, paid: 1 }), back)).toEqual(['L11'])
  const pay = (free: bigint) =>
    void ledger.post({
      type: 44,
      ref: 'x',
      postings: [
        { owner: 'yield', asset: 3, kind: 'change', free: -free },
        { owner: ann, asset: 3, kind: 'change', free },
      ],
    })
  expect(
    rulesAfter(
      () => pay(1n),
      () => pay(-1n),
    ),
  ).toEqual(['L11'])
  expect(venue.audit()).toEqual([])
})
test('EARN-1 my earnings are the sums of all products, the days of the curve, and the payments to come in their order', async () => {
  const { call, host, to } = await financeVenue()
  await host(byDays, '1000')
  await to(1)
  await host(byInterest, '1000')
  await call('GET /api/project/project', { id: 'first-steps', amount: '100' })
  await to(3)
  const { message } = await call('GET /api/earnings/summary')
  expect(message).toMatchObject({
    working: '2100',
    today: '6.75',
    total: '10.75',
    orders: 3,
    sources: [
      { source: 'hosting', working: '2000', today: '6.5', total: '10.5', orders: 2 },
      { source: 'plan', working: '100', today: '0.25', total: '0.25', orders: 1 },
      ...['launch', 'mining', 'pledge'].map((source) => ({ source, working: '0', today: '0', total: '0', orders: 0 })),
    ],
    next: [
      { source: 'hosting', currency_name: 'USDT', amount: '4', back: '0', at_ms: start + 4 * dayMs, is_last: 0 },
      { source: 'hosting', amount: '2.5', at_ms: start + 4 * dayMs },
      { source: 'plan', name: 'First Steps', amount: '0.25', at_ms: start + 4 * dayMs },
    ],
  })
  const days =
    typeof message === 'object' && message !== null && 'curve' in message && Array.isArray(message.curve)
      ? message.curve
      : []
  expect([days.length, ...days.slice(-2)]).toEqual([
    30,
    { day: '2026-01-07', profit: '4' },
    { day: '2026-01-08', profit: '6.75' },
  ])
  expect((await call('GET /api/lh/deposit/report')).message).toEqual({
    total_profit: '10.5',
    today_profit: '6.5',
    total_deposit: '2000',
    total_order: 2,
  })
})
test('F2 days are those of UTC: over a change of the clocks each payment is 24 hours after the last', () => {
  const term = termFrom(Date.UTC(2026, 2, 27, 23, 59, 59), 4)
  const times = [0, 1, 2, 3].map((paid) => nextPaymentMs({ ...term, paid }))
  expect(times).toEqual([29, 30, 31, 32].map((date) => Date.UTC(2026, 2, date)))
  expect([
    termEndMs(term),
    daysDue(term, times[1] ?? 0),
    daysDue(term, 0),
    daysDue({ ...term, paid: 4 }, times[3] ?? 0),
  ]).toEqual([Date.UTC(2026, 3, 1), 2, 0, 0])
})
test('FIN-3 what has ended stays ended, whatever arrives late', () => {
  expect(mayHostingStep('redeem', 'ended')).toBe(false)
  expect(Object.values(hostingTransitions).flatMap(({ from }) => [...from])).toEqual(['hosting', 'hosting', 'hosting'])
  expect([
    isHostingAhead({ status: 'ended', rev: 3 }, { status: 'hosting', rev: 9 }),
    isHostingAhead({ status: 'hosting', rev: 3 }, { status: 'ended', rev: 3 }),
  ]).toEqual([false, true])
})
