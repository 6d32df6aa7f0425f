import { houseMaker } from '#server/features/market/market.ts'
import { placeOrder } from '#server/features/spot/settle.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const [btc, usdt] = [1, 3]
/** A bid of Ann before one of Ben at the same price, an ask of Cleo far above, and a quote of the house. */
const stand = async (kind = 'limit') => {
  const harness = await spotVenue(3)
  const { submit, venue, ann, ben, cleo, money, orders } = harness
  const idOf = async (user: number, order: Record<string, unknown>) => Number((await submit(user, order)).data?.['id'])
  const bid = await idOf(ann, { type: 1, amount: '0.01', target_price: '90000', kind })
  const behind = await idOf(ben, { type: 1, amount: '0.01', target_price: '90000' })
  const askId = await idOf(cleo, { type: 2, amount: '0.02', target_price: '95000' })
  const market = venue.ctx.markets.need('BTC-USDT')
  await venue.command((ctx) => {
    placeOrder(ctx, market, {
      id: market.nextHouseId(),
      owner: houseMaker,
      side: 'sell',
      kind: 'limit',
      price: 9_600_000,
      amount: 20_000,
    })
  })
  const moneyNow = () =>
    [ann, ben, cleo, 'house' as const, 'fee' as const].flatMap((who) => [money(who, btc), money(who, usdt)])
  const restingNow = () =>
    market
      .book()
      .orders()
      .filter(({ owner }) => owner !== houseMaker)
  /** Everything that a refusal must leave as it was. */
  const all = async () => ({
    book: market.book().orders(),
    house: [...market.house],
    money: moneyNow(),
    orders: await Promise.all([ann, ben, cleo].map((user) => orders(user))),
  })
  const isWhole = () => {
    expect(venue.audit()).toEqual([])
    const held = restingNow()
    market.reload()
    expect(restingNow()).toEqual(held)
  }
  return { ...harness, bid, behind, askId, market, all, isWhole }
}

