import { haltTrading } from '#server/core/halt.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { leverHold } from '#server/features/lever/rows.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { eth, leverActs, leverVenue, units, usdt } from '#tests/support/lever-venue.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const begin = units(1000)

test('LEV-1 a position opens at the mark price with the spread against it; margin is held and the fee paid', async () => {
  const { submit, money, ann, eventsOf, venue } = await leverVenue(1)
  const opened = await submit(ann)
  expect(opened).toMatchObject({
    type: 'ok',
    data: {
      type: 1,
      status: 1,
      symbol: 'BTC/USDT',
      origin_price: '100000',
      price: '100005',
      update_price: '100000',
      share: 1,
      number: '0.01',
      multiple: 10,
      origin_caution_money: '100.005',
      caution_money: '100.005',
      trade_fee: '0.500025',
      profits: '-0.05',
      fact_profits: '0',
      target_profit_price: '0',
      stop_loss_price: '0',
      close_price: null,
      close_reason: null,
      rev: 1,
    },
  })
  expect(money(ann)).toEqual({ free: begin - units(100.505025), held: units(100.005), all: begin - units(0.500025) })
  expect(money('fee').all).toBe(units(0.500025))
  expect(eventsOf(ann, 'lever.positionChanged')).toMatchObject([
    { why: 'opened', v: { id: opened.data?.['id'], rev: 1 } },
  ])
  // 999.449975 − 50.0025 may be lost on 0.01 BTC: 94944.7475 below the mark price, rounded down to a tick.
  expect(opened.data).toMatchObject({ liquidation_price: '5055.25', hazard_rate: '999.4' })
  expect(venue.audit()).toEqual([])
})
test('P2 closing a position books its profit or loss against the house and releases the margin', async () => {
  const { submit, close, mark, money, ann, venue } = await leverVenue(1)
  const long = (await submit(ann)).data?.['id']
  const short = (await submit(ann, { type: 2, share: 2 })).data?.['id']
  await mark(101_000)
  expect((await close(ann, long)).data).toMatchObject({
    status: 3,
    close_reason: 'user',
    close_price: '101000',
    fact_profits: '9.95',
    profits: '9.95',
    liquidation_price: null,
    rev: 3,
  })
  expect((await close(ann, short)).data).toMatchObject({ status: 3, fact_profits: '-20.1', price: '99995' })
  expect(money(ann)).toEqual({
    free: begin - units(10.15) - money('fee').all,
    held: 0n,
    all: begin - units(10.15) - money('fee').all,
  })
  expect(money('house').all).toBe(units(10.15))
  expect(money('insurance').all).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('LEV-6 a position that is closed twice is closed once, under one key and under two', async () => {
  const { submit, call, close, ann, eventsOf, money } = await leverVenue(1)
  const key = '01890a5d-ac96-474b-bcce-b302099a8057'
  const { data } = await submit(ann)
  const first = await call(ann, 'close', { id: data?.['id'], expect: 1 }, key)
  const after = money(ann)
  expect(await call(ann, 'close', { id: data?.['id'], expect: 1 }, key)).toEqual(first)
  expect(await close(ann, data?.['id'], { expect: 1 })).toMatchObject({
    reason: 'state_moved',
    params: { now: { status: 3, rev: 3 } },
  })
  expect(await close(ann, data?.['id'])).toMatchObject({ reason: 'step_refused', params: { may: [] } })
  expect(money(ann)).toEqual(after)
  expect(eventsOf(ann, 'lever.positionChanged').filter(({ v }) => v['status'] === 3)).toHaveLength(1)
})

const limit = { status: 0, target_price: '99000' }
test('LEV-3 LIM-1 a pending entry has margin and fee held, opens at the better of its limit and the house price, and gets the rest back', async () => {
  const { submit, cancel, mark, money, positions, ann, eventsOf, venue } = await leverVenue(1)
  const cancelled = await submit(ann, limit)
  expect(cancelled.data).toMatchObject({
    status: 0,
    price: '99000',
    origin_price: '99000',
    caution_money: '99',
    trade_fee: '0.495',
    transaction_time: null,
    liquidation_price: null,
  })
  expect(money(ann)).toEqual({ free: begin - units(99.495), held: units(99.495), all: begin })
  expect((await cancel(ann, cancelled.data?.['id'], { expect: 0 })).data).toMatchObject({
    status: 4,
    close_reason: 'user',
    rev: 2,
  })
  expect(money(ann)).toEqual({ free: begin, held: 0n, all: begin })
  const { data } = await submit(ann, limit)
  await mark(98_996)
  expect((await positions(ann, { status: 0 })).message.total).toBe(1)
  await mark(98_990)
  expect((await positions(ann, { status: 1 })).message.data).toMatchObject([
    {
      id: data?.['id'],
      status: 1,
      origin_price: '98990',
      price: '98995',
      caution_money: '98.995',
      trade_fee: '0.494975',
      profits: '-0.05',
      rev: 2,
    },
  ])
  expect(money(ann)).toEqual({ free: begin - units(99.489975), held: units(98.995), all: begin - units(0.494975) })
  expect(eventsOf(ann, 'lever.positionChanged').map(({ why }) => why)).toEqual([
    'pending',
    'cancelled',
    'pending',
    'activated',
  ])
  expect(await cancel(ann, data?.['id'])).toMatchObject({
    reason: 'step_refused',
    params: { may: ['setStop', 'close'] },
  })
  expect(venue.audit()).toEqual([])
})
test('LEV-3 a pending short entry opens above the mark price', async () => {
  const { submit, mark, positions, ann } = await leverVenue(1)
  await submit(ann, { ...limit, type: 2, target_price: '101000' })
  await mark(101_004)
  expect((await positions(ann, { status: 0 })).message.total).toBe(1)
  await mark(101_005)
  expect((await positions(ann, { status: 1 })).message.data).toMatchObject([
    { type: 2, price: '101000', origin_price: '101005' },
  ])
})
test('LIM-1 a gap beyond the limit is the owner’s, and costs no more than was set aside', async () => {
  const { submit, mark, money, positions, ann, ben, venue } = await leverVenue(2)
  await submit(ann, { ...limit, target_price: '99000' })
  await submit(ben, { ...limit, type: 2, target_price: '101000', multiple: 100 })
  await mark(95_000)
  const [long] = (await positions(ann, { status: 1 })).message.data
  expect(long).toMatchObject({
    price: '95005',
    origin_price: '95000',
    origin_caution_money: '95.005',
    trade_fee: '0.475025',
    profits: '-0.05',
  })
  await mark(105_000)
  const [short] = (await positions(ben, { status: 1 })).message.data
  // A short above its limit is worth more than was set aside for: the margin stays what it was, and the fee.
  expect(short).toMatchObject({ price: '104995', origin_caution_money: '10.1', trade_fee: '0.505', profits: '-0.05' })
  expect(money(ben)).toEqual({ free: begin - units(10.605), held: units(10.1), all: begin - units(0.505) })
  expect(venue.audit()).toEqual([])
})
test('LIM-1 a limit that the house would fill now opens at the house price if its client takes it, and else is refused with that price', async () => {
  const { submit, ann, call, money } = await leverVenue(1)
  const beyond = { status: 0, target_price: '100100', stop_loss_price: '100002' }
  expect(await submit(ann, beyond)).toMatchObject({
    reason: 'limit_wrong_side',
    params: { mark: '100000', price: '100005' },
  })
  expect(await submit(ann, { ...beyond, tif: 'gtc' })).toMatchObject({
    reason: 'stop_wrong_side',
    params: { mark: '100000' },
  })
  expect(money(ann).free).toBe(begin)
  expect((await submit(ann, { status: 0, target_price: '100100', tif: 'gtc' })).data).toMatchObject({
    status: 1,
    price: '100005',
    caution_money: '100.005',
  })
  expect((await submit(ann, { status: 0, type: 2, target_price: '99995', tif: 'gtc' })).data).toMatchObject({
    status: 1,
    price: '99995',
  })
  // Between mark and house price it waits: the house does not fill it there.
  expect((await submit(ann, { status: 0, target_price: '100003', tif: 'gtc' })).data).toMatchObject({
    status: 0,
    price: '100003',
  })
  expect((await call(ann, 'fills', {})).message).toMatchObject({
    data: [
      { role: 'taker', price: '99995' },
      { role: 'taker', price: '100005' },
    ],
  })
})

test('P6 stops act only on a later mark price, once each, and close at the mark price, not at the stop price', async () => {
  const { submit, setStop, mark, marks, quote, positions, ann, eventsOf } = await leverVenue(1)
  const { data } = await submit(ann, { target_profit_price: '101000', stop_loss_price: '99000' })
  expect(data).toMatchObject({ target_profit_price: '101000', stop_loss_price: '99000' })
  // A mark price of the instant at which the stop was set is not later.
  quote(98_000)
  await marks.step()
  expect((await positions(ann, { status: 1 })).message.total).toBe(1)
  await mark(100_500)
  expect((await setStop(ann, data?.['id'], { target_profit_price: '', stop_loss_price: '99500' })).data).toMatchObject({
    target_profit_price: '0',
    stop_loss_price: '99500',
    rev: 2,
  })
  await mark(99_400)
  await mark(99_300)
  expect((await positions(ann, { status: 3 })).message.data).toMatchObject([
    { close_reason: 'stop_loss', close_price: '99400', fact_profits: '-6.05', rev: 4 },
  ])
  expect(eventsOf(ann, 'lever.positionChanged').map(({ why }) => why)).toEqual(['opened', 'stop_set', 'closed'])
})
test('P6 the take-profit of a short lies below its price', async () => {
  const { submit, mark, positions, ann } = await leverVenue(1)
  await submit(ann, { type: 2, target_profit_price: '99000', stop_loss_price: '101000' })
  await mark(98_999.5)
  expect((await positions(ann)).message.data).toMatchObject([
    { status: 3, close_reason: 'take_profit', fact_profits: '9.955' },
  ])
})

test('P6 the mark alone judges a stop: it may lock a profit in, or take a smaller loss', async () => {
  const { submit, setStop, mark, positions, ann } = await leverVenue(1)
  const { data: long } = await submit(ann)
  const { data: short } = await submit(ann, { type: 2 })
  await mark(103_000)
  const set = (id: unknown, target_profit_price: string, stop_loss_price: string) =>
    setStop(ann, id, { target_profit_price, stop_loss_price })
  expect(await set(long?.['id'], '', '103000')).toMatchObject({ reason: 'stop_wrong_side', params: { mark: '103000' } })
  expect(await set(long?.['id'], '', '102500')).toMatchObject({ type: 'ok' })
  expect(await set(short?.['id'], '103001', '')).toMatchObject({
    reason: 'stop_wrong_side',
    params: { mark: '103000' },
  })
  expect(await set(short?.['id'], '102000', '')).toMatchObject({ type: 'ok' })
  await mark(101_900)
  expect(
    (await positions(ann, { status: 3 })).message.data.map(({ close_reason, fact_profits }) => [
      close_reason,
      fact_profits,
    ]),
  ).toEqual([
    ['take_profit', '-19.05'],
    ['stop_loss', '18.95'],
  ])
})

test.each([
  ['an unknown pair', { currency_id: 77 }, 'not_found', undefined],
  ['no lots', { share: '' }, 'lots_required', undefined],
  ['zero lots', { share: 0 }, 'lots_required', undefined],
  ['a fraction of a lot', { share: 1.5 }, 'malformed', { path: 'share' }],
  ['negative lots', { share: -1 }, 'malformed', { path: 'share' }],
  ['too many lots', { share: 501 }, 'lots_out_of_range', { min: 1, max: 500 }],
  ['no multiple', { multiple: '' }, 'multiple_unknown', undefined],
  ['an unknown multiple', { multiple: 7 }, 'multiple_unknown', undefined],
  ['a limit without price', { status: 0 }, 'price_required', undefined],
  ['a limit at zero', { status: 0, target_price: '0' }, 'price_required', undefined],
  [
    'a limit that is not a multiple of the tick size',
    { status: 0, target_price: '99000.001' },
    'price_step',
    { scale: 2 },
  ],
  [
    'a long limit above the mark',
    { status: 0, target_price: '100001' },
    'limit_wrong_side',
    { mark: '100000', price: '100005' },
  ],
  [
    'a short limit below the mark',
    { status: 0, type: 2, target_price: '99999' },
    'limit_wrong_side',
    { mark: '100000', price: '99995' },
  ],
  ['a take-profit below the mark', { target_profit_price: '99999' }, 'stop_wrong_side', { mark: '100000' }],
  ['a stop-loss between mark and price', { stop_loss_price: '100003' }, 'stop_wrong_side', { mark: '100000' }],
  ['a short with a stop-loss below', { type: 2, stop_loss_price: '99000' }, 'stop_wrong_side', { mark: '100000' }],
  ['a price moved beyond the default slippage', { seen_price: '99500' }, 'price_moved', { price: '100005' }],
  [
    'a price moved beyond a slippage of zero',
    { seen_price: '100004', slippage: '0' },
    'price_moved',
    { price: '100005' },
  ],
  ['more than the balance', { share: 10 }, 'insufficient_balance', undefined],
  [
    'more than the balance, as a limit entry',
    { share: 11, status: 0, target_price: '99000' },
    'insufficient_balance',
    undefined,
  ],
])('LEV-2 CF29 %s is refused and books nothing', async (_, change, reason, params) => {
  const { submit, money, positions, ann, received } = await leverVenue(1)
  received.length = 0
  const refused = await submit(ann, change)
  expect(refused).toMatchObject({ type: 'error', reason })
  expect(refused.params).toEqual(params)
  expect(money(ann)).toEqual({ free: begin, held: 0n, all: begin })
  expect((await positions(ann)).message.total).toBe(0)
  expect(received).toEqual([])
})
test('LEV-4 CF29 a better price than the one seen is accepted', async () => {
  const { submit, ann } = await leverVenue(1)
  expect(await submit(ann, { seen_price: '100005', slippage: '0' })).toMatchObject({ type: 'ok' })
  expect(await submit(ann, { seen_price: '110000' })).toMatchObject({ type: 'ok' })
  expect(await submit(ann, { type: 2, seen_price: '90000' })).toMatchObject({ type: 'ok' })
})
test('LEV-2 limit entries and stops are refused if they are switched off', async () => {
  const { submit, ann, setStop } = await leverVenue(1, {
    settings: { lever: { isStopAllowed: false, isEntrustAllowed: false } },
  })
  expect(await submit(ann, limit)).toMatchObject({ reason: 'limit_disabled' })
  expect(await submit(ann, { stop_loss_price: '90000' })).toMatchObject({ reason: 'stop_disabled' })
  const { data } = await submit(ann)
  expect(await setStop(ann, data?.['id'], { target_profit_price: '0', stop_loss_price: '90000' })).toMatchObject({
    reason: 'stop_disabled',
  })
})
test('P7 a mark price older than two seconds opens, closes and liquidates nothing and triggers no stop', async () => {
  const { submit, close, clock, marks, positions, mark, cancel, quote, ann } = await leverVenue(1)
  const { data } = await submit(ann, { share: 8, stop_loss_price: '99000' })
  const waiting = (await submit(ann, { target_price: '99000', status: 0 })).data?.['id']
  clock.advance(1750)
  expect(await submit(ann)).toMatchObject({ type: 'error', reason: 'insufficient_balance' })
  quote(80_000)
  clock.advance(2001)
  await marks.step()
  expect(await submit(ann)).toMatchObject({ type: 'error', reason: 'feed_stale' })
  expect(await close(ann, data?.['id'])).toMatchObject({ reason: 'feed_stale' })
  expect((await positions(ann, { status: 1 })).message.total).toBe(1)
  expect(await cancel(ann, waiting)).toMatchObject({ type: 'ok' })
  await mark(99_500)
  expect((await positions(ann, { status: 1 })).message.total).toBe(1)
})
test('K1 an unverified user cannot open positions, and under a trade lock only closing is possible', async () => {
  const { submit, close, cancel, setStop, venue, ann } = await leverVenue(1)
  const open = (await submit(ann)).data?.['id']
  const waiting = (await submit(ann, limit)).data?.['id']
  await venue.command(({ tables }) =>
    tables.users.put({ ...tables.users.need(ann), tradeUntil: venue.ctx.now() + 86_400_000 }),
  )
  expect(await submit(ann)).toMatchObject({ type: 'error', reason: 'trade_locked' })
  expect(await setStop(ann, open, { target_profit_price: '', stop_loss_price: '90000' })).toMatchObject({ type: 'ok' })
  expect(await cancel(ann, waiting)).toMatchObject({ type: 'ok' })
  expect(await close(ann, open)).toMatchObject({ type: 'ok' })
  await venue.command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(`${ann}:1`), status: 'rejected' }))
  expect(await submit(ann)).toMatchObject({ type: '998', reason: 'kyc_needed', params: { level: 1, status: 3 } })
})
test('LEV-2 in a closed market positions cannot be opened but can be closed', async () => {
  const { submit, close, venue, ann } = await leverVenue(1)
  const { data } = await submit(ann)
  await venue.command(haltTrading)
  expect(await submit(ann)).toMatchObject({ reason: 'market_closed' })
  expect(await close(ann, data?.['id'])).toMatchObject({ type: 'ok' })
})
test('W-13 a position of someone else answers like one that does not exist', async () => {
  const { submit, close, cancel, setStop, positions, ann, ben } = await leverVenue(2)
  const { data } = await submit(ann)
  const stops = { target_profit_price: '', stop_loss_price: '' }
  expect(await close(ben, data?.['id'])).toEqual(await close(ben, 999_999))
  expect(await cancel(ben, data?.['id'])).toEqual(await cancel(ben, 999_999))
  expect(await setStop(ben, data?.['id'], stops)).toEqual(await setStop(ben, 999_999, stops))
  expect((await positions(ben)).message.total).toBe(0)
})
test('LEV-11 no transfer out of the lever account while a position or pending entry exists', async () => {
  const { submit, cancel, ask, ann } = await leverVenue(1)
  const move = async () =>
    (
      await ask(
        'POST /api/wallet/change',
        { number: '1', currency_id: usdt, from_field: 'lever', to_field: 'change' },
        { user: ann },
      )
    ).answer
  const { data } = await submit(ann, limit)
  expect(await move()).toMatchObject({ type: 'error', reason: 'lever_positions_open' })
  await cancel(ann, data?.['id'])
  expect(await move()).toMatchObject({ type: 'ok' })
})
test('LEV-1 the page of a market shows the terms for opening and the open positions', async () => {
  const { submit, call, ann } = await leverVenue(1)
  await submit(ann)
  await submit(ann, { market: eth })
  const { message } = await call(ann, 'deal', { legal_id: usdt, currency_id: 1 })
  expect(message).toMatchObject({
    lever_share_limit: { min: 1, max: 500 },
    multiple: { muit: [{ value: 5 }, { value: 10 }, { value: 20 }, { value: 50 }, { value: 100 }] },
    mark: '100000',
    spread: '5',
    lever_trade_fee: '0.05',
    overnight: '0.02',
    ustd_price: '1',
    stop_allowed: 1,
    limit_allowed: 1,
    my_transaction: [{ symbol: 'BTC/USDT', status: 1 }],
  })
})
test('LEV-6 the list is newest first, filtered by status and coin, and paged', async () => {
  const { submit, close, positions, ann } = await leverVenue(1)
  const ids: unknown[] = []
  for (let n = 0; n < 5; n += 1) ids.push((await submit(ann)).data?.['id'])
  ids.push((await submit(ann, { market: eth })).data?.['id'])
  await close(ann, ids[1])
  const idsOf = (page: { message: { data: Record<string, unknown>[] } }) => page.message.data.map(({ id }) => id)
  expect(idsOf(await positions(ann, { currency_id: 1, limit: 3 }))).toEqual([ids[4], ids[3], ids[2]])
  expect((await positions(ann, { currency_id: 1, limit: 3 })).message).toMatchObject({
    total: 5,
    last_page: 2,
    next_page_url: '/api/lever/my_trade?page=2',
  })
  expect(idsOf(await positions(ann, { currency_id: 1, limit: 3, page: 2 }))).toEqual([ids[1], ids[0]])
  expect(idsOf(await positions(ann, { status: 3 }))).toEqual([ids[1]])
  expect(idsOf(await positions(ann, { status: -1 }))).toHaveLength(6)
  expect(idsOf(await positions(ann, { status: 1, legal_id: 9 }))).toEqual([])
  expect((await positions(ann)).rate_profits_total).toMatchObject({ profits_total: '-0.23' })
})
test('LEV-47 contracts are asked for by the time of their end, of their opening while they live, of their order while they wait; both ends included', async () => {
  const { submit, close, cancel, positions, mark, clock, ann, venue } = await leverVenue(1)
  const step = async (act: () => Promise<unknown>) => {
    await mark(100_000)
    await act()
    venue.flush()
    return clock.now()
  }
  const ids: unknown[] = []
  const open = async (order: Record<string, unknown> = {}) => ids.push((await submit(ann, order)).data?.['id'])
  const openedAt = await step(() => open())
  const closedAt = await step(async () => {
    await open()
    await mark(100_000)
    await close(ann, ids[1])
  })
  await step(() => open({ status: 0, target_price: '99000' }))
  const cancelledAt = await step(() => cancel(ann, ids[2]))
  const waitsFrom = await step(() => open({ status: 0, target_price: '99000' }))
  const found = async (query: Record<string, unknown>) => {
    const { message } = await positions(ann, query)
    expect(message.total).toBe(message.data.length)
    return message.data.map(({ id }) => ids.indexOf(id))
  }
  expect(await found({})).toEqual([3, 2, 1, 0])
  expect(await found({ from: openedAt, to: openedAt })).toEqual([0])
  expect(await found({ from: closedAt, to: cancelledAt })).toEqual([2, 1])
  // The second was opened before it ended: what counts is its end.
  expect(await found({ to: closedAt - 1 })).toEqual([0])
  expect(await found({ status: 3, from: closedAt })).toEqual([1])
  expect(await found({ status: 3, from: closedAt + 1 })).toEqual([])
  expect([await found({ status: 1, to: openedAt }), await found({ status: 1, from: openedAt + 1 })]).toEqual([[0], []])
  expect([await found({ status: 0, from: waitsFrom }), await found({ status: 0, to: waitsFrom - 1 })]).toEqual([
    [3],
    [],
  ])
  expect((await positions(ann, { from: openedAt, limit: 1, page: 2 })).message).toMatchObject({
    total: 4,
    data: [{ id: ids[2] }],
  })
})
test.each(['opens', 'is cancelled'])(
  'LEV-13 an entry of an older release, whose fee was paid when it was placed, ends right: it %s',
  async (way) => {
    const store = openSqlite(':memory:')
    const before = await leverVenue(1, { store })
    const { ann } = before
    const id = Number((await before.submit(ann, limit)).data?.['id'])
    const fee = { owner: 'fee', asset: usdt, kind: 'lever' } as const
    await before.venue.command(
      ({ ledger }) =>
        void ledger.spend(leverHold(id), units(0.495), { type: 35, postings: [{ ...fee, free: units(0.495) }] }),
    )
    before.venue.flush()
    const again = createMemoryVenue({ store, startMs: before.clock.now() })
    const { mark, money, cancel } = leverActs(again)
    expect([money(ann), money('fee').all]).toEqual([
      { free: begin - units(99.495), held: units(99.495), all: begin },
      0n,
    ])
    if (way === 'opens') await mark(98_990)
    else await cancel(ann, id)
    expect(money(ann).all).toBe(way === 'opens' ? begin - units(0.494975) : begin)
    expect(money('fee').all).toBe(begin - money(ann).all)
    expect(again.venue.audit()).toEqual([])
  },
)
test('LEV-13 after a restart positions, holds, stops and pending entries continue as before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lever-'))
  try {
    const file = join(folder, 'venue.db')
    const before = await leverVenue(1, { store: openSqlite(file) })
    await before.submit(before.ann, { stop_loss_price: '99000' })
    await before.submit(before.ann, limit)
    const [money, shown] = [before.money(before.ann), await before.positions(before.ann)]
    await before.venue.stop()
    const restarted = createMemoryVenue({ store: openSqlite(file), startMs: before.clock.now() })
    const acts = leverActs(restarted)
    acts.quote(100_000)
    expect(acts.money(before.ann)).toEqual(money)
    expect((await acts.positions(before.ann)).message.data).toEqual(shown.message.data)
    await acts.mark(98_990)
    expect((await acts.positions(before.ann)).message.data).toMatchObject([
      { status: 1, price: '98995' },
      { status: 3, close_reason: 'stop_loss' },
    ])
    expect(restarted.venue.audit()).toEqual([])
    await restarted.venue.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
