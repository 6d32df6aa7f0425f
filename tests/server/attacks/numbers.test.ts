import { takeTicks } from '#server/features/option/deadlines.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { openHarness, type Harness } from './harness.ts'
import { fieldsOf } from './shapes.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let harness: Harness
let headers: { Authorization: string }
let user: number
const usdt = 3
beforeEach(async () => {
  harness = await openHarness()
  user = await register(harness, 'ann@kontor.test')
  await verify(harness.venue, [user])
  headers = { Authorization: await harness.tokenOf(user) }
  await quote(50_000)
})
afterEach(() => harness.close())
let ticks = 0
const quote = async (price: number) => {
  const { ctx } = harness.venue
  const market = ctx.markets.need('BTC-USDT')
  const index = Math.round(price * 10 ** market.pair.priceScale)
  market.setQuote({ tick: `t${(ticks += 1)}`, index, mark: index, sources: 1, at: ctx.now() })
  await harness.venue.command(takeTicks)
}
let keys = 0
type Fields = Readonly<Record<string, unknown>>
const call = async (routeKey: string, fields: Fields) => {
  keys += 1
  const { answer } = await harness.call(routeKey, fields, {
    ...headers,
    'Idempotency-Key': `01890000-0000-4000-8000-${String(keys).padStart(12, '0')}`,
  })
  return answer
}
const order = (fields: Fields) =>
  call('POST /api/coin/trade', {
    legal_id: usdt,
    currency_id: 1,
    type: 1,
    amount: '0.01',
    target_price: '50000',
    kind: 'limit',
    ...fields,
  })
const openPosition = (fields: Fields) =>
  call('POST /api/lever/submit', {
    legal_id: usdt,
    currency_id: 1,
    type: 1,
    status: 1,
    share: 1,
    multiple: 10,
    ...fields,
  })
const spotBalance = () => harness.venue.ctx.ledger.balance({ owner: user, asset: usdt, kind: 'change' })

