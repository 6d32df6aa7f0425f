import { spotVenue } from '#tests/support/spot-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

type Body = Record<string, unknown>
/** Two asks of Ben and one of Cleo above them, and a bid of Ann. */
const stand = async () => {
  const harness = await spotVenue(3)
  const { submit, ann, ben, cleo, ask, venue } = harness
  const idOf = async (user: number, order: Body) => Number((await submit(user, order)).data?.['id'])
  const sell = (user: number, target_price: string, amount = '0.01') => idOf(user, { type: 2, amount, target_price })
  const asks = [await sell(ben, '95000'), await sell(ben, '95100'), await sell(cleo, '95200')]
  const bid = await idOf(ann, { type: 1, amount: '0.02', target_price: '90000' })
  const market = venue.ctx.markets.need('BTC-USDT')
  const resize = async (user: number, id: unknown, more: Body) =>
    answerOf((await ask('POST /api/coin/amend', { id, ...more }, { user })).answer)
  const buy = (order: Body) => submit(ann, { type: 1, ...order })
  return { ...harness, idOf, sell, asks, bid, market, resize, buy, audit: () => expect(venue.audit()).toEqual([]) }
}

test('LIFE-1 fill-or-kill fills whole or not at all, and nothing of it rests', async () => {
  const { buy, market, orders, ann, audit } = await stand()
  const before = market.book().orders()
  expect(await buy({ amount: '0.02', target_price: '95099', tif: 'fok' })).toMatchObject({ reason: 'no_liquidity' })
  expect(market.book().orders()).toEqual(before)
  expect(await buy({ amount: '0.02', target_price: '95100', tif: 'fok' })).toMatchObject({
    data: { status: 2, kind: 'ioc', tif: 'fok', filled_amount: '0.02' },
  })
  expect(await orders(ann)).toHaveLength(2)
  audit()
})
test('LIFE-1 a buy at the market before which the own order gives way holds what the orders behind it cost', async () => {
  const { buy, sell, ann, orders, audit } = await stand()
  const own = await sell(ann, '94900')
  expect(await buy({ kind: 'market', amount: '0.02', stp: 'maker' })).toMatchObject({ data: { filled_amount: '0.02' } })
  expect((await orders(ann)).find(({ id }) => id === own)).toMatchObject({ status: 3, ended_why: 'self' })
  audit()
})
test('LIFE-1 what stands behind an own order cannot fill a fill-or-kill, unless the own order gives way', async () => {
  const { buy, sell, ann, market, orders, audit } = await stand()
  const own = await sell(ann, '95100')
  const wish = { amount: '0.03', target_price: '95200', tif: 'fok' }
  expect(await buy(wish)).toMatchObject({ reason: 'no_liquidity' })
  expect(await buy({ ...wish, stp: 'both' })).toMatchObject({ reason: 'no_liquidity' })
  expect(await buy({ ...wish, amount: '0.02' })).toMatchObject({ data: { status: 2 } })
  const left = { amount: '0.01', target_price: '95200', tif: 'fok' }
  expect(await buy({ ...left, amount: '0.02', stp: 'maker' })).toMatchObject({ reason: 'no_liquidity' })
  expect(await buy({ ...left, stp: 'maker' })).toMatchObject({ data: { status: 2 } })
  expect((await orders(ann)).find(({ id }) => id === own)).toMatchObject({
    status: 3,
    cancel_reason: 'market',
    ended_why: 'self',
    frozen: '0',
  })
  expect(market.book().best('sell')).toBe(null)
  audit()
})
test('M12 with `both` the order and the own one that it meets end; without a word only the new one does', async () => {
  const { buy, sell, ann, orders, audit } = await stand()
  const own = await sell(ann, '94000')
  expect(await buy({ amount: '0.01', target_price: '94000' })).toMatchObject({
    data: { status: 3, cancel_reason: 'market' },
  })
  expect(await orders(ann, { status: 1 })).toHaveLength(2)
  expect(await buy({ amount: '0.01', target_price: '94000', stp: 'both' })).toMatchObject({
    data: { status: 3, cancel_reason: 'market', ended_why: 'self' },
  })
  expect((await orders(ann)).find(({ id }) => id === own)).toMatchObject({ status: 3, ended_why: 'self' })
  audit()
})
test('TR-14 an order that is good till an instant never fills after it, also before its deadline has run', async () => {
  const { buy, ann, ben, submit, clock, venue, orders, market, audit } = await stand()
  const expires_ms = venue.now() + 10_000
  const till = await buy({ amount: '0.01', target_price: '94000', expires_ms })
  expect(till).toMatchObject({ data: { status: 1, tif: 'gtd', expires_ms } })
  clock.advance(9999)
  expect(await submit(ben, { type: 2, amount: '0.004', target_price: '94000' })).toMatchObject({ data: { status: 2 } })
  clock.advance(1)
  expect(await submit(ben, { type: 2, amount: '0.004', target_price: '94000' })).toMatchObject({ data: { status: 1 } })
  const [order] = (await orders(ann)).filter(({ id }) => id === till.data?.['id'])
  expect(order).toMatchObject({ status: 3, filled_amount: '0.004', cancel_reason: 'market', ended_why: 'expired' })
  expect(market.book().best('buy')).toBe(9_000_000)
  audit()
})
test('LIFE-2 the deadline ends an order in a market where nothing happens, and is gone with an order that ends before', async () => {
  const { buy, ann, cancel, clock, venue, orders, audit } = await stand()
  const expires_ms = venue.now() + 20_000
  const [one, other] = [
    await buy({ amount: '0.01', target_price: '94000', expires_ms }),
    await buy({ amount: '0.01', target_price: '94000', tif: 'gtd', expires_ms }),
  ]
  await cancel(ann, other.data?.['id'])
  expect([...venue.ctx.tables.deadlines.all()].filter(({ kind }) => kind === 'spotExpiry')).toHaveLength(1)
  clock.advance(20_000)
  await venue.runDue()
  venue.flush()
  expect((await orders(ann)).find(({ id }) => id === one.data?.['id'])).toMatchObject({
    status: 3,
    ended_why: 'expired',
  })
  audit()
})
test.each<[string, Body]>([
  ['it is too near', { expires_ms: 9999 }],
  ['it is too far', { expires_ms: 401 * 86_400_000 }],
  ['there is none', { tif: 'gtd' }],
  ['an order that never rests has one', { expires_ms: 20_000, kind: 'ioc' }],
  ['a market order has one', { expires_ms: 20_000, kind: 'market' }],
  ['a post-only order is to fill at once', { tif: 'fok', kind: 'post_only' }],
])('LIFE-3 an instant is refused where %s', async (_, { expires_ms, ...more }) => {
  const { buy, venue } = await stand()
  const at = typeof expires_ms === 'number' ? { expires_ms: venue.now() + expires_ms } : {}
  expect(await buy({ amount: '0.01', target_price: '94000', ...more, ...at })).toMatchObject({ reason: 'expiry_bad' })
})
test('TR-7 made smaller at its price an order keeps its id and its place, and what it held beyond comes back', async () => {
  const { ann, ben, bid, idOf, market, resize, money, audit } = await stand()
  const behind = await idOf(ben, { type: 1, amount: '0.01', target_price: '90000' })
  const before = BigInt(money(ann, 3).split('+')[0] ?? '')
  const smaller = await resize(ann, bid, { amount: '0.005', expect: 1 })
  expect(smaller).toMatchObject({ data: { id: bid, trade_amount: '0.005', frozen: '450', rev: 2 } })
  expect(smaller.data && 'amended_from' in smaller.data).toBe(false)
  expect(market.book().queue(behind)).toEqual({ place: 2, ahead: 5000 })
  expect(BigInt(money(ann, 3).split('+')[0] ?? '') - before).toBe(135_000_000_000n)
  market.reload()
  expect(market.book().queue(behind)).toEqual({ place: 2, ahead: 5000 })
  expect(await resize(ann, bid, { amount: '0.005', target_price: '90000' })).toMatchObject({
    data: { id: bid, rev: 2 },
  })
  audit()
})
test('TR-7 made larger, or at another price, it goes to the back of the queue as a new order that names the old one', async () => {
  const { ann, ben, bid, idOf, market, resize, submit, audit } = await stand()
  const behind = await idOf(ben, { type: 1, amount: '0.01', target_price: '90000' })
  await submit(ben, { type: 2, amount: '0.004', target_price: '90000' })
  const larger = await resize(ann, bid, { amount: '0.03' })
  expect(larger).toMatchObject({
    data: { trade_amount: '0.026', amended_from: bid, frozen: '2340', filled_amount: '0' },
  })
  expect(market.book().queue(behind)).toEqual({ place: 1, ahead: 0 })
  const moved = await resize(ann, larger.data?.['id'], { amount: '0.01', target_price: '90001' })
  expect(moved).toMatchObject({ data: { trade_amount: '0.01', target_price: '90001.00' } })
  audit()
})
test.each([
  ['to what is filled already', { amount: '0.004' }, 'amount_below_min'],
  ['to half a step', { amount: '0.0050001' }, 'amount_step'],
  ['beyond the money', { amount: '1' }, 'insufficient_balance'],
])('TR-7 a size is refused %s, and nothing has changed', async (_, more, reason) => {
  const { ann, ben, bid, resize, submit, market, orders, audit } = await stand()
  await submit(ben, { type: 2, amount: '0.004', target_price: '90000' })
  const before = [market.book().orders(), await orders(ann)]
  expect(await resize(ann, bid, more)).toMatchObject({ reason })
  expect([market.book().orders(), await orders(ann)]).toEqual(before)
  audit()
})
