import { recomputeTrigger } from '#contract/trigger/trigger-receipt.ts'
import { triggers } from '#contract/trigger/trigger.ts'
import { decode } from '#contract/wire/coded.ts'
import { answerOf } from '#tests/support/people.ts'
import { triggerVenue } from '#tests/support/trigger-venue.ts'
import { expect, test } from 'vitest'

/** Bids of Cleo below 100,000, and the price there. */
const stand = async (people = 3) => {
  const harness = await triggerVenue(people)
  const { spot, cleo, trade, tick } = harness
  await trade(100_000)
  await tick(100_000)
  for (const target_price of ['98900', '98800', '98700'])
    await spot.submit(cleo, { type: 1, amount: '0.01', target_price })
  const receiptOf = async (user: number, id: unknown) =>
    decode(
      triggers.receipt.output,
      answerOf((await harness.ask('GET /api/trigger/receipt', { id }, { user })).answer).message,
    )
  type Mode = Parameters<ReturnType<typeof market>['setStanding']>[0]['mode']
  const market = () => harness.venue.ctx.markets.need('BTC-USDT')
  const weather = {
    /** A tick in another mode than open. */
    tick: async (price: number, { mode = 'open' }: { mode?: Mode } = {}) => {
      const { setQuote } = market()
      market().setQuote = (quote) => {
        setQuote(quote)
        market().setStanding({ mode, why: 'normal' })
      }
      await tick(price)
      market().setQuote = setQuote
    },
    /** Further ticks say what the first of them has said, and when. */
    quoteOld: async () => {
      const { setQuote } = market()
      market().setQuote = (quote) => setQuote({ ...quote, asOf: quote.at - 3000 })
      await tick(90_000)
      market().setQuote = setQuote
    },
  }
  return { ...harness, receiptOf, weather }
}
type Weather = Awaited<ReturnType<typeof stand>>['weather']

