import { auditMining } from '#server/features/mining/audit.ts'
import { endSeat, machineAccrual } from '#server/features/mining/settle.ts'
import { dayMs } from '#tests/server/features/finance/finance-venue.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { btc, miningVenue, usdt } from './mining-venue.ts'

const start = Date.UTC(2026, 0, 5)
const hour = 3_600_000

test('Y1 MIN-1 a machine runs at a place, secured by collateral, and fills the purse once a platform day to the end of its term', async () => {
  const venue = await miningVenue()
  const { buy, equip, info, mine, to, purse, spot, ann, accruals, received } = venue
  await equip()
  expect(await buy({ machine_id: 'sprout', num: 2, price: '120' })).toMatchObject({
    message: {
      machines: [
        {
          id: '1',
          power: 10,
          threshold: '50',
          daily_reward: '0.000045',
          remain_day: 30,
          status: 'running',
          seat_id: '1',
        },
        { id: '2' },
      ],
      overview: { power: 20, running: 2, places: 2, places_used: 2, collateral: '100', collateral_used: '100' },
    },
  })
  // 10000 − 12 for the seat − 240 for the machines, of which 100 are held.
  expect(spot(ann)).toBe('964800000000+10000000000')
  await to(2)
  await to(3)
  expect([purse(), (await info()).message]).toMatchObject([
    '18000',
    { reward_balance: '0.00018', reward_today: '0.00009', reward_total: '0.00018', next_reward_ms: start + 4 * dayMs },
  ])
  await to(40)
  expect([purse(), accruals().length, (await mine({ status: 'ended' })).message]).toMatchObject([
    '270000',
    60,
    { count: 2, list: [{ earned: '0.00135', remain_day: 0 }, {}] },
  ])
  expect((await info()).message).toMatchObject({
    power: 0,
    running: 0,
    places: 2,
    places_used: 0,
    collateral_used: '0',
    reward_total: '0.0027',
  })
  expect(
    received
      .filter(({ event }) => event.ev === 'mining.machineChanged' && event.v['id'] === '1')
      .map(({ event }) => event.why),
  ).toEqual(['bought', ...Array.from({ length: 29 }, () => 'reward'), 'ended'])
  expect([venue.venue.audit(), venue.bugs]).toEqual([[], []])
})
test('Y1 F2 F4 a reward is paid once a day, also when its job runs twice, the venue was away for weeks, or the clock stands still', async () => {
  const venue = await miningVenue()
  const { buy, equip, clock, purse, accruals, to } = venue
  await equip()
  await buy({ machine_id: 'sprout', num: 1 })
  clock.set(start + 21 * dayMs + 5)
  await venue.venue.command((ctx) => {
    machineAccrual.run(ctx, '1')
    machineAccrual.run(ctx, '1')
  })
  await venue.settle()
  await venue.settle()
  expect([purse(), accruals().length, new Set(accruals().map(({ day }) => day)).size]).toEqual(['90000', 20, 20])
  await to(21, hour)
  expect(purse()).toBe('90000')
  expect(venue.venue.audit()).toEqual([])
})
test('MIN-2 a seat ends after the machines on it, and its places are gone', async () => {
  const { equip, buy, info, to, venue, seats } = await miningVenue()
  await equip()
  await buy({ machine_id: 'sprout', num: 2 })
  // The machines' last days and the end of the seat are due together: the seat waits a second for them.
  await to(46, 5000)
  await to(46, 7000)
  expect((await info()).message).toMatchObject({ places: 0, places_used: 0 })
  expect((await seats()).message).toMatchObject({ list: [{ id: 'fjord', sold: 121, mine: [] }, {}, {}] })
  await venue.command((ctx) => endSeat(ctx, '1'))
  expect(venue.audit()).toEqual([])
})
test.each<[string, object, string, object]>([
  ['no quantity', { num: 0 }, 'quantity_required', {}],
  ['more than there are', { machine_id: 'vintage' }, 'sold_out', { left: 0 }],
  ['a machine before its opening', { machine_id: 'hall' }, 'launch_not_started', { start_ms: start + 6 * hour }],
  ['more than one account may have', { num: 11 }, 'per_user_limit', { max: 10 }],
  ['fewer places than machines', { num: 3 }, 'seat_missing', { need: 3, free: 2 }],
  ['a seat of somebody else', { seat_id: '9' }, 'seat_missing', { need: 1, free: 0 }],
  ['a seat that ends before the machine', { machine_id: 'rack' }, 'seat_missing', { need: 1, free: 0 }],
  ['another price than there is', { price: '119' }, 'price_moved', { price: '120' }],
  ['an unknown machine', { machine_id: 'none' }, 'not_found', {}],
])('MIN-3 buying with %s is refused in the stated order and changes nothing', async (_, more, reason, params) => {
  const { buy, equip, spot, ann, venue } = await miningVenue()
  await equip()
  const before = spot(ann)
  const answer = await buy({ machine_id: 'sprout', num: 1, ...more })
  expect([answer.reason, answer.params ?? {}, spot(ann), venue.ctx.tables.myMachines.count()]).toEqual([
    reason,
    params,
    before,
    0,
  ])
})
test('MIN-3 collateral comes before the price, the price before the balance, and what is missing is told', async () => {
  const { buy, seat, lock, venue, ann } = await miningVenue()
  await seat({ seat_id: 'fjord' })
  await lock({ amount: '60' })
  expect(await buy({ machine_id: 'sprout', num: 2, price: '1' })).toMatchObject({
    reason: 'collateral_short',
    params: { need: '40' },
  })
  await lock({ amount: '40' })
  await venue.command((ctx) => {
    const { free } = ctx.ledger.balance({ owner: ann, asset: usdt, kind: 'change' })
    ctx.ledger.post({
      type: 200,
      ref: 'test',
      postings: [
        { owner: ann, asset: usdt, kind: 'change', free: -free },
        { owner: 'external', asset: usdt, kind: 'change', free },
      ],
    })
  })
  expect(await buy({ machine_id: 'sprout', num: 2, price: '1' })).toMatchObject({ reason: 'price_moved' })
  expect(await buy({ machine_id: 'sprout', num: 2 })).toMatchObject({ reason: 'insufficient_balance' })
  expect(venue.audit()).toEqual([])
})
test('L11 MIN-4 machines are sold out where the house cannot promise their rewards, and those that run are paid to the end', async () => {
  const { equip, buy, machineOf, to, purse, venue } = await miningVenue({ settings: { earnings: { BTC: '0.0027' } } })
  await equip()
  expect(await machineOf('sprout')).toMatchObject({ left: 2, status: 'on_sale' })
  expect(await machineOf('rack')).toMatchObject({ left: 0, status: 'sold_out' })
  await buy({ machine_id: 'sprout', num: 2 })
  expect(await machineOf('sprout')).toMatchObject({ left: 0, status: 'sold_out', sold: 270 })
  expect(await buy({ machine_id: 'sprout', num: 1 })).toMatchObject({ reason: 'sold_out', params: { left: 0 } })
  await to(31)
  expect([purse(), venue.audit()]).toEqual(['270000', []])
})
test('MIN-5 collateral that a machine needs is not released, and what none needs comes back at once', async () => {
  const { equip, lock, buy, spot, ann, call, venue } = await miningVenue()
  await equip()
  await buy({ machine_id: 'sprout', num: 1 })
  const release = (amount: string) => lock({ amount, direction: 'release' })
  expect(await release('50.01')).toMatchObject({ reason: 'collateral_in_use', params: { free: '50' } })
  expect((await release('50')).message).toMatchObject({ collateral: '50', collateral_used: '50' })
  expect(spot(ann)).toBe('981800000000+5000000000')
  expect([
    (await lock({ amount: '9.99' })).reason,
    (await lock({ amount: '' })).reason,
    (await lock({ amount: '10.0000001' })).reason,
  ]).toEqual(['amount_below_min', 'amount_required', 'amount_step'])
  expect((await call('GET /api/miner/zhiyas')).message).toMatchObject({
    count: 2,
    list: [
      { direction: 'release', amount: '50' },
      { direction: 'lock', amount: '100' },
    ],
  })
  expect(venue.audit()).toEqual([])
})
test('Y1 a hundred at once for the last seats and machines: as many as there are', async () => {
  const harness = await miningVenue()
  const { venue, ask } = harness
  const users: number[] = []
  for (let n = 0; n < 20; n += 1) users.push(await register(harness, `m${n}@kontor.test`))
  await venue.command(({ tables }) => {
    tables.seats.put({ ...tables.seats.need('fjord'), stock: 131 })
    tables.machines.put({ ...tables.machines.need('sprout'), stock: 275, perUser: 0 })
  })
  const crowd = (path: string, body: object) =>
    Promise.all(
      Array.from({ length: 100 }, async (_, n) =>
        answerOf((await ask(`GET /api/${path}`, body, { user: users[n % 20] ?? 0 }, randomUUID())).answer),
      ),
    )
  const done = (answers: Awaited<ReturnType<typeof crowd>>) => answers.filter(({ type }) => type === 'ok').length
  expect(done(await crowd('miner/buySeat', { seat_id: 'fjord' }))).toBe(10)
  await crowd('miner/zhiya', { amount: '500' })
  expect(done(await crowd('miner/buyMiner', { machine_id: 'sprout', num: 1 }))).toBe(7)
  expect(venue.audit()).toEqual([])
})
test('Y1 one key is one purchase', async () => {
  const { equip, buy, mine } = await miningVenue()
  await equip()
  const key = randomUUID()
  const [first, second] = [
    await buy({ machine_id: 'sprout', num: 1 }, undefined, key),
    await buy({ machine_id: 'sprout', num: 1 }, undefined, key),
  ]
  expect([second, (await mine()).message]).toMatchObject([first, { count: 1 }])
})
test('MIN-6 the line calls who is next, keeps the machines for them, and goes on when they do not come', async () => {
  const { reserve, equip, buy, machineOf, clock, settle, ann, ben, venue, received } = await miningVenue()
  await venue.command(({ tables }) =>
    tables.machines.put({
      ...tables.machines.need('hall'),
      stock: 1,
      threshold: '20',
      price: '30',
      days: 10,
      daily: '0.00001',
    }),
  )
  expect((await reserve({ machine_id: 'hall', num: 1 })).message).toMatchObject({
    place: 1,
    status: 'waiting',
    buy_until_ms: null,
  })
  expect((await reserve({ machine_id: 'hall', num: 1 }, ben)).message).toMatchObject({ place: 2 })
  expect([
    (await reserve({ machine_id: 'hall', num: 1 })).reason,
    (await reserve({ machine_id: 'sprout', num: 1 })).reason,
    (await reserve({ machine_id: 'vintage', num: 0 })).reason,
  ]).toEqual(['reservation_exists', 'not_reservable', 'quantity_required'])
  clock.set(start + 6 * hour)
  await settle()
  expect(await machineOf('hall')).toMatchObject({
    status: 'on_sale',
    left: 1,
    reservation: { status: 'called', place: 0, buy_until_ms: start + 30 * hour },
  })
  expect(await machineOf('hall', ben)).toMatchObject({
    status: 'sold_out',
    left: 0,
    reservation: { status: 'waiting', place: 1 },
  })
  clock.set(start + 30 * hour)
  await settle()
  expect(await machineOf('hall')).toMatchObject({ status: 'sold_out', reservation: null })
  await equip(ben)
  expect((await buy({ machine_id: 'hall', num: 1 }, ben)).message).toMatchObject({ machines: [{ machine_id: 'hall' }] })
  expect(
    received
      .filter(({ user, event }) => user === ann && event.ev === 'mining.reservationChanged')
      .map(({ event }) => event.why),
  ).toEqual(['waiting', 'called', 'lapsed'])
  expect(
    received
      .filter(({ user, event }) => user === ben && event.ev === 'mining.reservationChanged')
      .map(({ event }) => event.why),
  ).toEqual(['waiting', 'called', 'used'])
  expect((await reserve({ machine_id: 'hall', drop: 1 }, ben)).reason).toBe('not_found')
  expect(venue.audit()).toEqual([])
})
test('MIN-6 a place that is given up goes to the next, and a machine that ends calls the line', async () => {
  const { reserve, equip, buy, machineOf, to, ben, venue } = await miningVenue()
  await venue.command(({ tables }) =>
    tables.machines.put({ ...tables.machines.need('vintage'), stock: 61, others: 60 }),
  )
  await equip()
  await buy({ machine_id: 'vintage', num: 1 })
  await reserve({ machine_id: 'vintage', num: 1 })
  await reserve({ machine_id: 'vintage', num: 1 }, ben)
  expect((await reserve({ machine_id: 'vintage', drop: 1 })).message).toMatchObject({ status: 'dropped', place: 0 })
  await to(15)
  expect(await machineOf('vintage', ben)).toMatchObject({ status: 'on_sale', reservation: { status: 'called' } })
  expect(venue.audit()).toEqual([])
})
test('X1 MIN-7 rewards are converted at a quote, once, and no more than the purse holds', async () => {
  const { equip, buy, to, convert, priced, feed, purse, info, spot, ann, ben, call, venue } = await miningVenue()
  await equip()
  await buy({ machine_id: 'sprout', num: 2 })
  await to(21)
  await feed()
  const quote = (num: string, user = ann) => priced({ kind: 'mining', from: btc, to: usdt, num }, user)
  const free = () => Number(spot(ann).split('+')[0])
  const before = free()
  const { quote_id, result } = await quote('0.0018')
  expect(result).toBe('179.73009')
  expect([
    (await convert({ amount: '0.0018' })).reason,
    (await convert({ amount: '0.0017', quote_id })).reason,
    (await convert({ amount: '0.0018', quote_id }, ben)).reason,
  ]).toEqual(['quote_required', 'quote_unfit', 'quote_unfit'])
  expect((await convert({ amount: '0.0018', quote_id })).message).toMatchObject({
    conversion: { num: '0.0018', result: '179.73009', price: '99950', fee: '0.17991' },
    overview: { reward_balance: '0' },
  })
  expect([purse(), free() - before, (await convert({ amount: '0.0018', quote_id })).reason]).toEqual([
    '0',
    17_973_009_000,
    'quote_used',
  ])
  const more = await quote('0.01')
  expect((await convert({ amount: '0.01', quote_id: more['quote_id'] })).reason).toBe('insufficient_balance')
  expect([
    (await convert({ amount: '0.000001' })).reason,
    (await convert({ amount: '' })).reason,
    (await quote('0.000001'))['reason'],
  ]).toEqual(['amount_below_min', 'amount_required', 'amount_below_min'])
  expect([(await info()).message, (await call('GET /api/miner/converts')).message]).toMatchObject([
    { reward_total: '0.0018' },
    { count: 1, list: [{ result: '179.73009' }] },
  ])
  expect(venue.audit()).toEqual([])
})
test('Y1 the audit finds a machine without a place, collateral that is gone, and a purse that is not what was earned', async () => {
  const { equip, buy, to, venue, ann } = await miningVenue()
  await equip()
  await buy({ machine_id: 'sprout', num: 1 })
  await to(2)
  const { tables, ledger, settings } = venue.ctx
  const books = { tables, ledger, settings }
  await venue.command((ctx) => ctx.tables.mySeats.put({ ...ctx.tables.mySeats.need(1), places: 0 }))
  await venue.command((ctx) => ctx.tables.miners.put({ ...ctx.tables.miners.need(ann), total: '1' }))
  await venue.command((ctx) => ctx.ledger.release(`collateral:${ann}`, 743))
  expect(auditMining(books)).toEqual([
    { rule: 'Y1', at: 'place:1' },
    { rule: 'Y1', at: `purse:${ann}` },
    { rule: 'Y1', at: `collateral:${ann}` },
  ])
})
