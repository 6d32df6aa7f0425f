import { periodSeconds } from '#contract/market/market.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

type Rows = readonly Record<string, unknown>[]
const stand = async () => {
  const harness = await spotVenue(2)
  const { ask, submit, ann } = harness
  const read = async (path: string, query: Record<string, unknown> = {}, user = ann) =>
    Object(answerOf((await ask(`GET /api/${path}`, query, { user })).answer).message)
  const refusal = async (path: string, query: Record<string, unknown>, user = ann) =>
    answerOf((await ask(`GET /api/${path}`, query, { user })).answer).reason
  const place = async (user: number, order: Record<string, unknown>) => {
    const { data } = await submit(user, { type: 1, amount: '0.01', target_price: '90000', ...order })
    return Number(data?.['id'])
  }
  const batch = async (orders: Rows, key: string, user = ann) =>
    answerOf((await ask('POST /api/coin/batch', { orders }, { user }, key)).answer)
  return { ...harness, read, refusal, place, batch }
}
const idsOf = (rows: Rows) => rows.map(({ id }) => Number(id))

test('an order is found by its id and by the name that its owner gave it, by nobody else', async () => {
  const { read, refusal, place, amend, cancel, ann, ben } = await stand()
  const first = await place(ann, { client_id: 'grid-1' })
  expect(await read('coin/order', { id: first })).toMatchObject({ id: first, client_id: 'grid-1', status: 1 })
  expect(await refusal('coin/order', { id: first }, ben)).toBe('not_found')
  expect(await refusal('coin/order', { client_id: 'grid-1' }, ben)).toBe('not_found')
  expect(await refusal('coin/order', {})).toBe('not_found')
  // A moved order keeps its name, and the newest of a name is told.
  const moved = Number((await amend(ann, first, '90500')).data?.['id'])
  expect(await read('coin/order', { client_id: 'grid-1' })).toMatchObject({ id: moved, target_price: '90500.00' })
  await cancel(ann, moved)
  expect(await read('coin/order', { client_id: 'grid-1' })).toMatchObject({ id: moved, status: 3 })
  expect(await read('coin/order', { id: first, client_id: 'grid-1' })).toMatchObject({ id: first, status: 3 })
})

test('orders and trades tell their instants in milliseconds, the same as their texts', async () => {
  const { read, place, ann, ben, venue } = await stand()
  await place(ann, { target_price: '96000' })
  await place(ben, { type: 2, target_price: '96000' })
  const [order] = (await read('coin/orders')).orders
  const [fill] = (await read('coin/trades')).fills
  expect(order).toMatchObject({ created_ms: venue.ctx.now(), updated_ms: venue.ctx.now() })
  expect(fill).toMatchObject({ at_ms: venue.ctx.now(), order_id: order.id })
  expect(Date.parse(`${String(fill.at).replace(' ', 'T')}Z`)).toBe(Math.floor(venue.ctx.now() / 1000) * 1000)
})

test('pages by id do not shift when rows come: every order is told once, downwards and upwards', async () => {
  const { read, place, ann } = await stand()
  const placed: number[] = []
  for (let n = 0; n < 7; n += 1) placed.push(await place(ann, { amount: '0.001' }))
  const walk = async (way: 'before' | 'after', first: number) => {
    const seen: number[] = []
    for (let at: number | null = first; at !== null; ) {
      const page: { orders: Rows; next: number | null } = await read('coin/orders', { [way]: at, limit: 3 })
      seen.push(...idsOf(page.orders))
      at = page.next
      if (seen.length === 3) placed.push(await place(ann, { amount: '0.001' }))
    }
    return seen
  }
  const before = placed.toReversed()
  expect(await walk('before', 1_000_000)).toEqual(before)
  // Upwards those that came meanwhile are met at the end.
  expect(await walk('after', 1)).toEqual(placed.filter((id) => id > 1))
  expect(idsOf((await read('coin/orders', { status: 1, symbol: 'BTC-USDT', limit: 2 })).orders)).toEqual(
    placed.slice(-2).toReversed(),
  )
  expect((await read('coin/orders', { symbol: 'ETH-USDT' })).orders).toEqual([])
})

test('the trades of one order are asked for by its id', async () => {
  const { read, place, ann, ben } = await stand()
  const first = await place(ann, { target_price: '96000' })
  await place(ann, { target_price: '95000' })
  await place(ben, { type: 2, amount: '0.02', target_price: '95000' })
  expect((await read('coin/trades', { order_id: first })).fills).toMatchObject([{ order_id: first, price: '96000.00' }])
  expect((await read('coin/trades')).fills).toHaveLength(2)
})