test('TR-3 a stop sells at the first tick that has reached it, and leaves a receipt that anybody works out again', async () => {
  const { place, idsOf, find, tick, spot, ann, receiptOf, eventsOf, venue } = await stand()
  const before = spot.money(ann, 1)
  const placed = await place(ann, 'sell', [{ role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.015' }])
  expect(placed).toMatchObject({
    type: 'ok',
    data: {
      group_id: null,
      triggers: [{ status: 'armed', when: 'below', trigger_price: '99000.00', held: '0.015', held_coin: 'BTC' }],
    },
  })
  const [id] = idsOf(placed)
  await tick(99_000.01)
  expect(await find(ann, id)).toMatchObject({ status: 'armed' })
  await tick(98_990)
  expect(await find(ann, id)).toMatchObject({
    status: 'done',
    fired: { price: '98990.00' },
    made: { amount: '0.015', fill_price: '98866.66' },
    has_receipt: 1,
    held: '0',
  })
  expect(eventsOf(ann, 'trigger.changed').map(({ why }) => why)).toEqual(['placed', 'triggered', 'done'])
  const receipt = await receiptOf(ann, id)
  if (!receipt.success) throw receipt.error
  expect(receipt.data).toMatchObject({
    trigger: '99000.00',
    price: '98990.00',
    gap: '10.00',
    filled: '0.015',
    worst: '93955.00',
  })
  expect(recomputeTrigger(receipt.data).agrees).toEqual({
    rule: true,
    mark: true,
    price: true,
    trigger: true,
    due: true,
    size: true,
    fill: true,
    digest: true,
  })
  expect(recomputeTrigger({ ...receipt.data, price: '98990.01' }).isRight).toBe(false)
  expect(spot.money(ann, 1)).not.toBe(before)
  expect(venue.audit()).toEqual([])
})

test('TR-3 the tick at which it was armed does not count, and neither does a trade before it', async () => {
  const { place, idsOf, find, tick, trade, clock, ann } = await stand()
  clock.advance(250)
  const [marked] = idsOf(
    await place(ann, 'sell', [{ role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.01' }]),
  )
  await tick(98_000, { at: 0 })
  expect(await find(ann, marked)).toMatchObject({ status: 'armed' })
  await tick(99_900)
  await trade(99_450)
  await trade(99_800)
  const [traded] = idsOf(await place(ann, 'sell', [{ role: 'stop', trigger_price: '99600', amount: '0.01' }]))
  await tick(99_900)
  expect(await find(ann, traded)).toMatchObject({ status: 'armed', source: 'last' })
  expect(await find(ann, marked)).toMatchObject({ status: 'armed' })
})
test('TR-3 of the last trades the lowest between two ticks counts, held within half a percent of the mark', async () => {
  const { place, idsOf, find, tick, trade, ann, receiptOf } = await stand()
  const legs = (price: string) => [{ role: 'stop', trigger_price: price, amount: '0.001' }]
  const near = idsOf(await place(ann, 'sell', legs('99550')))[0]
  const far = idsOf(await place(ann, 'sell', legs('99450')))[0]
  await tick(100_000)
  await trade(98_700, '0.0001')
  await trade(100_000)
  await tick(100_000)
  expect([await find(ann, near), await find(ann, far)]).toMatchObject([
    { status: 'done', fired: { price: '99500.00' } },
    { status: 'armed' },
  ])
  const receipt = await receiptOf(ann, near)
  if (!receipt.success) throw receipt.error
  expect(receipt.data).toMatchObject({ source: 'last', low: '99500.00', last: '100000.00', mark: '100000.00' })
  expect(recomputeTrigger(receipt.data).isRight).toBe(true)
})
test.each([
  ['its mark is too old', async ({ quoteOld }: Weather) => quoteOld()],
  ['its market moves too fast', async ({ tick }: Weather) => tick(90_000, { mode: 'fast' })],
  ['its market is being armed', async ({ tick }: Weather) => tick(90_000, { mode: 'cancel_only' })],
  ['its market is halted', async ({ tick }: Weather) => tick(90_000, { mode: 'halted' })],
])('TR-3 nothing fires and nothing ratchets while %s; it may be cancelled', async (_, act) => {
  const { place, idsOf, find, ann, post, weather } = await stand()
  const legs = [{ role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.01' }]
  const [id] = idsOf(await place(ann, 'sell', legs))
  const [trailing] = idsOf(
    await place(ann, 'sell', [
      { role: 'stop', source: 'mark', trail: { by: 'percent', distance: '5' }, amount: '0.01' },
    ]),
  )
  await act(weather)
  expect([await find(ann, id), await find(ann, trailing)]).toMatchObject([
    { status: 'armed' },
    { status: 'armed', trail: { extreme: '100000.00' } },
  ])
  expect(await post(ann, 'trigger/cancel', { id, expect: 'armed' })).toMatchObject({ data: { status: 'cancelled' } })
  await weather.tick(98_000)
  expect(await find(ann, id)).toMatchObject({ status: 'cancelled', why: 'user' })
})
test('TR-3 while a market only reduces, what protects acts and entries wait', async () => {
  const { place, idsOf, find, ann, weather } = await stand()
  const [stop] = idsOf(
    await place(ann, 'sell', [{ role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.01' }]),
  )
  const [entry] = idsOf(
    await place(ann, 'buy', [{ role: 'entry', source: 'mark', trigger_price: '99500', amount: '0.01' }]),
  )
  await weather.tick(98_900, { mode: 'reduce_only' })
  expect([await find(ann, stop), await find(ann, entry)]).toMatchObject([{ status: 'done' }, { status: 'armed' }])
})
test('TR-3 back from a halt beyond its price a trigger fires at the first tick that may, at the price of that', async () => {
  const { place, idsOf, find, ann, weather } = await stand()
  const [id] = idsOf(
    await place(ann, 'sell', [{ role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.01' }]),
  )
  await weather.tick(98_000, { mode: 'halted' })
  await weather.tick(97_000)
  expect(await find(ann, id)).toMatchObject({ status: 'done', fired: { price: '97000.00' } })
})
test('TR-8 a protective order at the market that finds no bids is worked on until it has sold all', async () => {
  const { place, idsOf, find, tick, spot, ann, ben, money, venue, receiptOf } = await stand()
  const legs = [{ role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.05' }]
  const [id] = idsOf(await place(ann, 'sell', legs))
  await tick(98_000)
  expect(await find(ann, id)).toMatchObject({
    status: 'placed',
    made: { amount: '0.03' },
    size: { left: '0.02' },
    held: '0.02',
  })
  await tick(98_000)
  await spot.submit(ben, { type: 1, amount: '0.015', target_price: '80000' })
  await tick(98_000)
  expect(await find(ann, id)).toMatchObject({ status: 'placed', made: { amount: '0.045' } })
  await spot.submit(ben, { type: 1, amount: '0.1', target_price: '70000' })
  await tick(98_000)
  expect(await find(ann, id)).toMatchObject({ status: 'done', made: { amount: '0.05' }, held: '0', why: null })
  const receipt = await receiptOf(ann, id)
  expect(receipt.success && recomputeTrigger(receipt.data).isRight).toBe(true)
  expect(money(ann).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-8 own bids give way to the own stop, and what the person bought and sold is never one trade', async () => {
  const { place, idsOf, find, tick, spot, ann, venue } = await stand()
  const own = await spot.submit(ann, { type: 1, amount: '0.01', target_price: '98950' })
  const [id] = idsOf(
    await place(ann, 'sell', [{ role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.01' }]),
  )
  await tick(99_000)
  expect(await find(ann, id)).toMatchObject({ status: 'done', made: { fill_price: '98900.00' } })
  expect((await spot.orders(ann)).find((order) => order.id === own.data?.['id'])).toMatchObject({
    status: 3,
    ended_why: 'self',
  })
  expect(venue.audit()).toEqual([])
})
test('TR-13 a stop-limit rests at its limit, and is moved and cancelled as the order that it has become', async () => {
  const { place, idsOf, find, tick, spot, ann, post, venue } = await stand()
  const legs = [{ role: 'stop', source: 'mark', trigger_price: '99000', price: '98950', amount: '0.01' }]
  const [id] = idsOf(await place(ann, 'sell', legs))
  await tick(98_990)
  const waiting = await find(ann, id)
  expect(waiting).toMatchObject({
    status: 'placed',
    makes: { kind: 'limit', price: '98950.00', tif: 'gtc' },
    held: '0.01',
  })
  const [order] = await spot.orders(ann, { status: 1 })
  expect(order).toMatchObject({ trigger_id: id, target_price: '98950.00', frozen: '0.01', type: 2 })
  expect(await post(ann, 'trigger/amend', { id, price: '98000' })).toMatchObject({ reason: 'step_refused' })
  const moved = await spot.amend(ann, order.id, '98940')
  expect(moved).toMatchObject({ data: { trigger_id: id, frozen: '0.01' } })
  expect(await find(ann, id)).toMatchObject({ status: 'placed', made: { order_id: moved.data?.['id'] } })
  expect(venue.audit()).toEqual([])
  await spot.cancel(ann, moved.data?.['id'])
  expect(await find(ann, id)).toMatchObject({ status: 'cancelled', why: 'user', held: '0' })
  expect(venue.audit()).toEqual([])
})
test('TR-11 a stop to buy holds the money of its worst price, and gives back what it has not needed', async () => {
  const { place, idsOf, find, tick, spot, ann, ben, venue } = await stand()
  await spot.submit(ben, { type: 2, amount: '0.05', target_price: '101100' })
  const free = () => BigInt(spot.money(ann, 3).split('+')[0] ?? '')
  const before = free()
  const legs = [{ role: 'entry', source: 'mark', trigger_price: '101000', amount: '0.01' }]
  const placed = await place(ann, 'buy', legs)
  expect(placed).toMatchObject({ data: { triggers: [{ when: 'above', held: '1020.1', held_coin: 'USDT' }] } })
  const [id] = idsOf(placed)
  expect(before - free()).toBe(102_010_000_000n)
  await tick(101_000)
  expect(await find(ann, id)).toMatchObject({ status: 'done', made: { amount: '0.01', fill_price: '101100.00' } })
  expect(before - free()).toBe(101_100_000_000n)
  expect(venue.audit()).toEqual([])
})
test('TR-11 a trailing buy holds the money of the highest price that it can fire at', async () => {
  const { place, idsOf, find, tick, spot, ann, ben, venue } = await stand()
  await spot.submit(ben, { type: 2, amount: '0.05', target_price: '97000' })
  const trail = { by: 'percent', distance: '1' }
  const held = async (more: object) => {
    const [id] = idsOf(await place(ann, 'buy', [{ role: 'entry', source: 'mark', amount: '0.01', trail, ...more }]))
    return { id, held: Object(await find(ann, id)).held }
  }
  // 100,000 and 1 %, and the slippage of an entry; from 98,000 on where it begins there.
  const { id, held: first } = await held({})
  expect(first).toBe('1020.1')
  expect(await held({ trail: { ...trail, activate_price: '98000' } })).toMatchObject({ held: '999.698' })
  await tick(96_000)
  await tick(97_000)
  expect(await find(ann, id)).toMatchObject({ status: 'done', made: { amount: '0.01', fill_price: '97000.00' } })
  expect(venue.audit()).toEqual([])
})
test('TR-11 beyond a gap a stop to buy takes what its hold pays for, and says so', async () => {
  const { place, idsOf, find, tick, spot, ann, ben, venue } = await stand()
  await spot.submit(ben, { type: 2, amount: '0.05', target_price: '110000' })
  const legs = [{ role: 'entry', source: 'mark', trigger_price: '101000', amount: '0.01' }]
  const [id] = idsOf(await place(ann, 'buy', legs))
  await tick(110_000)
  expect(await find(ann, id)).toMatchObject({ status: 'done', why: 'gap', made: { amount: '0.009273' }, held: '0' })
  const total = [{ role: 'entry', source: 'mark', trigger_price: '111000', total: '500' }]
  const [spent] = idsOf(await place(ann, 'buy', total))
  await tick(111_500)
  expect(await find(ann, spent)).toMatchObject({ status: 'done', why: null, size: { by: 'total', wanted: '500' } })
  expect(spot.money(ann, 3).endsWith('+0')).toBe(true)
  expect(venue.audit()).toEqual([])
})
test('TR-13 an entry that nothing fills is refused with the reason, and its money comes back', async () => {
  const { place, idsOf, find, tick, spot, ann, eventsOf, venue } = await stand()
  const before = spot.money(ann, 3)
  const [id] = idsOf(
    await place(ann, 'buy', [{ role: 'entry', source: 'mark', trigger_price: '101000', amount: '0.01' }]),
  )
  await tick(101_000)
  expect(await find(ann, id)).toMatchObject({ status: 'refused', refused_for: 'no_liquidity', held: '0' })
  expect(spot.money(ann, 3)).toBe(before)
  expect(eventsOf(ann, 'trigger.changed').map(({ why }) => why)).toEqual(['placed', 'triggered', 'refused'])
  expect(venue.audit()).toEqual([])
})
test('LIFE-4 a fired post-only limit that would take rests one tick behind the best price instead', async () => {
  const { place, idsOf, find, tick, spot, ann, venue } = await stand()
  const legs = [{ role: 'stop', source: 'mark', trigger_price: '99000', price: '98000', amount: '0.01', post_only: 1 }]
  const [id] = idsOf(await place(ann, 'sell', legs))
  await tick(99_000)
  expect(await find(ann, id)).toMatchObject({ status: 'placed', why: 'slid', makes: { post_only: 1 } })
  expect(await spot.orders(ann, { status: 1 })).toMatchObject([{ target_price: '98900.01', kind: 'post_only' }])
  expect(venue.audit()).toEqual([])
})
test('LIFE-4 a fired limit that is to fill at once takes what it may: the rest ends, or all of it waits for all', async () => {
  const { place, idsOf, find, tick, spot, ann, cleo, venue } = await stand()
  const stop = { role: 'stop', source: 'mark', trigger_price: '99000', price: '98800', amount: '0.03' }
  const [ioc] = idsOf(await place(ann, 'sell', [{ ...stop, tif: 'ioc' }]))
  await tick(99_000)
  expect(await find(ann, ioc)).toMatchObject({ status: 'done', made: { amount: '0.02' }, why: 'gap', held: '0' })
  const [fok] = idsOf(
    await place(ann, 'sell', [{ ...stop, trigger_price: '98900', price: '98700', amount: '0.02', tif: 'fok' }]),
  )
  await tick(98_800)
  expect(await find(ann, fok)).toMatchObject({ status: 'triggered' })
  await spot.submit(cleo, { type: 1, amount: '0.02', target_price: '98750' })
  await tick(98_800)
  expect(await find(ann, fok)).toMatchObject({ status: 'done', made: { amount: '0.02' } })
  expect(venue.audit()).toEqual([])
})
test('TR-14 a trigger ends at its instant, armed or resting, and what it has sold stays', async () => {
  const { place, idsOf, find, tick, spot, ann, ben, clock, venue } = await stand()
  const expires_ms = venue.now() + 20_000
  const stop = { role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.01', expires_ms }
  const [waits] = idsOf(await place(ann, 'sell', [{ ...stop, trigger_price: '90000' }]))
  const [rests] = idsOf(await place(ann, 'sell', [{ ...stop, price: '98980' }]))
  await tick(99_000)
  await spot.submit(ben, { type: 1, amount: '0.004', target_price: '98980' })
  clock.advance(20_000)
  await venue.runDue()
  venue.flush()
  expect([await find(ann, waits), await find(ann, rests)]).toMatchObject([
    { status: 'expired', held: '0' },
    { status: 'expired', made: { amount: '0.004' }, held: '0' },
  ])
  expect([...venue.ctx.tables.deadlines.all()].filter(({ kind }) => kind === 'triggerExpiry')).toEqual([])
  expect(venue.audit()).toEqual([])
})
test('TR-14 a trigger that was reached, or rests, before its instant does nothing from it on', async () => {
  const { place, idsOf, find, tick, spot, ann, ben, clock, weather, venue } = await stand()
  const stop = { role: 'stop', source: 'mark', trigger_price: '99000', amount: '0.005' }
  const expires_ms = venue.now() + 10_000
  // Nobody buys as much at once.
  const fok = { ...stop, price: '98700', amount: '0.05', tif: 'fok', expires_ms }
  const [waits] = idsOf(await place(ann, 'sell', [fok]))
  const [rests] = idsOf(await place(ann, 'sell', [{ ...stop, price: '98980', expires_ms }]))
  await tick(98_990)
  clock.advance(10_000)
  await spot.submit(ben, { type: 1, amount: '0.05', target_price: '99100' })
  await weather.tick(98_990)
  expect([await find(ann, waits), await find(ann, rests)]).toMatchObject([
    { status: 'expired', made: null },
    { status: 'expired', made: { amount: '0' } },
  ])
  expect(venue.audit()).toEqual([])
})
test.each<[string, string, Record<string, unknown>, string]>([
  ['the price has passed a stop', 'sell', { role: 'stop', trigger_price: '100000', amount: '0.01' }, 'stop_wrong_side'],
  [
    'the price has passed a target',
    'sell',
    { role: 'profit', trigger_price: '99999', amount: '0.01' },
    'stop_wrong_side',
  ],
  ['an entry stands at the price', 'buy', { role: 'entry', trigger_price: '100000', amount: '0.01' }, 'trigger_beyond'],
  ['it waits for nothing', 'sell', { role: 'stop', price: '99000', amount: '0.01' }, 'trigger_required'],
  [
    'it has two prices',
    'sell',
    { role: 'stop', trigger_price: '99000', trail: { by: 'percent', distance: '1' }, amount: '0.01' },
    'trigger_required',
  ],
  ['there is no size', 'sell', { role: 'stop', trigger_price: '99000' }, 'quantity_required'],
  ['it is too small', 'sell', { role: 'stop', trigger_price: '99000', amount: '0.000001' }, 'amount_below_min'],
  ['its price is no tick', 'sell', { role: 'stop', trigger_price: '99000.001', amount: '0.01' }, 'price_step'],
  [
    'the distance is too small',
    'sell',
    { role: 'stop', trail: { by: 'amount', distance: '99.99' }, amount: '0.01' },
    'distance_range',
  ],
  [
    'the distance is too large',
    'sell',
    { role: 'stop', trail: { by: 'percent', distance: '30.01' }, amount: '0.01' },
    'distance_range',
  ],
  [
    'the distance has three decimals',
    'sell',
    { role: 'stop', trail: { by: 'percent', distance: '1.001' }, amount: '0.01' },
    'distance_range',
  ],
  [
    'there is too little to sell',
    'sell',
    { role: 'stop', trigger_price: '99000', amount: '99' },
    'insufficient_sellable',
  ],
  ['there is too little money', 'buy', { role: 'entry', trigger_price: '101000', amount: '9' }, 'insufficient_balance'],
  ['one sells to open', 'sell', { role: 'entry', trigger_price: '99000', amount: '0.01' }, 'leg_wrong_side'],
  ['one buys to protect', 'buy', { role: 'stop', trigger_price: '99000', amount: '0.01' }, 'leg_wrong_side'],
  ['spot has no leverage', 'open_long', { role: 'entry', trigger_price: '101000', share: 1 }, 'kyc'],
  ['it ends too soon', 'sell', { role: 'stop', trigger_price: '99000', amount: '0.01', expires_ms: 1 }, 'expiry_bad'],
  [
    'an order at the market rests',
    'sell',
    { role: 'stop', trigger_price: '99000', amount: '0.01', post_only: 1 },
    'expiry_bad',
  ],
])('TR-16 a trigger is refused where %s, and nothing has changed', async (_, act, leg, reason) => {
  const { place, ann, spot, venue } = await stand()
  const before = [spot.money(ann, 1), spot.money(ann, 3)]
  const more = reason === 'kyc' ? { product: 'spot' } : {}
  expect(await place(ann, act, [leg], more)).toMatchObject({ reason: reason === 'kyc' ? 'leg_wrong_side' : reason })
  expect([spot.money(ann, 1), spot.money(ann, 3)]).toEqual(before)
  expect(venue.ctx.tables.triggers.count()).toBe(0)
  expect(venue.audit()).toEqual([])
})
test('TR-16 an account has at most a hundred live triggers in a market', async () => {
  const { place, ann, list } = await stand()
  const stop = { role: 'stop', trigger_price: '99000', amount: '0.0002' }
  for (let n = 0; n < 100; n += 1) await place(ann, 'sell', [stop])
  expect(await place(ann, 'sell', [stop])).toMatchObject({ reason: 'too_many_open', params: { max: 100 } })
  expect(await list(ann, { status: 'live', limit: 50 })).toHaveLength(50)
})
test('TR-7 an amended trigger is there at every moment: price, size and hold change together or not at all', async () => {
  const { place, idsOf, find, tick, ann, ben, post, spot, eventsOf, venue } = await stand()
  const legs = [{ role: 'stop', source: 'mark', trigger_price: '95000', amount: '0.01' }]
  const [id] = idsOf(await place(ann, 'sell', legs))
  expect(
    await post(ann, 'trigger/amend', { id, expect: 'armed', trigger_price: '99000', amount: '0.02' }),
  ).toMatchObject({
    data: { trigger_price: '99000.00', held: '0.02', rev: 2 },
  })
  expect(await post(ann, 'trigger/amend', { id, trigger_price: '100500' })).toMatchObject({ reason: 'stop_wrong_side' })
  expect(await post(ann, 'trigger/amend', { id, amount: '99' })).toMatchObject({ reason: 'insufficient_balance' })
  expect(await post(ben, 'trigger/amend', { id, amount: '1' })).toEqual(
    await post(ben, 'trigger/amend', { id: 999, amount: '1' }),
  )
  expect(await post(ann, 'trigger/amend', { id, expect: 'placed' })).toMatchObject({ reason: 'state_moved' })
  expect(await post(ann, 'trigger/amend', { id, amount: '0.005' })).toMatchObject({ data: { held: '0.005' } })
  expect(spot.money(ann, 1).endsWith('+500000')).toBe(true)
  await tick(98_990)
  expect(await find(ann, id)).toMatchObject({ status: 'done', made: { amount: '0.005' } })
  expect(await post(ann, 'trigger/amend', { id, amount: '0.01' })).toMatchObject({
    reason: 'step_refused',
    params: { may: [] },
  })
  expect(eventsOf(ann, 'trigger.changed').map(({ why }) => why)).toEqual([
    'placed',
    'amended',
    'amended',
    'triggered',
    'done',
  ])
  expect(venue.audit()).toEqual([])
})
test('TR-12 of those that one tick reaches, what the price passed first acts first, and of the same price the older', async () => {
  const { place, idsOf, tick, ann, ben, received } = await stand()
  const stop = (trigger_price: string) => [{ role: 'stop', source: 'mark', trigger_price, amount: '0.001' }]
  const ids: number[] = []
  for (const [user, price] of [
    [ann, '98000'],
    [ben, '99000'],
    [ann, '98500'],
    [ben, '98500'],
  ] as const)
    ids.push(...idsOf(await place(user, 'sell', stop(price))))
  await tick(97_000)
  const done = received.filter(({ event }) => event.ev === 'trigger.changed' && event.why === 'done')
  expect(done.map(({ event }) => event.v['id'])).toEqual([ids[1], ids[2], ids[3], ids[0]])
})
