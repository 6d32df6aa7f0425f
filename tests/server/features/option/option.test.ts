import { maxPayouts } from '#server/features/option/exposure.ts'
import { optionHold } from '#server/features/option/rows.ts'
import { settleOption } from '#server/features/option/settle.ts'
import { haltTrading } from '#server/core/halt.ts'
import { option, optionOrder } from '#contract/option/option.ts'
import { recompute } from '#contract/option/option-outcome.ts'
import { decode } from '#contract/wire/coded.ts'
import { answerOf } from '#tests/support/people.ts'
import { optionVenue, start } from '#tests/support/option-venue.ts'
import { units } from '#tests/support/lever-venue.ts'
import { atOnce } from '#tests/support/venues.ts'
import { expect, test } from 'vitest'

const begin = units(1000)
/** The price rises by one after 30 s. */
const rising = (ms: number) => (ms < 30_000 ? 100 : 101)
const falling = (ms: number) => (ms < 30_000 ? 100 : 99)

test('O7 a stake is held, its entry is the first tick more than 500 ms later, and events report both', async () => {
  const { until, submit, quote, clock, money, eventsOf, ann, venue } = await optionVenue(1)
  await until(5000)
  const taken = await submit(ann, { round_no: 1, profit_ratio: '80', lang: 'en' })
  expect(taken).toMatchObject({
    type: 'ok',
    message: {
      type: 1,
      status: 1,
      round_no: 1,
      round_id: 'BTC-USDT_60_1',
      number: '10',
      fee: '0',
      profit_ratio: '80',
      open_price: null,
      end_price: null,
      close_ms: start + 60_000,
      remain_milli_seconds: 55_000,
      profit_result: null,
      receipt: null,
      rev: 1,
      seconds: 60,
    },
  })
  expect(money(ann)).toEqual({ free: begin - units(10), held: units(10) })
  clock.advance(130)
  await quote(100.7)
  clock.advance(371)
  await quote(100.5)
  venue.flush()
  expect(eventsOf(ann, 'option.orderChanged')).toMatchObject([
    { why: 'accepted', v: { rev: 1, open_price: null } },
    { why: 'entry', v: { rev: 2, open_price: '100.50' } },
  ])
  expect(venue.audit()).toEqual([])
})
test('O7 a tick exactly 500 ms after acceptance is not the entry', async () => {
  const { until, submit, quote, clock, order, ann } = await optionVenue(1)
  await until(5000)
  clock.advance(100)
  const { message } = await submit(ann)
  await quote(105)
  expect(await order(ann, message['id'])).toMatchObject({ open_price: null })
  clock.advance(500)
  await quote(106)
  expect(await order(ann, message['id'])).toMatchObject({ open_price: null })
  clock.advance(1)
  await quote(100.1)
  expect(await order(ann, message['id'])).toMatchObject({ open_price: '100.10' })
})
test('O7 the entry delay is configurable, so that a slow price source gives no advantage', async () => {
  const { until, submit, order, ann } = await optionVenue(1, { settings: { option: { entryDelayMs: 700 } } })
  await until(5000)
  const { message } = await submit(ann)
  await until(6000, (ms) => (ms === 5500 ? 110 : 111))
  expect(await order(ann, message['id'])).toMatchObject({ open_price: '111.00', status: 1 })
})
test('O7 without a tick within two seconds only this order is voided, with stake and fee returned', async () => {
  const { until, submit, silence, order, money, eventsOf, ann, ben, venue } = await optionVenue(2)
  await venue.command(({ tables }) => tables.coins.put({ ...tables.coins.need(3), microFee: '1' }))
  await until(5000)
  const early = await submit(ben)
  await until(6000)
  const { message } = await submit(ann, { number: '20' })
  expect(message).toMatchObject({ fee: '0.2' })
  await silence(8500)
  expect(await order(ann, message['id'])).toMatchObject({ status: 1 })
  await silence(8501)
  expect(await order(ann, message['id'])).toMatchObject({
    status: 3,
    void_reason: 'no_entry',
    profit_result: null,
    receipt: { outcome: 'void', payout: '20.2', entry: null },
  })
  expect(money(ann)).toEqual({ free: begin, held: 0n })
  expect(eventsOf(ann, 'option.orderChanged')).toMatchObject([{ why: 'accepted' }, { why: 'void' }])
  expect(await order(ben, early.message['id'])).toMatchObject({ status: 1 })
  expect(venue.audit()).toEqual([])
})
test('O7 a tick later than two seconds is not the entry, even before the deadline has run', async () => {
  const { until, submit, quote, clock, order, ann, venue } = await optionVenue(1)
  await until(5000)
  const { message } = await submit(ann)
  clock.advance(2501)
  await quote(100)
  expect(await order(ann, message['id'])).toMatchObject({ status: 3, void_reason: 'no_entry' })
  expect([...venue.ctx.tables.deadlines.all()].filter(({ kind }) => kind === 'optionEntry')).toEqual([])
})
test.each([
  ['stale', 'stale', false],
  ['gap', 'gap', false],
  ['without a delivery', null, true],
] as const)('O6 a round that ends %s is void for a stake with an entry', async (_, reason, isMissing) => {
  const { until, submit, money, order, ann, venue } = await optionVenue(1)
  await until(5000)
  const { message } = await submit(ann)
  await until(6000)
  const [row] = [...venue.ctx.tables.optionOrders.all()]
  if (!row?.entry) throw new Error('no entry yet')
  await venue.command((ctx) =>
    settleOption(ctx, row, {
      delivery: isMissing ? null : { price: '200.00', tick_id: 'x', at_ms: start + 60_000 },
      values: [],
      coverage: '100',
      reason,
    }),
  )
  expect(await order(ann, message['id'])).toMatchObject({
    status: 3,
    void_reason: reason ?? 'stale',
    profit_result: null,
    receipt: { outcome: 'void' },
  })
  expect(money(ann)).toEqual({ free: begin, held: 0n })
  // Without a fee there is one entry in the journal: the stake comes back.
  venue.flush()
  expect(atOnce(venue.store.entries(0, 1000)).filter(({ ref }) => ref === optionHold(row.id))).toHaveLength(2)
})

