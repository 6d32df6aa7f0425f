import {
  bookEntry,
  averageOf,
  differenceOf,
  netOfPosition,
  netOfRound,
  noBooks,
  nothingOpen,
  realisedOf,
  statementOf,
  totalOf,
  type Books,
  type Move,
  type Standing,
} from '#contract/pnl.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import { seededRandom } from '#server/core/random.ts'
import type { LogRow } from '#server/core/rows.ts'
import type { PnlRow } from '#server/features/assets/pnl-rows.ts'
import { replayLogs } from '#server/features/assets/replay.ts'
import { resultsAstray } from '#tests/support/results-astray.ts'
import { usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

const btc = 1
const dayMs = 86_400_000
const pricedAt = (price: string) => (asset: number, units: bigint) =>
  mulDec(units, asset === usdt ? parseDec('1') : parseDec(price))
type Line = readonly [asset: number, type: number, value: string]
const movesOf = (lines: readonly Line[]): Move[] =>
  lines.map(([asset, type, value]) => ({ asset, type, units: parseDec(value) }))
const booked = (entries: readonly (readonly [price: string, lines: readonly Line[]])[], before: Books = noBooks) =>
  entries.reduce((books, [price, lines]) => bookEntry(books, movesOf(lines), pricedAt(price)), before)
const at = (books: Books, price: string): Standing => ({ ...books, open: nothingOpen, worthOf: pricedAt(price) })
const textsOf = (told: object) =>
  Object.fromEntries(
    Object.entries(told).flatMap(([name, units]) =>
      typeof units === 'bigint' && units !== 0n ? [[name, formatDec(units)]] : [],
    ),
  )

const {
  spotGiven,
  spotReceived,
  deposit,
  giftIn,
  giftOut,
  giftFee,
  transferOut,
  transferIn,
  planProfit,
  leverFee,
  leverClose,
  flashGiven,
  flashReceived,
  flashFee,
} = logTypes
const money: Line = [usdt, deposit, '1000']
const buy: readonly Line[] = [
  [usdt, spotGiven, '-200'],
  [btc, spotReceived, '2'],
]

test('PNL-2 two bought at 100 and one that came in at 110; the sale of one takes a third of the cost along, rounded up', () => {
  const held = booked([
    ['100', [money]],
    ['100', buy],
    ['110', [[btc, giftIn, '1']]],
  ])
  expect(textsOf(held.coins.get(btc) ?? {})).toEqual({ amount: '3', cost: '310' })
  const sold = booked(
    [
      [
        '90',
        [
          [btc, spotGiven, '-1'],
          [usdt, spotReceived, '89.91'],
        ],
      ],
    ],
    held,
  )
  expect(textsOf(sold.coins.get(btc) ?? {})).toEqual({ amount: '2', cost: '206.66666666', realised: '-13.42333334' })
  expect(formatDec(averageOf(sold.coins.get(btc) ?? { amount: 0n, cost: 0n, realised: 0n }))).toBe('103.33333333')
})
test('PNL-2 what was bought and sold at once has lost both fees and the spread, never nothing', () => {
  const round = booked([
    ['100', [money]],
    [
      '100',
      [
        [usdt, spotGiven, '-100.5'],
        [btc, spotReceived, '0.999'],
      ],
    ],
    [
      '100',
      [
        [btc, spotGiven, '-0.999'],
        [usdt, spotReceived, '99.30'],
      ],
    ],
  ])
  expect(textsOf(round.sums)).toEqual({ flow: '1000', spot: '-1.2' })
  expect(round.coins.get(btc)).toMatchObject({ amount: 0n, cost: 0n })
})
test('PNL-2 a coin given for a coin realises on what is given, and what is received costs what that was worth', () => {
  const held = booked([
    ['100', [money]],
    ['100', buy],
    [
      '150',
      [
        [btc, flashGiven, '-1'],
        [2, flashReceived, '10'],
        [2, flashFee, '-0.1'],
      ],
    ],
  ])
  expect(textsOf(held.coins.get(2) ?? {})).toEqual({ amount: '9.9', cost: '150' })
  expect(textsOf(held.sums)).toEqual({ flow: '1000', exchange: '50' })
})
test('PNL-1 a deposit is no profit, a gift counts at its price, a yield is income, a fee in coins an expense, an own transfer nothing', () => {
  const held = booked([
    ['100', [money]],
    ['100', buy],
    [
      '120',
      [
        [btc, giftOut, '-0.5'],
        [btc, giftFee, '-0.1'],
      ],
    ],
    [
      '120',
      [
        [usdt, transferOut, '-100'],
        [usdt, transferIn, '100'],
      ],
    ],
    ['120', [[usdt, planProfit, '3']]],
  ])
  expect(textsOf(held.sums)).toEqual({ flow: '940', moved: '12', income: '3', expense: '12' })
})
test('PNL-1 a contract counts when it ends: its fee is unrealised until then', () => {
  const opened = booked([
    ['100', [money]],
    ['100', [[usdt, leverFee, '-4']]],
  ])
  const running: Standing = { ...at(opened, '100'), open: { gross: parseDec('10'), lever: parseDec('4'), option: 0n } }
  const before = at(booked([['100', [money]]]), '100')
  expect(textsOf(statementOf(before, running))).toEqual({ before: '1000', open: '6', after: '1006' })
  const closed = at(booked([['100', [[usdt, leverClose, '10']]]], opened), '100')
  expect(textsOf(statementOf(running, closed))).toEqual({ before: '1006', lever: '6', open: '-6', after: '1006' })
})
test('PNL-1 results, income, flow and what is unrealised are the difference of total, whatever was booked', () => {
  const types = Object.values(logTypes)
  for (let seed = 1; seed <= 50; seed += 1) {
    let state = seed
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % below
    }
    const line = (): Line => [
      next(2) === 0 ? usdt : btc,
      types[next(types.length)] ?? 9,
      `${next(3) === 0 ? '-' : ''}0.0000000${1 + next(9)}`,
    ]
    const start = booked([['100', [money, [btc, deposit, '3.00000001']]]])
    const from = at(start, '99.99999999')
    let to = from
    for (let n = 0; n < 40; n += 1) {
      const price = `${90 + next(20)}.1234567`
      to = {
        ...at(booked([[price, Array.from({ length: 1 + next(3) }, line)]], to), price),
        open: { gross: BigInt(next(99)) - 50n, lever: BigInt(next(9)), option: BigInt(next(9)) },
      }
    }
    const told = statementOf(from, to)
    expect([seed, differenceOf(told), told.after]).toEqual([seed, 0n, totalOf(to)])
    expect(realisedOf(told)).toBe(told.spot + told.exchange + told.lever + told.option + told.moved)
  }
})
test('PNL-5 the net result of a contract and of a stake is less fee and nights; what was cancelled or void came to nothing', () => {
  const position = { profits: '-1.2', fact_profits: '-1.2', trade_fee: '0.96', overnight_money: '0.04' }
  expect(netOfPosition({ ...position, status: 'closed' })).toBe('-2.2')
  expect(netOfPosition({ ...position, status: 'trading' })).toBe('-2.2')
  expect(netOfPosition({ ...position, status: 'cancelled' })).toBe('0')
  expect([
    netOfRound({ fact_profits: '8.5', fee: '0.5', void_reason: null }),
    netOfRound({ fact_profits: '0', fee: '0.5', void_reason: 'gap' }),
  ]).toEqual(['8', '0'])
})

