import { parseDec } from '#contract/wire/money.ts'
import { auditLaunch } from '#server/features/launch/audit.ts'
import { decideLaunch, launchCoin, launchOnline, unlockCoins } from '#server/features/launch/settle.ts'
import { seedLaunches } from '#server/features/launch/seed.ts'
import type { LaunchProductRow } from '#server/features/launch/rows.ts'
import { memoryStartMs } from '#server/memory.ts'
import { usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

const hour = 3_600_000
const day = 24 * hour
const eth = 2
const product = (some: Partial<LaunchProductRow> = {}): LaunchProductRow => ({
  id: 1,
  key: 'arc',
  name: 'NEWC',
  logo: '/coins/arc.svg',
  pays: [
    { coin: usdt, rate: '0.3' },
    { coin: eth, rate: '0.0001' },
  ],
  num: '1000',
  sold: '0',
  least: '10',
  most: '400',
  startAt: memoryStartMs,
  endAt: memoryStartMs + 2 * hour,
  onlineAt: memoryStartMs + 3 * hour,
  day: 2,
  interestRate: '0',
  predictRate: '5',
  isRecommended: true,
  market: { priceScale: 4, amountScale: 2, minAmount: '0.1', maxAmount: '100000' },
  coin: null,
  sort: 0,
  createdAt: memoryStartMs,
  ...some,
})
async function launchVenue(some: Partial<LaunchProductRow> = {}, settings: object = {}) {
  const harness = await walletVenue({ settings })
  const row = product(some)
  await harness.venue.command(({ tables, deadlines }) => {
    tables.launchProducts.put(row)
    deadlines.set(launchOnline, '1', row.onlineAt)
  })
  const subscribe = (more: object = {}, user = harness.ann, key: string | null = null) =>
    harness.call('POST /api/lh/send/order', { config_id: 1, amount: '30', ...more }, user, key)
  const held = () => harness.venue.ctx.tables.launchProducts.need(1)
  const mine = async (user = harness.ann) => (await harness.call('GET /api/lh/send/order_list', {}, user)).message
  return { ...harness, subscribe, held, mine }
}

test('N1 LCH-1 a subscription holds its money, is spent when it passes, launched with its coin, and credited when the lock-up is over, never before', async () => {
  const { subscribe, spot, ann, turn, mine, venue, received, clock } = await launchVenue()
  expect(await subscribe({ amount: '100' })).toMatchObject({
    data: { amount: '100', new_currency_num: '333.3333', status: 1, exam_status: 3, change_rate: '0.3' },
  })
  expect(spot(ann)).toBe('990000000000+10000000000')
  await turn(5000)
  expect(spot(ann)).toBe('990000000000+0')
  expect(await mine()).toMatchObject({ order_list: [{ status: 1, exam_status: 1 }], total: 1 })
  await turn(3 * hour)
  const coin = venue.ctx.tables.coins.one('name', 'NEWC')?.id ?? 0
  expect(await mine()).toMatchObject({
    order_list: [{ status: 2, exam_status: 1, unlock_ms: memoryStartMs + 3 * hour + 2 * day }],
  })
  clock.set(memoryStartMs + 3 * hour + 2 * day - 1)
  await venue.runDue()
  expect(venue.ctx.ledger.balance({ owner: ann, asset: coin, kind: 'change' }).free).toBe(0n)
  await turn(1)
  expect(venue.ctx.ledger.balance({ owner: ann, asset: coin, kind: 'change' }).free).toBe(parseDec('333.3333'))
  expect(await mine()).toMatchObject({ order_list: [{ status: 3, exam_status: 1 }] })
  expect(received.filter(({ event }) => event.ev === 'launch.changed').map(({ event }) => event.why)).toEqual([
    'placed',
    'passed',
    'launched',
    'completed',
  ])
  expect(venue.audit()).toEqual([])
})
test('N1 F4 a launch and an unlock that run twice, late or over a jump of days give the same books', async () => {
  const { subscribe, ann, venue, clock, turn } = await launchVenue()
  await subscribe({ amount: '30' })
  await turn(5000)
  clock.set(memoryStartMs + 90 * day)
  await venue.runDue()
  await venue.runDue()
  await venue.command((ctx) => {
    launchCoin(ctx, '1')
    unlockCoins(ctx, '1')
    unlockCoins(ctx, '1')
  })
  const coin = venue.ctx.tables.coins.one('name', 'NEWC')?.id ?? 0
  expect([
    venue.ctx.ledger.balance({ owner: ann, asset: coin, kind: 'change' }).free,
    venue.ctx.ledger.balance({ owner: 'issuer', asset: coin, kind: 'change' }).free,
  ]).toEqual([parseDec('100'), parseDec('900')])
  expect(venue.audit()).toEqual([])
})
test('N1 the house cannot sell what is owed to subscribers; a folder in which it could is mended', async () => {
  const { subscribe, ann, venue, clock, turn } = await launchVenue()
  await subscribe({ amount: '30' })
  await turn(5000)
  const { onlineAt } = venue.ctx.tables.launchProducts.need(1)
  clock.set(onlineAt)
  await venue.runDue()
  const asset = venue.ctx.tables.coins.one('name', 'NEWC')?.id ?? 0
  const free = (owner: 'house' | 'issuer' | number) => venue.ctx.ledger.balance({ owner, asset, kind: 'change' }).free
  const move = (amount: bigint) =>
    venue.command(({ ledger }) => {
      const postings = [
        { owner: 'issuer' as const, asset, kind: 'change' as const, free: -amount },
        { owner: 'house' as const, asset, kind: 'change' as const, free: amount },
      ]
      void ledger.post({ type: 0, ref: 'earlier', postings })
    })
  expect([free('house'), free('issuer')]).toEqual([0n, parseDec('1000')])
  // As earlier releases kept it.
  await move(parseDec('1000'))
  expect(venue.audit()).toEqual([{ rule: 'N1', at: 'launch:owed:1' }])
  await venue.command(seedLaunches)
  expect([free('house'), free('issuer')]).toEqual([parseDec('900'), parseDec('100')])
  expect(venue.audit()).toEqual([])
  clock.set(memoryStartMs + 90 * day)
  await venue.runDue()
  expect([free(ann), free('issuer')]).toEqual([parseDec('100'), 0n])
})
test('LCH-2 a rejected subscription gets its money back and puts its coins back on offer; a decision is made once', async () => {
  const { subscribe, spot, ann, held, mine, venue } = await launchVenue({}, { demoReview: false })
  await subscribe()
  const row = venue.ctx.tables.launchOrders.need(1)
  expect(held().sold).toBe('100')
  await venue.command((ctx) => void decideLaunch(ctx, row, 'reject', 'Not eligible'))
  expect([spot(ann), held().sold]).toEqual(['1000000000000+0', '0'])
  expect(await mine()).toMatchObject({
    order_list: [{ exam_status: 2, reject_reason: 'Not eligible', unlock_ms: null }],
  })
  await expect(venue.command((ctx) => void decideLaunch(ctx, { ...row, stage: 'rejected' }, 'pass'))).rejects.toThrow(
    'pass from rejected',
  )
  expect(venue.audit()).toEqual([])
})
test('LCH-3 a launched coin is a coin of the wallet, with a market without leverage and rounds in which it trades', async () => {
  const { subscribe, turn, call, venue, feed, ann, ben } = await launchVenue({ day: 0 })
  await subscribe({ amount: '60' })
  await turn(3 * hour)
  await feed()
  const coin = venue.ctx.tables.coins.one('name', 'NEWC')?.id ?? 0
  expect(venue.ctx.tables.pairs.one('market', 'NEWC-USDT')).toMatchObject({
    base: coin,
    quote: usdt,
    isOpen: true,
    isSpot: true,
    isLever: false,
    isMicro: false,
    firstPrice: 3000,
  })
  expect(await call('POST /api/wallet/detail', { currency: coin, type: 'change' })).toMatchObject({
    message: { change_balance: '200' },
  })
  expect(
    await call('POST /api/coin/trade', {
      legal_id: usdt,
      currency_id: coin,
      type: 2,
      target_price: '0.31',
      amount: '50',
    }),
  ).toMatchObject({ type: 'ok' })
  expect(
    await call(
      'POST /api/coin/trade',
      { legal_id: usdt, currency_id: coin, type: 1, target_price: '0.31', amount: '50' },
      ben,
    ),
  ).toMatchObject({ type: 'ok' })
  expect(venue.ctx.ledger.balance({ owner: ben, asset: coin, kind: 'change' }).free).toBe(parseDec('49.95'))
  expect(
    (
      await call(
        'POST /api/lever/submit',
        { legal_id: usdt, currency_id: coin, type: 1, multiple: 10, share: 1, status: 1 },
        ann,
      )
    ).reason,
  ).not.toBeUndefined()
  expect(venue.audit()).toEqual([])
})
test.each<[string, object, string, object, Partial<LaunchProductRow>]>([
  ['no amount', { amount: '' }, 'amount_required', {}, {}],
  ['more decimals than the pay coin has', { amount: '30.0000001' }, 'amount_step', { scale: 6 }, {}],
  ['less than the least', { amount: '2.99' }, 'amount_below_min', { min: '3' }, {}],
  ['more than one account may have', { amount: '120.3' }, 'amount_above_max', { max: '120' }, {}],
  ['more than is left', { amount: '30' }, 'sold_out', { left: '99' }, { sold: '901' }],
  ['nothing left', { amount: '30' }, 'sold_out', { left: '0' }, { sold: '1000' }],
  ['a coin that does not pay for it', { currency_id: 1 }, 'way_unknown', {}, {}],
  ['more than is free', { amount: '15000' }, 'insufficient_balance', {}, { num: '100000', most: '0' }],
  [
    'an offer that has not begun',
    {},
    'launch_not_started',
    { start_ms: memoryStartMs + hour },
    { startAt: memoryStartMs + hour },
  ],
  ['an offer that is over', {}, 'launch_ended', {}, { endAt: memoryStartMs }],
  ['an unknown product', { config_id: 9 }, 'not_found', {}, {}],
])('LCH-4 a subscription with %s is refused and changes nothing', async (_, more, reason, params, some) => {
  const { subscribe, spot, ann, held, venue } = await launchVenue(some)
  const sold = held().sold
  const answer = await subscribe(more)
  expect([answer.reason, answer.params ?? {}]).toEqual([reason, params])
  expect([spot(ann), held().sold, venue.ctx.tables.launchOrders.count()]).toEqual(['1000000000000+0', sold, 0])
})
test('LCH-4 the bound of an account counts all of its orders, and in every pay coin in new coins', async () => {
  const { subscribe, ben } = await launchVenue()
  expect(await subscribe({ amount: '90' })).toMatchObject({ type: 'ok' })
  expect(await subscribe({ amount: '0.01001', currency_id: eth })).toMatchObject({
    reason: 'amount_above_max',
    params: { max: '0.01' },
  })
  expect(await subscribe({ amount: '0.01', currency_id: eth })).toMatchObject({
    data: { new_currency_num: '100', currency_name: 'ETH' },
  })
  expect(await subscribe({ amount: '3' })).toMatchObject({ reason: 'amount_above_max', params: { max: '0' } })
  expect(await subscribe({ amount: '3' }, ben)).toMatchObject({ type: 'ok' })
})
test('N1 AT13 at the end to the millisecond: the last instant subscribes, the next does not; what is less than the least can still be bought', async () => {
  const { subscribe, clock } = await launchVenue({ sold: '995' })
  clock.set(memoryStartMs + 2 * hour - 1)
  expect(await subscribe({ amount: '1.5' })).toMatchObject({ data: { new_currency_num: '5' } })
  expect(await subscribe({ amount: '30' })).toMatchObject({ reason: 'sold_out' })
  clock.advance(1)
  expect(await subscribe({ amount: '30' })).toMatchObject({ reason: 'sold_out' })
})
test('N1 AT13 a hundred at once for the last coins: as many as there are, and no more', async () => {
  const harness = await launchVenue({ num: '95', least: '10', most: '10' })
  const users: number[] = []
  for (let n = 0; n < 20; n += 1) users.push(await register(harness, `many${n}@kontor.test`))
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, n) =>
      answerOf(
        (
          await harness.ask(
            'POST /api/lh/send/order',
            { config_id: 1, amount: '3' },
            { user: users[n % 20] ?? 0 },
            randomUUID(),
          )
        ).answer,
      ),
    ),
  )
  const done = answers.filter(({ type }) => type === 'ok')
  expect([done.length, harness.held().sold]).toEqual([9, '90'])
  expect(new Set(answers.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['sold_out', 'amount_above_max']))
  expect(harness.venue.audit()).toEqual([])
})
test('LCH-5 one key is one subscription, however often it is sent', async () => {
  const { subscribe, mine } = await launchVenue()
  const key = randomUUID()
  const [first, second] = [await subscribe({}, undefined, key), await subscribe({}, undefined, key)]
  expect([first.type, second, await mine()]).toMatchObject(['ok', first, { total: 1 }])
})
test('LCH-6 products tell their phase by the server clock, in the language of the reader', async () => {
  const { call, clock, ask, ann } = await launchVenue()
  const phase = async () => (await call('GET /api/lh/send/product_info', { id: 1 })).message
  expect(await phase()).toMatchObject({
    phase: 'subscribing',
    last_num: '1000',
    introduction: expect.stringContaining('demo coin'),
  })
  expect(
    answerOf((await ask('GET /api/lh/send/get_recommend', {}, { user: ann, lang: 'hk' })).answer).message,
  ).toMatchObject({ introduction: expect.stringContaining('示範幣') })
  clock.set(memoryStartMs + 2 * hour)
  expect([await phase(), (await call('GET /api/lh/send/get_recommend')).message]).toMatchObject([
    { phase: 'ended' },
    {},
  ])
  clock.set(memoryStartMs + 3 * hour)
  expect(await phase()).toMatchObject({ phase: 'launched' })
  expect((await call('GET /api/lh/send/config', { phase: 'launched' })).message).toHaveLength(1)
})
test('LCH-7 the demo has a product in each phase', async () => {
  const { call, turn } = await walletVenue({ settings: { launch: { hasDemo: true } } })
  await turn(1)
  const { message } = await call('GET /api/lh/send/config')
  const phases = Array.isArray(message) ? message.map((each): unknown => each.phase) : []
  expect(phases).toEqual(['subscribing', 'subscribing', 'upcoming', 'sold_out', 'launched'])
})
test('N1 the audit finds an oversold issue, money that is not held, and coins that were handed over early', async () => {
  const { subscribe, venue } = await launchVenue()
  await subscribe()
  const { tables } = venue.ctx
  await venue.command(({ tables: own }) => own.launchProducts.put({ ...own.launchProducts.need(1), sold: '99' }))
  expect(auditLaunch(venue.ctx)).toEqual([{ rule: 'N1', at: 'launch:product:1' }])
  await venue.command(({ tables: own }) => {
    own.launchProducts.put({ ...own.launchProducts.need(1), sold: '100' })
    own.launchOrders.put({ ...own.launchOrders.need(1), amount: '29' })
  })
  expect(auditLaunch(venue.ctx)).toEqual([{ rule: 'N1', at: 'launch:1' }])
  expect(tables.launchOrders.count()).toBe(1)
})
