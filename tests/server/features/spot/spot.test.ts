import { maySpotTransition, spotTransitions } from '#contract/spot/spot.ts'
import { houseMaker, houseTaker } from '#server/features/market/market.ts'
import { placeOrder } from '#server/features/spot/settle.ts'
import { actsOf, spotVenue } from '#tests/support/spot-venue.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const units = (whole: number) => BigInt(Math.round(whole * 1e8))
const usdt = 3
const btc = 1
const btcOf = 10_000_000n
const usdtOf = 1_000_000_000_000n

test('TRD-1 a limit order rests, holds exactly its total, and releases it when cancelled', async () => {
  const { submit, cancel, money, orders, ann, venue } = await spotVenue(1)
  const placed = await submit(ann, { type: 1, amount: '0.01', target_price: '90000' })
  expect(placed).toMatchObject({
    type: 'ok',
    data: { status: 1, frozen: '900', trade_amount: '0.01', filled_amount: '0', symbol: 'BTC/USDT', type: 1 },
  })
  expect(money(ann, usdt)).toBe(`${usdtOf - units(900)}+${units(900)}`)
  expect(await orders(ann, { status: 1 })).toHaveLength(1)
  expect(await cancel(ann, placed.data?.['id'], { expect: 1 })).toMatchObject({
    type: 'ok',
    data: { status: 3, cancel_reason: 'user', frozen: '0' },
  })
  expect(money(ann, usdt)).toBe(`${usdtOf}+0`)
  expect(await orders(ann, { status: 1 })).toEqual([])
  expect(await orders(ann)).toMatchObject([{ status: 3 }])
  expect(venue.audit()).toEqual([])
})
test('M3 M6 a trade is at the resting price; the surplus is released at once; each side pays its fee once', async () => {
  const { submit, money, ann, ben, venue } = await spotVenue(2)
  await submit(ann, { type: 2, amount: '0.03', target_price: '95000' })
  const bought = await submit(ben, { type: 1, amount: '0.05', target_price: '96000' })
  expect(bought.data).toMatchObject({
    status: 1,
    filled_amount: '0.03',
    filled_total: '2850',
    trade_price: '95000',
    frozen: '1920',
    fee: '0.00003',
  })
  expect(money(ben, usdt)).toBe(`${usdtOf - units(2850 + 1920)}+${units(1920)}`)
  expect(money(ben, btc)).toBe(`${btcOf + units(0.03) - units(0.00003)}+0`)
  expect(money(ann, usdt)).toBe(`${usdtOf + units(2850) - units(2.85)}+0`)
  expect(money(ann, btc)).toBe(`${btcOf - units(0.03)}+0`)
  expect(money('fee', usdt)).toBe(`${units(2.85)}+0`)
  expect(money('house', usdt)).toBe('0+0')
  expect(venue.audit()).toEqual([])
})
test.each([
  ['buys from a resting order of the house', 1, true],
  ['sells to a resting order of the house', 2, true],
  ['has a resting bid that the house sells to', 1, false],
  ['has a resting ask that the house buys from', 2, false],
] as const)('M3 L4 a person who %s is paid by it, and it by them', async (_, type, isTaker) => {
  const { submit, money, ann, venue } = await spotVenue(1)
  const side = type === 1 ? 'sell' : 'buy'
  const house = (owner: number, kind: 'limit' | 'ioc') =>
    venue.command((ctx) => {
      const market = ctx.markets.need('BTC-USDT')
      placeOrder(ctx, market, { id: market.nextHouseId(), owner, side, kind, price: 9_500_000, amount: 20_000 })
    })
  const person = () => submit(ann, { type, amount: '0.02', target_price: '95000' })
  if (isTaker) await house(houseMaker, 'limit')
  await person()
  if (!isTaker) await house(houseTaker, 'ioc')
  const [paid, got] = type === 1 ? [usdt, btc] : [btc, usdt]
  const sums: Readonly<Record<number, bigint>> = { [usdt]: units(1900), [btc]: units(0.02) }
  const begun: Readonly<Record<number, bigint>> = { [usdt]: usdtOf, [btc]: btcOf }
  const fee = (sums[got] ?? 0n) / 1000n
  expect([money(ann, paid), money(ann, got)]).toEqual([
    `${(begun[paid] ?? 0n) - (sums[paid] ?? 0n)}+0`,
    `${(begun[got] ?? 0n) + (sums[got] ?? 0n) - fee}+0`,
  ])
  expect([money('house', paid), money('house', got), money('fee', got)]).toEqual([
    `${sums[paid]}+0`,
    `${-(sums[got] ?? 0n)}+0`,
    `${fee}+0`,
  ])
  expect(venue.audit()).toEqual([])
})
test('TRD-2 the maker gets the events of the order, the fill and the balance in one command', async () => {
  const { submit, ann, ben, venue } = await spotVenue(2)
  const received: unknown[] = []
  venue.deliveries$.subscribe((rows) =>
    received.push(...rows.filter(({ user }) => user === ann).map(({ body }) => JSON.parse(body))),
  )
  await submit(ann, { type: 2, amount: '0.02', target_price: '95000' })
  received.length = 0
  await submit(ben, { type: 1, amount: '0.02', target_price: '95000' })
  expect(received).toMatchObject([
    { ev: 'spot.orderChanged', why: 'filled', v: { status: 2, filled_amount: '0.02', frozen: '0', fee: '1.9' } },
    { ev: 'spot.filled', v: { fee: '1.9', deal: { side: 'buy', price: '95000.00', amount: '0.020000' } } },
    { ev: 'assets.balanceChanged', why: 50 },
    { ev: 'notification.added', v: { notification: { subject: 'spot_filled', amount: '0.02' } } },
  ])
})
test('TRD-3 a market buy by total spends at most the total and releases the rest', async () => {
  const { submit, money, ann, ben } = await spotVenue(2)
  await submit(ann, { type: 2, amount: '0.01', target_price: '96000' })
  await submit(ann, { type: 2, amount: '0.01', target_price: '96100' })
  const bought = await submit(ben, { type: 1, kind: 'market', total: '1500' })
  expect(bought.data).toMatchObject({
    status: 2,
    filled_amount: '0.015619',
    filled_total: '1499.9859',
    kind: 'market',
    target_price: '0',
    frozen: '0',
  })
  expect(money(ben, usdt)).toBe(`${usdtOf - units(1499.9859)}+0`)
})
test('TRD-4 a market order fills only within its slippage; the rest is cancelled', async () => {
  const { submit, ann, ben, money } = await spotVenue(2)
  await submit(ann, { type: 2, amount: '0.01', target_price: '96000' })
  await submit(ann, { type: 2, amount: '0.01', target_price: '97000' })
  const bought = await submit(ben, { type: 1, kind: 'market', amount: '0.02', slippage: '0.5' })
  expect(bought.data).toMatchObject({ status: 3, cancel_reason: 'unfilled', filled_amount: '0.01' })
  expect(money(ben, usdt)).toBe(`${usdtOf - units(960)}+0`)
})
test('FORMAT-6 a mean price is rounded against its owner: up for who bought, down for who sold', async () => {
  const { submit, orders, ann, ben } = await spotVenue(2)
  await submit(ann, { type: 2, amount: '0.01', target_price: '96000' })
  await submit(ann, { type: 2, amount: '0.02', target_price: '96001' })
  const bought = await submit(ben, { type: 1, kind: 'market', amount: '0.03' })
  expect(bought.data).toMatchObject({ status: 2, trade_price: '96000.67' })
  await submit(ann, { type: 1, amount: '0.02', target_price: '95000' })
  await submit(ann, { type: 1, amount: '0.01', target_price: '94999' })
  await submit(ben, { type: 2, kind: 'market', amount: '0.03' })
  expect((await orders(ben)).map((row) => Object(row)['trade_price'])).toContain('94999.66')
})
test('TRD-5 an ioc order keeps its fills and never rests', async () => {
  const { submit, orders, ann, ben } = await spotVenue(2)
  await submit(ann, { type: 1, amount: '0.01', target_price: '96000' })
  const sold = await submit(ben, { type: 2, kind: 'ioc', amount: '0.03', target_price: '95000' })
  expect(sold.data).toMatchObject({ status: 3, cancel_reason: 'unfilled', filled_amount: '0.01', trade_price: '96000' })
  expect(await orders(ben, { status: 1 })).toEqual([])
})
test('M12 no user trades with themselves: the rest of the newer order is cancelled', async () => {
  const { submit, money, ann, venue } = await spotVenue(1)
  await submit(ann, { type: 2, amount: '0.01', target_price: '96000' })
  expect((await submit(ann, { type: 1, amount: '0.01', target_price: '96000' })).data).toMatchObject({
    status: 3,
    cancel_reason: 'market',
    filled_amount: '0',
  })
  expect(money(ann, usdt)).toBe(`${usdtOf}+0`)
  expect(venue.audit()).toEqual([])
})