type Told = Readonly<Record<string, unknown>>
const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null
const told = (value: unknown): Told => (isTold(value) ? value : {})
const listOf = (value: unknown): readonly Told[] => (Array.isArray(value) ? value.map(told) : [])
const btcOf = (message: unknown) => listOf(told(message)['coins']).find(({ currency }) => currency === btc) ?? {}

test('PNL-2 a coin bought in the market costs what was paid for what came in, and no price moves that', async () => {
  const { submit, ann, ben, ask } = await spotVenue(2)
  const costOf = async () => btcOf(answerOf((await ask('GET /api/wallet/pnl', {}, { user: ben })).answer).message)
  await submit(ann, { type: 2, amount: '0.05', target_price: '96000' })
  const before = await costOf()
  expect((await submit(ben, { type: 1, amount: '0.05', target_price: '96000' })).data).toMatchObject({
    filled_total: '4800',
    fee: '0.00005',
  })
  const bought = await costOf()
  expect([bought['amount'], formatDec(parseDec(String(bought['cost'])) - parseDec(String(before['cost'])))]).toEqual([
    '0.14995',
    '4800',
  ])
  await submit(ann, { type: 2, amount: '0.01', target_price: '95000' })
  await submit(ann, { type: 1, amount: '0.01', target_price: '94000' })
  await submit(ben, { type: 1, amount: '0.01', target_price: '95000' })
  const dearer = await costOf()
  expect([bought['average'], dearer['cost']]).toEqual([
    bought['average'],
    formatDec(parseDec(String(bought['cost'])) + parseDec('950')),
  ])
})
test('PNL-1 over the wire: the gift of the venue is no profit, and the statement of any days comes out at 0', async () => {
  const venue = await walletVenue()
  const { call, ben, turn, feed, submit, ann } = venue
  const read = async (user?: number) => told((await call('GET /api/wallet/pnl', {}, user)).message)
  expect(await read()).toMatchObject({ days: [{ day: '2026-01-05', pnl: '0' }], is_partial: 0 })
  expect(await read(ben)).toMatchObject({
    coins: [
      { currency: btc, amount: '0.1', pnl: '0' },
      { currency: 2, amount: '2' },
    ],
    realised: '0',
    fees: '0',
  })
  expect((await call('GET /api/wallet/pnl', {}, 0)).type).toBe('999')
  await submit(ann, { share: 5 })
  await turn(dayMs)
  venue.venue.flush()
  await feed()
  await venue.mark(100_500)
  const days = listOf((await read())['days'])
  expect(days.map(({ day }) => day)).toEqual(['2026-01-05', '2026-01-06'])
  for (const [from, to] of [
    ['2026-01-05', '2026-01-05'],
    ['2026-01-06', '2026-01-06'],
    ['2026-01-05', '2026-01-06'],
    ['2025-12-01', '2026-02-01'],
  ]) {
    const { message } = await call('GET /api/wallet/statement', { from, to })
    expect([from, to, told(message)['difference']]).toEqual([from, to, '0'])
  }
  const rows = new Map(
    listOf(told((await call('GET /api/wallet/statement', { from: '2026-01-06' })).message)['rows']).map(
      ({ name, amount }) => [name, amount],
    ),
  )
  expect(rows.get('after')).toBe(days[1]?.['worth'])
  expect(parseDec(String(rows.get('open')))).toBeGreaterThan(0n)
  expect(venue.venue.audit()).toEqual([])
  expect((await call('GET /api/wallet/statement', { from: '2026-1-6' })).reason).toBe('malformed')
})