test.each([
  ['a price that is not a multiple of the tick size', { target_price: '50000.001' }, 'price_step'],
  ['an amount that is not a multiple of the lot size', { amount: '0.0100001' }, 'amount_step'],
  ['less than the minimum amount', { amount: '0.000001' }, 'amount_below_min'],
  ['a total below the minimum', { amount: '0.000019' }, 'amount_below_min'],
  ['one step at a price of one', { amount: '0.00001', target_price: '0.01' }, null],
  ['an extremely high price', { target_price: '999999999999999999' }, null],
  ['an extremely large amount', { amount: '999999999999999999' }, 'amount_above_max'],
  [
    'an amount and a price whose product exceeds exact numbers',
    { amount: '99', target_price: '90071992547409.91' },
    null,
  ],
  ['an amount beyond the balance', { amount: '90', target_price: '50000' }, 'insufficient_balance'],
  [
    'an extremely large total',
    { kind: 'market', amount: undefined, target_price: undefined, total: '999999999999999999.99999999' },
    null,
  ],
] as const)('AT20 AT19 an order with %s is refused and holds no money', async (_, fields, reason) => {
  const before = spotBalance()
  const booked = harness.booked()
  const answer = await order(fields)
  expect(answer.type).toBe('error')
  expect([reason ?? answer.reason, spotBalance(), harness.booked()]).toEqual([answer.reason, before, booked])
  expect([answer.reason === 'fault', harness.faults]).toEqual([false, []])
})
test.each([1.5, 0, -1, '1.5', '0', '-1', '1e1', '0x1', ' 1', '', null, true, [1], '9'.repeat(30)])(
  'AT17 %j lots open no position',
  async (share) => {
    const answer = await openPosition({ share })
    expect(answer.type).toBe('error')
    expect(['lots_required', 'malformed', 'lots_out_of_range']).toContain(answer.reason)
    expect(harness.faults).toEqual([])
  },
)
test.each([
  [1, { target_profit_price: '49000' }],
  [1, { stop_loss_price: '51000' }],
  [2, { target_profit_price: '51000' }],
  [2, { stop_loss_price: '49000' }],
])('AT22 for a position of side %i the stop %j is on the wrong side, when opening and later', async (type, stops) => {
  expect((await openPosition({ type, ...stops })).reason).toBe('stop_wrong_side')
  const opened = await openPosition({ type })
  expect(opened.type).toBe('ok')
  const id = opened.data?.['id']
  expect((await call('POST /api/lever/setstop', { id, ...stops })).reason).toBe('stop_wrong_side')
})
test('AT18 five hundred minimum orders back and forth: both sides pay a fee each time, and neither gains a unit', async () => {
  const ben = await register(harness, 'ben@kontor.test')
  const assets = [1, usdt]
  const sum = (asset: number) =>
    [user, ben].reduce(
      (all, owner) =>
        all +
        harness.venue.ctx.ledger.balance({ owner, asset, kind: 'change' }).free +
        harness.venue.ctx.ledger.balance({ owner, asset, kind: 'change' }).held,
      0n,
    )
  let before = assets.map(sum)
  const minOrder = { legal_id: usdt, currency_id: 1, amount: '0.0001', target_price: '50000' }
  for (let at = 0; at < 500; at += 1) {
    const [maker, taker] = at % 2 === 0 ? [user, ben] : [ben, user]
    await harness.ask('POST /api/coin/trade', { ...minOrder, type: 1, kind: 'limit' }, { user: maker })
    await harness.ask('POST /api/coin/trade', { ...minOrder, type: 2, kind: 'ioc' }, { user: taker })
    const after = assets.map(sum)
    // Both assets lose a fee each time, however small it is.
    expect(after.every((now, of) => now < (before[of] ?? 0n))).toBe(true)
    before = after
  }
  expect(harness.venue.audit()).toEqual([])
}, 30_000)
test('AT75 no list accepts a limit above fifty or a page below one, and a page far beyond the end causes no fault', async () => {
  const lists = harness.venue.routes.filter(
    ({ endpoint }) => endpoint.isHidden !== true && Object.hasOwn(fieldsOf(endpoint), 'limit'),
  )
  expect(lists.length).toBeGreaterThan(5)
  const needed: Fields = {
    currency: usdt,
    currency_id: 1,
    legal_id: usdt,
    type: 'change',
    kind: 'change',
    match_id: 1,
    seconds: 60,
    c_id: 1,
  }
  for (const route of lists) {
    const [routeKey = ''] = routeKeysOf(route)
    const some = Object.fromEntries(
      Object.entries(needed).filter(
        ([name]) => Object.hasOwn(fieldsOf(route.endpoint), name) && !name.startsWith('type'),
      ),
    )
    for (const more of [
      { limit: 51 },
      { limit: 1e9 },
      { limit: 0 },
      { limit: -1 },
      { page: 0 },
      { page: -1 },
      { page: 1.5 },
      { page: '1e3' },
    ]) {
      const answer = await call(routeKey, { ...some, ...more })
      expect([routeKey, more, answer.reason]).toEqual([routeKey, more, 'malformed'])
    }
    const far = await call(routeKey, { ...some, page: 1_000_000_000, limit: 50 })
    expect([routeKey, far.reason ?? 'ok']).not.toEqual([routeKey, 'fault'])
  }
  expect(harness.faults).toEqual([])
})
test('AT75 at most a thousand candles are returned, however long the span; a span that ends before it starts is empty', async () => {
  const candleCount = async (from: number, to: number) => {
    const { text } = await harness.sendRequest(
      'GET',
      `/api/currency/new_timeshar?symbol=BTC%2FUSDT&period=1min&from=${from}&to=${to}`,
    )
    const envelope: { data?: unknown[] } = JSON.parse(text)
    return envelope.data?.length ?? 0
  }
  expect(await candleCount(0, 4_102_444_800)).toBeLessThanOrEqual(1000)
  expect(await candleCount(4_102_444_800, 0)).toBe(0)
  expect(harness.faults).toEqual([])
})