test('a batch places each order by itself, tells what became of each, and has one effect for its key', async () => {
  const { batch, read, ann, venue } = await stand()
  const order = { legal_id: 3, currency_id: 1, type: 1, amount: '0.01', target_price: '90000' }
  const lines = [order, { ...order, target_price: '1' }, { ...order, amount: '90000' }, { ...order, client_id: 'b' }]
  const key = crypto.randomUUID()
  const first = await batch(lines, key)
  expect(first.data?.['results']).toMatchObject([
    { done: 1, order: { status: 1 }, reason: null },
    { done: 0, order: null, reason: 'price_out_of_band' },
    { done: 0, order: null, reason: expect.stringMatching(/amount_above_max|insufficient_balance/) },
    { done: 1, order: { client_id: 'b' } },
  ])
  expect(await batch(lines, key)).toEqual(first)
  expect((await read('coin/orders', { status: 1 })).orders).toHaveLength(2)
  expect((await batch([], crypto.randomUUID())).reason).toBe('malformed')
  expect(
    (
      await batch(
        Array.from({ length: 21 }, () => order),
        crypto.randomUUID(),
      )
    ).reason,
  ).toBe('malformed')
  expect(venue.ctx.tables.spotOrders.group('user', ann)).toHaveLength(2)
  expect(venue.audit()).toEqual([])
})
test('an order of a batch may trade with the one before it, and one that the money does not reach is refused', async () => {
  const { batch, ann, money } = await stand()
  const order = { legal_id: 3, currency_id: 1, amount: '0.01', target_price: '90000' }
  const sell = { ...order, type: 2 }
  const all = { ...order, type: 1, kind: 'market', amount: '', target_price: '', total: money(ann, 3).slice(0, -10) }
  const { data } = await batch([sell, { ...order, type: 1, stp: 'maker' }, all, all], crypto.randomUUID())
  expect(data?.['results']).toMatchObject([{ done: 1 }, { done: 1 }, { done: 0 }, { done: 0 }])
})

test('rules tell steps as decimals, fees and paces, and an order by them is taken', async () => {
  const { read, submit, ann } = await stand()
  const { markets, changes } = await read('market/rules')
  const btc = markets.find(({ m }: { m: string }) => m === 'BTC-USDT')
  expect(btc).toMatchObject({ price_step: '0.01', is_open: 1, maker_fee: '0.001', most_open: 200 })
  expect(changes).toEqual({ per_second: 5, at_once: 20 })
  const { currency_id, legal_id, min_amount } = btc
  const { type } = await submit(ann, { currency_id, legal_id, type: 1, amount: '0.001', target_price: '95000.01' })
  expect([type, Number(min_amount) > 0]).toEqual(['ok', true])
})

test('tickers name their volumes by the coin, candles are decimals, and trades go back beyond the last thirty', async () => {
  const { read, refusal, place, ann, ben } = await stand()
  for (let n = 0; n < 40; n += 1) {
    await place(ann, { amount: '0.001', target_price: '96000' })
    await place(ben, { type: 2, amount: '0.001', target_price: '96000' })
  }
  const { markets } = await read('market/tickers')
  expect(markets).toContainEqual(expect.objectContaining({ m: 'BTC-USDT', last: '96000.00', bid: null, ask: null }))
  const { candles } = await read('market/candles', { symbol: 'BTC-USDT', period: '1min', count: 1 })
  expect(candles).toMatchObject([{ close: '96000.00', base_volume: expect.stringMatching(/^0\.04/), is_closed: 0 }])
  expect(candles[0].start_ms % (periodSeconds['1min'] * 1000)).toBe(0)
  const first = await read('market/trades', { symbol: 'BTC/USDT', count: 25 })
  const second = await read('market/trades', { symbol: 'BTC/USDT', count: 25, before: first.next })
  expect([first.trades.length, second.trades.length, second.next]).toEqual([25, 15, null])
  expect(new Set([...first.trades, ...second.trades].map(({ id }) => id)).size).toBe(40)
  expect(await refusal('market/trades', { symbol: 'BTC-USDT', before: 'gone' })).toBe('not_found')
  expect(await refusal('market/candles', { symbol: 'NO-USDT', period: '1min' })).toBe('symbol_unknown')
})

test('the clock of the venue is told', async () => {
  const { read, venue } = await stand()
  expect(await read('time')).toEqual({ now_ms: venue.ctx.now() })
})