test('PNL-7 EQ-1 the worth of the wallets and equity count open contracts and what entries hold, as the calendar does', async () => {
  const { call, submit, ann, mark, cancel, feed } = await walletVenue()
  const wallets = async () => {
    const list = told((await call('POST /api/wallet/list')).message)
    const sums = ['legal', 'change', 'lever', 'micro'].map((kind) => told(list[`${kind}_wallet`])['totle'])
    return formatDec(sums.reduce((sum: bigint, each) => sum + parseDec(String(each)), 0n))
  }
  const calendar = async () => listOf(told((await call('GET /api/wallet/pnl')).message)['days']).at(-1)?.['worth']
  const equity = async () =>
    told((await call('POST /api/lever/deal', { currency_id: btc, legal_id: usdt })).message)['all_levers']
  await submit(ann, { share: 5 })
  const [total, own] = [await wallets(), await equity()]
  expect(total).toBe(await calendar())
  const { data } = await submit(ann, { share: 3, status: 0, target_price: '99000' })
  expect([await wallets(), await calendar(), await equity()]).toEqual([total, total, own])
  await cancel(ann, data?.['id'])
  expect(await equity()).toBe(own)
  await feed()
  await mark(99_500)
  expect(await wallets()).toBe(await calendar())
  expect(parseDec(await wallets())).toBe(parseDec(total) - parseDec('25'))
})

test('PNL-6 what is kept is what the whole log comes to, also when each leg of a trade has an entry of its own', async () => {
  const { submit, users, ask, venue, clock } = await spotVenue(3)
  clock.advance(120_000)
  const random = seededRandom(7)
  for (let n = 0; n < 60; n += 1) {
    const user = users[n % 3] ?? 0
    await submit(user, { type: 1 + (n % 2), amount: `0.00${1 + Math.floor(random.unit() * 9)}`, target_price: '96000' })
    if (n % 5 === 0)
      await ask(
        'POST /api/wallet/change',
        { number: '3', currency_id: usdt, from_field: 'change', to_field: 'legal' },
        { user },
      )
  }
  venue.flush()
  const bodiesOf = async (table: string) =>
    (await venue.store.page({ table, where: {}, limit: 5000, offset: 0 })).bodies.toReversed()
  const stored = new Map(
    await Promise.all(
      ['logs', 'pairs', 'bars', 'running_bars'].map(async (table) => [table, await bodiesOf(table)] as const),
    ),
  )
  const logs = (stored.get('logs') ?? []).map((body): LogRow => JSON.parse(body))
  const kept = (rows: Iterable<PnlRow>) =>
    [...rows]
      .filter(({ isLatest }) => isLatest)
      .map(({ user, coins, sums: { fees: _, ...sums } }) => ({
        user,
        sums,
        coins: [...coins].toSorted(([a], [b]) => a - b),
      }))
      .toSorted((a, b) => a.user - b.user)
  const replayed = (of: readonly LogRow[]) =>
    kept(
      replayLogs({
        rows: (table) =>
          (table === 'logs' ? of.map((row) => JSON.stringify(row)) : (stored.get(table) ?? [])).map((body, id) => ({
            id,
            body,
          })),
      }),
    )
  const isTrade = ({ type }: LogRow) => type === spotGiven || type === spotReceived
  expect(logs.filter(isTrade).length).toBeGreaterThan(60)
  expect(replayed(logs)).toEqual(kept(venue.ctx.tables.pnlDays.all()))
  // Older releases booked the quote first, then the base: two entries with numbers that follow each other.
  const parted = logs
    .map((row) => ({ ...row, seq: 2 * row.seq + (isTrade(row) && row.asset === btc ? 1 : 0) }))
    .toSorted((a, b) => a.seq - b.seq)
  expect(replayed(parted)).toEqual(kept(venue.ctx.tables.pnlDays.all()))
  expect(resultsAstray(venue.ctx)).toEqual([])
  await venue.command(({ tables }) => {
    const row = [...tables.pnlDays.all()].find(({ isLatest, coins }) => isLatest && coins.size > 0)
    if (row) tables.pnlDays.put({ ...row, coins: new Map([...row.coins].slice(1)) })
  })
  expect(resultsAstray(venue.ctx).map(({ rule }) => rule)).toEqual(['PNL-6'])
})