test.each([
  ['a call', 1, rising, 'win', 1, '8', 8],
  ['a call', 1, falling, 'loss', -1, '-10', -10],
  ['a call', 1, () => 100, 'draw', 0, '0', 0],
  ['a put', 2, falling, 'win', 1, '8', 8],
  ['a put', 2, rising, 'loss', -1, '-10', -10],
  ['a put', 2, () => 100, 'draw', 0, '0', 0],
  ['an even', 3, () => 100, 'win', 1, '25', 25],
  ['an even', 3, rising, 'loss', -1, '-10', -10],
])(
  'O5 %s (%i) with %o is a %s: the payout is exact, and the audit is clean',
  async (_what, type, price, name, code, profit, moved) => {
    const { until, submit, order, money, eventsOf, ann, venue } = await optionVenue(1)
    await venue.command(({ tables }) => tables.coins.put({ ...tables.coins.need(3), microFee: '0.5' }))
    await until(5000)
    const { message } = await submit(ann, { type })
    await until(60_500, price)
    expect(await order(ann, message['id'])).toMatchObject({
      status: 3,
      profit_result: code,
      profit_result_name: name,
      fact_profits: profit,
      fee: '0.05',
      void_reason: null,
    })
    expect(money(ann)).toEqual({ free: begin + units(moved) - units(0.05), held: 0n })
    expect([money('house').free, money('fee').free]).toEqual([units(-moved), units(0.05)])
    expect(eventsOf(ann, 'option.settled')).toMatchObject([
      { v: { status: 3, profit_result: code, receipt: { coverage: '100' } } },
    ])
    expect(venue.audit()).toEqual([])
  },
)
test('O3 the receipt names the ticks, and its result can be recomputed, with the path', async () => {
  const { until, submit, order, ann } = await optionVenue(1)
  await until(5000)
  const { message } = await submit(ann, { seconds: 120, number: '33.33333333' })
  await until(120_500, (ms) => 100 + (ms % 7000) / 1000)
  const settled = await order(ann, message['id'])
  expect(settled).toMatchObject({
    receipt: {
      round_no: 1,
      source: 'index BTC-USDT',
      scale: 2,
      rule: 'rounds-3',
      entry: { price: '106.00', at_ms: start + 6000 },
      delivery: { at_ms: start + 120_000 },
    },
  })
  const read = decode(optionOrder, settled)
  if (!read.success || !read.data.receipt?.path) throw new Error('unreadable')
  expect(read.data.receipt.path).toHaveLength(200)
  expect(read.data.receipt.values).toHaveLength(20)
  expect(recompute(read.data)).toMatchObject({ isRight: true, outcome: 'put', payout: '0' })
})