test('SPOT-35 a moved order rests at the new price under a new id, and the old one is cancelled with its hold', async () => {
  const { amend, ann, bid, behind, market, money, orders, isWhole, ben } = await stand()
  const free = BigInt(money(ann, usdt).split('+')[0] ?? '') + 90_000_000_000n
  const placed = await amend(ann, bid, '91000', { expect: 1 })
  expect(placed).toMatchObject({
    type: 'ok',
    data: {
      status: 1,
      type: 1,
      kind: 'limit',
      target_price: '91000.00',
      trade_amount: '0.01',
      filled_amount: '0',
      frozen: '910',
    },
  })
  expect(placed.data?.['id']).not.toBe(bid)
  expect(await orders(ann)).toMatchObject([
    { id: placed.data?.['id'], status: 1 },
    { id: bid, status: 3, cancel_reason: 'user', frozen: '0' },
  ])
  expect(money(ann, usdt)).toBe(`${free - 91_000_000_000n}+91000000000`)
  expect(market.book().queue(behind)).toEqual({ place: 1, ahead: 0 })
  // Back at its first price it stands behind those who waited there.
  const back = await amend(ann, placed.data?.['id'], '90000')
  expect(market.book().queue(Number(back.data?.['id']))).toEqual({ place: 2, ahead: 10_000 })
  expect(await orders(ben)).toMatchObject([{ id: behind, status: 1 }])
  isWhole()
})
test('SPOT-35 the owner is told of the cancelled order first and of the new one after it, in one command', async () => {
  const { amend, ann, bid, venue } = await stand()
  const told: unknown[][] = []
  venue.deliveries$.subscribe((rows) =>
    told.push(rows.filter(({ user }) => user === ann).map(({ body }) => JSON.parse(body))),
  )
  const placed = await amend(ann, bid, '91000')
  expect(told).toMatchObject([
    [
      { ev: 'spot.orderChanged', why: 'cancelled', v: { id: bid } },
      { ev: 'spot.orderChanged', why: 'placed', v: { id: placed.data?.['id'] } },
      { ev: 'assets.balanceChanged' },
    ],
  ])
})
test.each([
  ['it would take', 'post_only', '95000', 'would_take'],
  ['the money does not suffice', 'limit', '94999', 'insufficient_balance'],
  ['the price is outside the band', 'limit', '1', 'price_out_of_band'],
  ['the price is no tick', 'limit', '91000.001', 'price_step'],
  ['there is no price', 'limit', '', 'price_required'],
])(
  'SPOT-36 a move is refused as a whole where %s: order, queue, book of the house and balances are as they were',
  async (_, kind, price, reason) => {
    const { submit, amend, ann, bid, market, all, isWhole } = await stand(kind)
    // All of her money but for the least of what a move upwards needs.
    if (reason === 'insufficient_balance') await submit(ann, { type: 1, amount: '0.1', target_price: '90999' })
    const before = await all()
    expect(before.house).toHaveLength(1)
    expect(await amend(ann, bid, price)).toMatchObject({ type: 'error', reason })
    expect(await all()).toEqual(before)
    expect(market.book().queue(bid)).toEqual({ place: 1, ahead: 0 })
    isWhole()
  },
)
test('SPOT-36 the money that the order held is there for the new one', async () => {
  const { submit, amend, ann, bid, money, isWhole } = await stand()
  await submit(ann, { type: 1, amount: '0.1', target_price: '90900' })
  expect(money(ann, usdt)).toBe('1000000000+999000000000')
  expect(await amend(ann, bid, '91000')).toMatchObject({ type: 'ok', data: { frozen: '910' } })
  expect(money(ann, usdt)).toBe('0+1000000000000')
  isWhole()
})
test('SPOT-35 only what is left of a partly filled order moves; its fills stay with the old one', async () => {
  const { submit, amend, ann, cleo, bid, orders, isWhole } = await stand()
  await submit(cleo, { type: 2, amount: '0.004', target_price: '90000' })
  expect(await amend(ann, bid, '91000')).toMatchObject({
    type: 'ok',
    data: { trade_amount: '0.006', filled_amount: '0', frozen: '546' },
  })
  expect((await orders(ann))[1]).toMatchObject({
    id: bid,
    status: 3,
    trade_amount: '0.01',
    filled_amount: '0.004',
    frozen: '0',
    cancel_reason: 'user',
  })
  isWhole()
})
test('SPOT-35 a price that crosses trades at once, as a new order there would, and against an own order not at all', async () => {
  const { submit, amend, ann, cleo, askId, bid, isWhole, money } = await stand()
  expect(await amend(ann, bid, '95500')).toMatchObject({
    type: 'ok',
    data: { status: 2, filled_amount: '0.01', trade_price: '95000', frozen: '0', fee: '0.00001' },
  })
  expect(money(ann, usdt).endsWith('+0')).toBe(true)
  const own = await submit(cleo, { type: 1, amount: '0.01', target_price: '89000' })
  expect(await amend(cleo, own.data?.['id'], '95000')).toMatchObject({
    type: 'ok',
    data: { status: 3, cancel_reason: 'market', filled_amount: '0' },
  })
  expect(await amend(cleo, askId, '94000')).toMatchObject({
    type: 'ok',
    data: { status: 1, trade_amount: '0.01', type: 2 },
  })
  isWhole()
})
test('SPOT-36 at the price that it has an order stays as it is, with its place', async () => {
  const { amend, ann, bid, all } = await stand()
  const before = await all()
  expect(await amend(ann, bid, '90000.00')).toMatchObject({ type: 'ok', data: { id: bid, status: 1, rev: 1 } })
  expect(await all()).toEqual(before)
})
test('W-8 W-13 an order that is over is not moved, and one of another user does not exist', async () => {
  const { amend, cancel, ann, ben, bid, all } = await stand()
  const before = await all()
  expect(await amend(ben, bid, '91000')).toEqual(await amend(ben, 999_999, '91000'))
  expect(await amend(ben, bid, '91000')).toMatchObject({ reason: 'not_found' })
  expect(await all()).toEqual(before)
  await cancel(ann, bid)
  expect(await amend(ann, bid, '91000', { expect: 1 })).toMatchObject({
    reason: 'state_moved',
    params: { now: { status: 3 } },
  })
  expect(await amend(ann, bid, '91000')).toMatchObject({ reason: 'step_refused', params: { may: [] } })
})
test('SPOT-35 the same key twice moves an order once', async () => {
  const { ask, ann, bid, orders, isWhole } = await stand()
  const key = '01890000-0000-4000-8000-000000000011'
  const send = async () =>
    answerOf((await ask('POST /api/coin/amend', { id: bid, target_price: '91000' }, { user: ann }, key)).answer)
  const first = await send()
  expect(first.type).toBe('ok')
  expect(await send()).toEqual(first)
  expect(await orders(ann)).toHaveLength(2)
  isWhole()
})
