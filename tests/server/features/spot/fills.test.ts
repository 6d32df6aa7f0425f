import { spotVenue } from '#tests/support/spot-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { expect, test } from 'vitest'

type Fill = Record<string, unknown>
const isPage = (value: unknown): value is { data: Fill[]; total: number } =>
  typeof value === 'object' && value !== null && 'data' in value
const stand = async () => {
  const venue = await spotVenue(2)
  const fills = async (user: number, query: Fill = {}) => {
    const { message } = answerOf((await venue.ask('GET /api/coin/fills', query, { user })).answer)
    if (!isPage(message)) throw new Error(`no page: ${JSON.stringify(message)}`)
    return message
  }
  return { ...venue, fills }
}

test('SPOT-31 each side of a trade has its own fill with role and fee, and the fills of an order are what it has filled', async () => {
  const { submit, fills, ann, ben, venue } = await stand()
  const first = await submit(ann, { type: 2, amount: '0.03', target_price: '95000' })
  const second = await submit(ann, { type: 2, amount: '0.02', target_price: '95500' })
  const bought = await submit(ben, { type: 1, amount: '0.04', target_price: '96000' })
  venue.flush()
  const told = { currency_id: 1, legal_id: 3, symbol: 'BTC/USDT' }
  const mine = await fills(ben)
  expect(mine.data).toMatchObject([
    {
      ...told,
      order_id: bought.data?.['id'],
      type: 1,
      role: 'taker',
      price: '95500.00',
      amount: '0.01',
      total: '955',
      fee: '0.00001',
      fee_name: 'BTC',
    },
    {
      ...told,
      order_id: bought.data?.['id'],
      type: 1,
      role: 'taker',
      price: '95000.00',
      amount: '0.03',
      total: '2850',
      fee: '0.00003',
      fee_name: 'BTC',
    },
  ])
  expect((await fills(ann)).data).toMatchObject([
    {
      order_id: second.data?.['id'],
      type: 2,
      role: 'maker',
      price: '95500.00',
      amount: '0.01',
      fee: '0.955',
      fee_name: 'USDT',
    },
    {
      order_id: first.data?.['id'],
      type: 2,
      role: 'maker',
      price: '95000.00',
      amount: '0.03',
      fee: '2.85',
      fee_name: 'USDT',
    },
  ])
  const sum = (name: string) => formatDec(mine.data.reduce((all, fill) => all + parseDec(String(fill[name])), 0n))
  expect([sum('amount'), sum('total'), sum('fee')]).toEqual([
    bought.data?.['filled_amount'],
    bought.data?.['filled_total'],
    bought.data?.['fee'],
  ])
})
test('SPOT-31 fills are filtered by pair, side and role, and come in pages', async () => {
  const { submit, fills, ann, ben, venue } = await stand()
  await submit(ann, { type: 2, amount: '0.03', target_price: '95000' })
  await submit(ben, { type: 1, amount: '0.01', target_price: '95000' })
  await submit(ben, { type: 1, amount: '0.01', target_price: '95000' })
  venue.flush()
  const totals = async (query: Fill) => (await fills(ann, query)).total
  expect(
    await Promise.all(
      [
        {},
        { type: 2 },
        { type: 1 },
        { role: 'maker' },
        { role: 'taker' },
        { currency_id: 1, legal_id: 3 },
        { currency_id: 2, legal_id: 3 },
        { currency_id: 99 },
      ].map(totals),
    ),
  ).toEqual([2, 2, 0, 2, 0, 2, 0, 0])
  expect([
    (await fills(ann, { page: 2, limit: 1 })).data.length,
    (await fills(ann, { page: 3, limit: 1 })).data.length,
  ]).toEqual([1, 0])
})
test('SPOT-33 fills are asked for by their time, both ends included, in pages of what is left', async () => {
  const { submit, fills, ann, ben, venue, clock } = await stand()
  await submit(ann, { type: 2, amount: '0.05', target_price: '95000' })
  const times: number[] = []
  for (const amount of ['0.01', '0.02', '0.01']) {
    clock.advance(1000)
    times.push(clock.now())
    await submit(ben, { type: 1, amount, target_price: '95000' })
  }
  venue.flush()
  const [first = 0, second = 0, third = 0] = times
  const amountsOf = async (query: Fill) => (await fills(ben, query)).data.map(({ amount }) => amount)
  expect(await amountsOf({ from: second })).toEqual(['0.01', '0.02'])
  expect(await amountsOf({ to: second })).toEqual(['0.02', '0.01'])
  expect(await amountsOf({ from: second, to: second })).toEqual(['0.02'])
  expect(await amountsOf({ from: first + 1, to: second - 1 })).toEqual([])
  expect(await amountsOf({ from: third, to: first })).toEqual([])
  const page = await fills(ben, { from: first, to: second, limit: 1, page: 2 })
  expect([page.total, page.data.map(({ amount }) => amount)]).toEqual([2, ['0.01']])
  expect((await fills(ann, { from: second, role: 'taker' })).total).toBe(0)
})
test('SPOT-34 orders are asked for by the time they were given, both ends included, open ones and ended ones', async () => {
  const { submit, cancel, orders, ann, venue, clock } = await stand()
  const times: number[] = []
  const ids: unknown[] = []
  for (const amount of ['0.01', '0.02', '0.03']) {
    clock.advance(1000)
    times.push(clock.now())
    ids.push((await submit(ann, { type: 2, amount, target_price: '95000' })).data?.['id'])
  }
  clock.advance(1000)
  await cancel(ann, ids[0])
  venue.flush()
  const [first = 0, second = 0, third = 0] = times
  const amountsOf = async (query: Fill) => (await orders(ann, query)).map(({ trade_amount }) => trade_amount)
  expect(await amountsOf({ from: second })).toEqual(['0.03', '0.02'])
  expect(await amountsOf({ to: second })).toEqual(['0.02', '0.01'])
  expect(await amountsOf({ from: first, to: first })).toEqual(['0.01'])
  expect(await amountsOf({ from: first + 1, to: second - 1 })).toEqual([])
  expect(await amountsOf({ from: first, to: third, limit: 1, page: 2 })).toEqual(['0.02'])
  expect(await amountsOf({ status: 1, to: second })).toEqual(['0.02'])
  expect(await amountsOf({ status: 1, from: second })).toEqual(['0.03', '0.02'])
  expect(await amountsOf({ status: 3, from: second })).toEqual([])
})