const validOrder = { type: 1, amount: '0.01', target_price: '95000' }
test.each([
  ['an unknown pair', { currency_id: 77 }, 'not_found', undefined],
  ['no amount', { amount: '' }, 'quantity_required', undefined],
  ['a zero amount', { amount: '0' }, 'quantity_required', undefined],
  ['an amount that is not a multiple of the lot size', { amount: '0.0100001' }, 'amount_step', { scale: 6 }],
  ['too little', { amount: '0.000001' }, 'amount_below_min', { min: '0.00001' }],
  ['too much', { amount: '101' }, 'amount_above_max', { max: '100' }],
  ['no price', { target_price: '' }, 'price_required', undefined],
  ['a price that is not a multiple of the tick size', { target_price: '95000.001' }, 'price_step', { scale: 2 }],
  ['a price outside the band', { target_price: '1' }, 'price_out_of_band', { low: '48210.00', high: '144630.00' }],
  ['too small a total', { amount: '0.00001' }, 'amount_below_min', { min: '1' }],
  ['more than the balance', { amount: '0.2' }, 'insufficient_balance', undefined],
  ['more coins than the balance', { type: 2, amount: '0.2' }, 'insufficient_sellable', undefined],
  ['an ioc order without a match', { kind: 'ioc' }, 'no_liquidity', undefined],
  ['a market order in an empty book', { kind: 'market', target_price: '' }, 'no_liquidity', undefined],
  ['a market order without amount', { kind: 'market', amount: '' }, 'quantity_required', undefined],
])('TRD-6 %s is refused and books nothing', async (_, change, reason, params) => {
  const { submit, money, orders, ann } = await spotVenue(1)
  const refused = await submit(ann, { ...validOrder, ...change })
  expect(refused).toMatchObject({ type: 'error', reason })
  expect(refused.params).toEqual(params)
  expect(money(ann, usdt)).toBe(`${usdtOf}+0`)
  expect(await orders(ann)).toEqual([])
})
test.each([
  ['the lowest price', 1, '48210.00', undefined],
  ['a tick below it', 1, '48209.99', 'price_out_of_band'],
  ['the highest price', 2, '144630.00', undefined],
  ['a tick above it', 2, '144630.01', 'price_out_of_band'],
])('TRD-6 the band includes both its ends: %s', async (_, type, target_price, reason) => {
  const { submit, ann } = await spotVenue(1)
  expect((await submit(ann, { ...validOrder, type, target_price })).reason).toBe(reason)
})
test('TRD-6 a post-only order that would take is refused and names the best price', async () => {
  const { submit, ann, ben } = await spotVenue(2)
  await submit(ann, { type: 2, amount: '0.01', target_price: '95000' })
  expect(await submit(ben, { ...validOrder, kind: 'post_only' })).toMatchObject({
    type: 'error',
    reason: 'would_take',
    params: { best: '95000.00' },
  })
  expect(await submit(ben, { ...validOrder, kind: 'post_only', target_price: '94999.99' })).toMatchObject({
    type: 'ok',
    data: { status: 1 },
  })
})
test('W-8 a step on an order that has changed or ended is refused with its current state', async () => {
  const { submit, cancel, ann, ben } = await spotVenue(2)
  const { data } = await submit(ann, { type: 2, amount: '0.01', target_price: '95000' })
  await submit(ben, validOrder)
  expect(await cancel(ann, data?.['id'], { expect: 1 })).toMatchObject({
    reason: 'state_moved',
    params: { now: { status: 2, rev: 2 } },
  })
  expect(await cancel(ann, data?.['id'])).toMatchObject({
    reason: 'step_refused',
    params: { now: { status: 2 }, may: [] },
  })
})
test('W-13 an order of another user is answered like one that does not exist', async () => {
  const { submit, cancel, ann, ben } = await spotVenue(2)
  const { data } = await submit(ann, validOrder)
  expect(await cancel(ben, data?.['id'])).toEqual(await cancel(ben, 999_999))
})
test('TRD-7 the list is newest first, filtered by status and coin, and ends with a short page', async () => {
  const { submit, cancel, orders, ann } = await spotVenue(1)
  const ids: unknown[] = []
  for (let n = 0; n < 5; n += 1)
    ids.push((await submit(ann, { ...validOrder, target_price: `${90_000 + n}` })).data?.['id'])
  await cancel(ann, ids[1])
  await submit(ann, { type: 1, currency_id: 2, amount: '0.1', target_price: '3000' })
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  expect(idsOf(await orders(ann, { currency_id: 1, limit: 3 }))).toEqual([ids[4], ids[3], ids[2]])
  expect(idsOf(await orders(ann, { currency_id: 1, limit: 3, page: 2 }))).toEqual([ids[1], ids[0]])
  expect(idsOf(await orders(ann, { status: 3 }))).toEqual([ids[1]])
  expect(await orders(ann, { status: 1 })).toHaveLength(5)
  expect(await orders(ann, { legal_id: 9 })).toEqual([])
})
test('M10 only a waiting order allows transitions', () => {
  for (const step of ['fill', 'complete', 'cancel', 'expire'] as const) {
    expect(maySpotTransition(step, 'waiting')).toBe(true)
    expect(maySpotTransition(step, 'completed') || maySpotTransition(step, 'cancelled')).toBe(false)
    expect(spotTransitions[step].from).toEqual(['waiting'])
  }
})
test('L16 after a restart open orders rest with the same price and time priority', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spot-'))
  try {
    const file = join(folder, 'venue.db')
    const harness = await spotVenue(3, { store: openSqlite(file) })
    const first = await harness.submit(harness.ann, validOrder)
    await harness.submit(harness.ben, validOrder)
    await harness.submit(harness.cleo, { type: 2, amount: '0.004', target_price: '95000' })
    const before = harness.venue.ctx.markets.need('BTC-USDT').book().orders()
    await harness.venue.stop()
    const restarted = createMemoryVenue({ store: openSqlite(file) })
    expect(restarted.venue.ctx.markets.need('BTC-USDT').book().orders()).toEqual(before)
    const acts = actsOf(restarted)
    await acts.submit(harness.cleo, { type: 2, amount: '0.006', target_price: '95000' })
    expect(await acts.orders(harness.ann, {})).toMatchObject([
      { id: first.data?.['id'], status: 2, filled_amount: '0.01' },
    ])
    expect(restarted.venue.audit()).toEqual([])
    await restarted.venue.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
test('SF1 a bug after the book has changed rolls back the book as well', async () => {
  const { submit, ann, ben, venue, bugs } = await spotVenue(2)
  await submit(ann, { type: 2, amount: '0.01', target_price: '95000' })
  const market = venue.ctx.markets.need('BTC-USDT')
  const before = market.book().orders()
  const failing = venue.command((ctx) => {
    ctx.onRollback(market.reload)
    market.place({ id: 999_999, owner: ben, side: 'buy', kind: 'limit', price: 9_500_000, amount: 10 })
    throw new Error('a bug')
  })
  await expect(failing).rejects.toThrow('a bug')
  expect(market.book().orders()).toEqual(before)
  expect(bugs).toEqual([])
})