test.each([
  ['the first instant', 0, 'ok'],
  ['the last instant', 39_999, 'ok'],
  ['the lock', 40_000, 'round_closed'],
  ['just before the close', 59_999, 'round_closed'],
  ['the close, which opens the next', 60_000, 'ok'],
])('O2 an order at %s is accepted or refused by the clock of the server', async (_, ms, outcome) => {
  const { until, submit, silence, quote, ann } = await optionVenue(1)
  await quote(100)
  if (ms > 0) {
    await until(ms - 1)
    await silence(ms)
  }
  const { type, reason, message, params } = await submit(ann)
  expect([reason ?? type, message['round_no'], params]).toMatchObject(
    outcome === 'ok'
      ? ['ok', ms < 60_000 ? 1 : 2, undefined]
      : [outcome, undefined, { next: { no: 2, phase: 'scheduled', open_ms: start + 60_000 } }],
  )
})
test('O2 a stake on the round that the user saw is never moved to another round', async () => {
  const { until, submit, money, ann } = await optionVenue(1)
  await until(61_000)
  expect(await submit(ann, { round_no: 1 })).toMatchObject({
    reason: 'round_closed',
    params: { next: { no: 2, phase: 'open' } },
  })
  expect(await submit(ann, { round_no: 3 })).toMatchObject({ reason: 'round_closed', params: { next: { no: 2 } } })
  expect(money(ann)).toEqual({ free: begin, held: 0n })
})
test.each([
  ['no period', { seconds: '' }, 'period_required', undefined],
  ['an unknown period', { seconds: 61 }, 'period_required', undefined],
  ['no amount', { number: '' }, 'amount_required', undefined],
  ['zero', { number: '0.00' }, 'amount_required', undefined],
  ['too little', { number: '9.99999999' }, 'amount_below_min', { min: '10' }],
  ['too much', { number: '1000.00000001' }, 'amount_above_max', { max: '1000' }],
  ['another ratio', { profit_ratio: '81' }, 'ratio_moved', { ratio: '80' }],
  ['the ratio of another type', { type: 3, profit_ratio: '80' }, 'ratio_moved', { ratio: '250' }],
  [
    'more than the balance',
    { number: '1000', seconds: 120, match_id: 1, type: 2, currency_id: 3, round_no: 1 },
    'insufficient_balance',
    undefined,
  ],
  ['a coin that cannot be staked', { currency_id: 1 }, 'not_found', undefined],
  ['an unknown market', { match_id: 77 }, 'not_found', undefined],
])('O9 %s is refused and books nothing', async (_, change, reason, params) => {
  const { until, submit, money, list, ann, ben } = await optionVenue(2)
  await until(5000)
  if (reason === 'insufficient_balance') await submit(ann)
  const before = money(ann)
  const refused = await submit(ann, change)
  expect(refused).toMatchObject({ type: 'error', reason })
  expect(refused.params).toEqual(params)
  expect(money(ann)).toEqual(before)
  expect((await list(ben)).data).toEqual([])
})
test('O9 a user without primary KYC cannot stake', async () => {
  const { until, submit, ann, venue } = await optionVenue(1)
  await until(5000)
  await venue.command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(`${ann}:1`), status: 'rejected' }))
  expect(await submit(ann)).toMatchObject({ type: '998', reason: 'kyc_needed' })
})
test('O9 no stake is accepted under a trade lock or while trading is halted', async () => {
  const { until, submit, clock, ann, venue } = await optionVenue(1)
  await until(5000)
  await venue.command(({ tables }) => tables.users.put({ ...tables.users.need(ann), tradeUntil: clock.now() + 1000 }))
  expect(await submit(ann)).toMatchObject({ reason: 'trade_locked' })
  await venue.command(haltTrading)
  expect(await submit(ann)).toMatchObject({ reason: 'market_closed' })
})
test('O8 a stake is refused if the payout of its side would exceed the cap; other sides are not affected', async () => {
  const { until, submit, ann, ben, venue } = await optionVenue(2, { settings: { option: { exposure: '900' } } })
  await until(5000)
  expect(await submit(ann, { number: '480' })).toMatchObject({ type: 'ok' })
  expect(await submit(ben, { number: '20.1' })).toMatchObject({ reason: 'exposure_full' })
  expect(await submit(ben, { number: '20' })).toMatchObject({ type: 'ok' })
  expect(await submit(ben, { number: '500', type: 2 })).toMatchObject({ type: 'ok' })
  expect(venue.audit()).toEqual([])
})
test('O8 stakes in another coin have a cap of their own', async () => {
  const { until, submit, ann, venue } = await optionVenue(1)
  await until(5000)
  await submit(ann, { number: '480' })
  const [row] = [...venue.ctx.tables.optionOrders.all()]
  if (!row) throw new Error('no stake')
  expect([...maxPayouts([row, { ...row, coin: 1 }]).values()]).toEqual([86_400_000_000n, 86_400_000_000n])
})
test('OPT-1 the number of open orders is limited', async () => {
  const { until, submit, ann } = await optionVenue(1)
  await until(5000)
  for (let n = 0; n < 10; n += 1) expect(await submit(ann)).toMatchObject({ type: 'ok' })
  expect(await submit(ann)).toMatchObject({ reason: 'too_many_open', params: { max: 10 } })
})
test('L7 the same key used twice makes one stake', async () => {
  const { until, submit, money, list, ann } = await optionVenue(1)
  await until(5000)
  const key = '01981b2c-0000-4000-8000-000000000001'
  const [first, second] = await Promise.all([submit(ann, {}, key), submit(ann, {}, key)])
  // Decided in the order they came; the second gets the answer of the first once it is durable.
  expect(first.type).toBe('ok')
  expect(second).toEqual(first)
  expect(await submit(ann, {}, key)).toEqual(first)
  expect(await submit(ann, { type: 2 }, key)).toMatchObject({ reason: 'key_reused' })
  expect(money(ann).held).toBe(units(10))
  expect((await list(ann)).total).toBe(1)
})
test('OPT-2 the list is newest first, filtered by market, period, round and status; an order of another user is not found', async () => {
  const { until, submit, list, ask, quote, ann, ben } = await optionVenue(2)
  await until(5000)
  await quote(4000, 'ETH-USDT')
  await submit(ann)
  await submit(ann, { match_id: 2 })
  await submit(ann, { seconds: 300, number: '20' })
  await until(60_500)
  await submit(ann)
  const ids = async (query: Record<string, unknown>) => (await list(ann, query)).data.map(({ id }) => id)
  expect(await ids({})).toEqual([4, 3, 2, 1])
  expect(await ids({ limit: 3, page: 2 })).toEqual([1])
  expect(await ids({ match_id: 1 })).toEqual([4, 3, 1])
  expect(await ids({ status: 1 })).toEqual([4, 3])
  expect(await ids({ status: 3, seconds: 60, match_id: 1 })).toEqual([1])
  expect(await ids({ round_no: 2 })).toEqual([4])
  const answers = await Promise.all([1, 999].map((id) => ask('GET /api/microtrade/lists', { id }, { user: ben })))
  expect(answers.map(({ answer }) => answer)).toMatchObject([{ reason: 'not_found' }, { reason: 'not_found' }])
  expect(answers[0]?.body).toBe(answers[1]?.body)
})
test('OPT-34 stakes are asked for by the time at which they were made, both ends included, open ones and settled ones', async () => {
  const { until, submit, list, clock, ann } = await optionVenue(1)
  await until(5000)
  const first = clock.now()
  await submit(ann)
  clock.advance(1000)
  const second = clock.now()
  await submit(ann)
  const found = async (query: Record<string, unknown>) => {
    const { data, total } = await list(ann, query)
    expect(total).toBe(data.length)
    return data.map(({ id }) => id)
  }
  const asked = async (status: object) => [
    await found({ ...status }),
    await found({ ...status, from: second }),
    await found({ ...status, to: first }),
    await found({ ...status, from: first, to: second }),
    await found({ ...status, from: first + 1, to: second - 1 }),
    await found({ ...status, from: second + 1 }),
  ]
  const expected = [[2, 1], [2], [1], [2, 1], [], []]
  expect([await asked({ status: 1 }), await asked({})]).toEqual([expected, expected])
  await until(60_500)
  expect([await asked({ status: 3 }), await asked({}), await asked({ match_id: 1, seconds: 60 })]).toEqual([
    expected,
    expected,
    expected,
  ])
  expect((await list(ann, { status: 3, from: first, limit: 1, page: 2 })).data.map(({ id }) => id)).toEqual([1])
})
test('OPT-3 periods and stake coins state the limits of stakes', async () => {
  const { ask, ann } = await optionVenue(1)
  const periods = (await ask('GET /api/microtrade/seconds', { match_id: 1 }, { user: ann })).answer
  expect(periods).toMatchObject({
    message: [
      {
        seconds: 60,
        profit_ratio: '80',
        even_ratio: '250',
        lock_seconds: 20,
        status: 1,
        min_num: '10',
        max_num: '1000',
      },
      { seconds: 120 },
      { seconds: 300 },
    ],
  })
  const coins = (await ask('GET /api/microtrade/payable_currencies', {}, { user: ann })).answer
  expect(coins).toMatchObject({
    message: [
      {
        id: 3,
        name: 'USDT',
        micro_holdtrade_max: 10,
        micro_numbers: [{ number: '10' }, {}, {}, {}, {}],
        user_wallet: { micro_balance: '1000', lock_micro_balance: '0' },
      },
    ],
  })
})
test('OPT-30 the ticks of the last minutes are answered oldest first, to anybody, as far back as the longest round that runs', async () => {
  const { until, ask } = await optionVenue(0)
  const ticksOf = async (match_id: number) => {
    const { answer } = await ask('GET /api/microtrade/ticks', { match_id })
    return option.ticks.output.parse(answerOf(answer).message)
  }
  await until(2000, (ms) => 100 + ms / 1000)
  expect(await ticksOf(1)).toEqual({
    ticks: [
      [start + 500, '100.50'],
      [start + 1000, '101.00'],
      [start + 1500, '101.50'],
      [start + 2000, '102.00'],
    ],
    server_now_ms: start + 2000,
  })
  expect(answerOf((await ask('GET /api/microtrade/ticks', { match_id: 999 })).answer)).toMatchObject({
    type: 'error',
    reason: 'not_found',
  })
  await until(420_000, 102)
  const { ticks } = await ticksOf(1)
  const times = ticks.map(([at]) => at)
  expect(times).toEqual(Array.from({ length: 241 }, (_, n) => start + 300_000 + n * 500))
})
