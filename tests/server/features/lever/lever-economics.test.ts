import { estimateFill, leadMs } from '#contract/lever/lever-fill.ts'
import { leverReceiptText, recomputeLever, sealedLever } from '#contract/lever/lever-receipt.ts'
import { lever } from '#contract/lever/lever.ts'
import type { LeverReceipt } from '#contract/lever/lever-position.ts'
import { decode } from '#contract/wire/coded.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { createTape } from '#tests/support/price-tape.ts'
import { createLoop } from '#server/loop.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { answerOf } from '#tests/support/people.ts'
import { btc, eth, leverActs, leverVenue, units, usdt } from '#tests/support/lever-venue.ts'
import { expect, test } from 'vitest'

type Options = Parameters<typeof leverVenue>[1]
/** A venue whose people have so much more money. */
async function richVenue(people: number, more = 1_000_000, options: Options = {}) {
  const world = await leverVenue(people, options)
  await world.venue.command(({ ledger }) => {
    for (const owner of world.users) {
      const cell = { asset: usdt, kind: 'lever' } as const
      ledger.post({
        type: 1,
        ref: 'test:1',
        postings: [
          { ...cell, owner: 'external', free: -units(more) },
          { ...cell, owner, free: units(more) },
        ],
      })
    }
  })
  const market = world.venue.ctx.markets.need(btc)
  /** The mark again, with the market maker's depth as it was measured. */
  const deep = (depth: number, price = 100_000) =>
    market.setQuote({
      tick: `d${depth}`,
      index: price * 100,
      mark: price * 100,
      sources: 1,
      at: world.clock.now(),
      depth: units(depth),
    })
  const receiptOf = async (user: number, id: unknown): Promise<LeverReceipt> => {
    const read = decode(lever.receipt.output, (await world.call(user, 'receipt', { id })).message)
    if (!read.success) throw new Error('no receipt')
    return read.data
  }
  return { ...world, market, deep, receiptOf }
}

test('CAP-1 64 accounts together take no more than the depth bears; who takes the other side may, and is told the number', async () => {
  const { submit, deep, users, venue } = await richVenue(64)
  // 1000 USDT within 0.1 % bear 150,000 net: 150 lots.
  deep(1000)
  const answers = []
  for (const user of users) answers.push(await submit(user, { share: 3, multiple: 5 }))
  const opened = answers.filter(({ type }) => type === 'ok').length
  expect(opened).toBeGreaterThanOrEqual(25)
  expect(opened).toBeLessThanOrEqual(50)
  const { pair } = venue.ctx.markets.need(btc)
  expect(-(venue.ctx.tables.leverHouse.get(pair.id)?.lots ?? 0)).toBeLessThanOrEqual(150)
  expect(await submit(users[0] ?? 0, { share: 100, multiple: 5 })).toMatchObject({
    reason: 'net_full',
    params: { max: 150 - opened * 3 },
  })
  expect(await submit(users[1] ?? 0, { share: 100, multiple: 5, type: 2 })).toMatchObject({ type: 'ok' })
  expect(venue.audit()).toEqual([])
})
test('CAP-2 from half of the cap on the highest leverage falls, and the refusal names it', async () => {
  const { submit, deep, ann, ben, call } = await richVenue(2)
  deep(1000)
  await submit(ann, { share: 75, multiple: 100 })
  expect(await submit(ben, { share: 15, multiple: 100 })).toMatchObject({ reason: 'multiple_over', params: { max: 1 } })
  expect(await submit(ben, { share: 1, multiple: 100 })).toMatchObject({ reason: 'multiple_over', params: { max: 20 } })
  expect(await submit(ben, { share: 1, multiple: 20 })).toMatchObject({ type: 'ok' })
  expect(await submit(ben, { share: 15, multiple: 100, type: 2 })).toMatchObject({ type: 'ok' })
  const { message } = await call(ann, 'deal', { legal_id: usdt, currency_id: 1 })
  expect(message).toMatchObject({ room: { long: 89, short: 211 }, multiple_now: { short: 100 } })
})
test('CAP-3 the size of one position is limited by its leverage, and the refusal names the lots', async () => {
  const { submit, ann, call } = await richVenue(1)
  expect(await submit(ann, { share: 251, multiple: 100 })).toMatchObject({
    reason: 'size_over_limit',
    params: { max: 250, value: '250000' },
  })
  expect(await submit(ann, { share: 250, multiple: 100 })).toMatchObject({ type: 'ok' })
  expect(await submit(ann, { share: 500, multiple: 50 })).toMatchObject({ type: 'ok' })
  const { message } = await call(ann, 'deal', { legal_id: usdt, currency_id: 1 })
  expect(message).toMatchObject({
    size_limits: [
      { multiple: 5, lots: 2000 },
      { multiple: 10, lots: 2000 },
      { multiple: 20, lots: 1000 },
      { multiple: 50, lots: 500 },
      { multiple: 100, lots: 250 },
    ],
  })
})
test('CAP-4 an entry that is reached waits until there is room for it', async () => {
  const { submit, deep, ann, ben, marks, positions, market, clock } = await richVenue(2)
  deep(1000)
  const waiting = (await submit(ann, { share: 80, multiple: 5, status: 0, target_price: '99000' })).data?.['id']
  expect(await submit(ben, { share: 80, multiple: 5 })).toMatchObject({ type: 'ok' })
  clock.advance(250)
  market.setQuote({ tick: 'low', index: 9_890_000, mark: 9_890_000, sources: 1, at: clock.now(), depth: units(1000) })
  await marks.step()
  expect((await positions(ann)).message.data).toMatchObject([{ id: waiting, status: 0 }])
  clock.advance(250)
  market.setQuote({ tick: 'deep', index: 9_890_000, mark: 9_890_000, sources: 1, at: clock.now(), depth: units(2000) })
  await marks.step()
  expect((await positions(ann)).message.data).toMatchObject([{ id: waiting, status: 1 }])
})
test('FILL-4 a position larger than the book pays for the depth it needs, when it opens and when it closes', async () => {
  const world = await richVenue(1)
  const { venue, clock, submit, close, ann, market } = world
  const start = clock.now()
  const tape = createTape(
    Array.from({ length: 400 }, (_, n) => ({ market: btc, price: 10_000_000, at: start + n * 250 })),
  )
  const loop = createLoop(venue, { feed: { ...tape, sources: 3 } })
  const run = async (ticks: number) => {
    for (let n = 0; n < ticks; n += 1) {
      clock.advance(250)
      await loop.step()
    }
  }
  await run(8)
  const small = (await submit(ann, { share: 1 })).data
  expect(Number(small?.['price'])).toBeLessThan(100_010)
  const large = (await submit(ann, { share: 490, multiple: 50 })).data
  expect(Number(large?.['price'])).toBeGreaterThan(100_060)
  expect(Number(large?.['price'])).toBeLessThan(100_600)
  // The book is swept before the order: it fills no better for that, and no further away than the cap.
  market.place({ id: 10 ** 12, owner: -1, side: 'buy', kind: 'ioc', price: 10_070_000, amount: 10 ** 9 })
  const swept = (await submit(ann, { share: 100, multiple: 50, slippage: '5' })).data
  expect(Number(swept?.['price'])).toBeGreaterThan(100_400)
  expect(Number(swept?.['price'])).toBeLessThanOrEqual(100_520)
  await run(4)
  const closed = (await close(ann, large?.['id'])).data
  expect(Number(closed?.['close_price'])).toBeLessThan(99_960)
  expect(venue.audit()).toEqual([])
})
test('FILL-5 book, net value, cap and what was filled just before as a client is told them give the price of the fill, to a millionth and never better', async () => {
  const world = await richVenue(2)
  const { venue, clock, submit, call, ann, ben, market } = world
  const tape = createTape(
    Array.from({ length: 400 }, (_, n) => ({ market: btc, price: 10_000_000, at: clock.now() + n * 250 })),
  )
  const loop = createLoop(venue, { feed: { ...tape, sources: 3 } })
  const run = async () => {
    clock.advance(250)
    await loop.step()
  }
  for (let n = 0; n < 10; n += 1) await run()
  const far: number[] = []
  for (const [user, share, type] of [
    [ann, 40, 1],
    [ann, 490, 1],
    [ann, 430, 1],
    [ben, 300, 1],
    [ben, 70, 2],
    [ann, 400, 1],
  ] as const) {
    for (let n = 0; n < 40; n += 1) await run()
    const { mark, net, net_cap, flow = '0' } = market.priceRow()
    if (net === undefined || net_cap === undefined) throw new Error('no net value')
    expect((await call(ann, 'deal', { legal_id: usdt, currency_id: 1 })).message).toMatchObject({
      net,
      net_cap,
      ...(flow !== '0' && { flow }),
    })
    const { bids, asks } = venue.ctx.markets.depth(btc)
    const side = type === 1 ? 'long' : 'short'
    const number = units(share / 100)
    const levels = (rows: typeof bids) => rows.map(([price, amount]) => [parseDec(price), parseDec(amount)] as const)
    const seen = {
      mark: parseDec(mark),
      net: parseDec(net),
      cap: parseDec(net_cap),
      flow: parseDec(flow),
      bids: levels(bids),
      asks: levels(asks),
    }
    const { price: told, isEnough } = estimateFill(seen, { side, opens: true, number, spread: units(5) })
    const price = parseDec(String((await submit(user, { share, multiple: 5, type, slippage: '5' })).data?.['price']))
    expect(isEnough).toBe(true)
    far.push(Number(type === 1 ? told - price : price - told) / Number(price))
  }
  expect(Math.min(...far)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...far)).toBeLessThan(1e-6)
  expect(Number(market.priceRow().net)).toBeGreaterThan(1_000_000)
})
test('FILL-2 who opens and closes within a minute in profit pays the spread twice', async () => {
  const { submit, close, mark, ann, clock } = await leverVenue(1, { settings: { lever: { isQuickCharged: true } } })
  const first = (await submit(ann)).data?.['id']
  const second = (await submit(ann)).data?.['id']
  await mark(100_100)
  expect((await close(ann, first)).data).toMatchObject({ close_price: '100095' })
  clock.advance(60_000)
  await mark(100_100)
  expect((await close(ann, second)).data).toMatchObject({ close_price: '100100' })
})

test('FILL-6 a mark of the first seconds, or the first after a silence, moves the opening price of who it runs ahead of; later ones do not', async () => {
  const { submit, mark, positions, eventsOf, ann, clock, venue } = await leverVenue(1, {
    settings: { lever: { isQuickCharged: true } },
  })
  const shown = async () =>
    (await positions(ann, { status: 1 })).message.data.map(({ price, lead, profits }) => [price, lead, profits])
  await submit(ann)
  await mark(100_030)
  expect(await shown()).toEqual([['100005', undefined, '0.25']])
  await mark(100_130)
  expect(await shown()).toEqual([['100104.99875', '0.9999875', '0.2500125']])
  expect(eventsOf(ann, 'lever.positionChanged').at(-1)).toMatchObject({ v: { price: '100104.99875' } })
  expect(eventsOf(ann, 'lever.positionChanged').at(-1)).not.toHaveProperty('why')
  await mark(99_000)
  clock.advance(leadMs)
  await mark(99_000)
  await mark(101_105)
  expect(await shown()).toEqual([['100104.99875', '0.9999875', '10.0000125']])
  await submit(ann, { type: 2 })
  clock.advance(2 * leadMs)
  await mark(100_000)
  const [short] = await shown()
  expect(Number(short?.[0])).toBeLessThan(100_030)
  await mark(99_000)
  expect((await shown())[0]?.[0]).toBe(short?.[0])
  expect(venue.audit()).toEqual([])
})

test('FILL-8 a mark of the first seconds after a closing moves its price, out of what is free, waits or is margin; no money leaves the account meanwhile', async () => {
  const { submit, close, call, mark, positions, eventsOf, money, ask, ann, clock, venue } = await leverVenue(1, {
    settings: { lever: { isQuickCharged: true } },
  })
  const shown = async () => {
    const [last] = (await positions(ann, { status: 3 })).message.data
    return [last?.['close_price'], last?.['fact_profits'], last?.['lead']]
  }
  const leave = async () =>
    answerOf(
      (
        await ask(
          'POST /api/wallet/change',
          { number: '1', currency_id: usdt, from_field: 'lever', to_field: 'legal' },
          { user: ann },
        )
      ).answer,
    ).reason
  const open = async (share: number) => (await submit(ann, { share })).data?.['id']
  const first = await open(8)
  clock.advance(60_000)
  await mark(100_000)
  await close(ann, first)
  expect([await shown(), await leave()]).toEqual([['100000', '-0.4', undefined], 'lever_positions_open'])
  // All that is free waits in an entry: it is cancelled.
  await submit(ann, { status: 0, target_price: '90000', share: 11 })
  const before = money(ann).all
  await mark(99_900)
  expect([await shown(), before - money(ann).all]).toEqual([['99925.00125', '-6.3999', '5.9999'], 599_990_000n])
  expect((await positions(ann, { status: 4 })).message.data).toHaveLength(1)
  expect(eventsOf(ann, 'lever.positionChanged').at(-1)).toMatchObject({ v: { id: first, status: 3, lead: '5.9999' } })
  expect(eventsOf(ann, 'lever.positionChanged').at(-1)).not.toHaveProperty('why')
  const fills = async () => Object((await call(ann, 'fills', {})).message).data
  expect(await fills()).toMatchObject([{ act: 'close', price: '99925.00125', profit: '-6.3999' }, { act: 'open' }])
  await mark(50_000)
  expect(await shown()).toEqual(['99500', '-40.4', '40'])
  clock.advance(leadMs)
  await mark(40_000)
  await mark(30_000)
  expect([await shown(), await leave()]).toEqual([['99500', '-40.4', '40'], undefined])
  expect(venue.audit()).toEqual([])
})
test('FILL-8 a stop that was set just before counts as closed by hand, an older one and a liquidation do not', async () => {
  const { submit, setStop, mark, positions, ann, clock } = await leverVenue(1, {
    settings: { lever: { isQuickCharged: true } },
  })
  const leadAfter = async (ageMs: number) => {
    const id = (await submit(ann)).data?.['id']
    clock.advance(60_000)
    await mark(100_000)
    await setStop(ann, id, { stop_loss_price: '99999' })
    clock.advance(ageMs)
    await mark(99_998)
    await mark(99_500)
    clock.advance(leadMs)
    await mark(100_000)
    await mark(100_000)
    return Number((await positions(ann, { status: 3 })).message.data[0]?.['lead'] ?? 0)
  }
  expect([await leadAfter(250), await leadAfter(leadMs)]).toEqual([expect.closeTo(4.73, 1), 0])
})

test('PNL-2 the result of a contract is told as final once it is, and notified once: what may still follow the mark says until when', async () => {
  const { submit, setStop, close, mark, eventsOf, ann, clock } = await leverVenue(1, {
    settings: { lever: { isQuickCharged: true } },
  })
  const settlesAt = async (end: (id: unknown) => Promise<unknown>) => {
    const id = (await submit(ann)).data?.['id']
    clock.advance(60_000)
    await mark(100_000)
    const seen = eventsOf(ann, 'lever.positionChanged').length
    await end(id)
    const endedMs = clock.now()
    await mark(99_500)
    clock.advance(leadMs)
    await mark(100_000)
    await mark(100_000)
    const told = eventsOf(ann, 'lever.positionChanged')
      .slice(seen)
      .map((each) => Object(Object(each).v))
    return told
      .filter(({ status }) => status === 3)
      .map(({ settles_ms, fact_profits }) => [settles_ms === undefined ? 'final' : settles_ms - endedMs, fact_profits])
  }
  const notified = () => eventsOf(ann, 'notification.added').map((each) => Object(Object(each).v).notification.amount)
  const byHand = await settlesAt((id) => close(ann, id))
  expect([byHand.map(([at]) => at), notified()]).toEqual([[leadMs, leadMs, 'final'], []])
  expect(byHand.at(-1)).toEqual(['final', byHand.at(-2)?.[1]])
  const byStop = await settlesAt(async (id) => {
    await setStop(ann, id, { stop_loss_price: '99999' })
    clock.advance(250)
    await mark(99_998)
  })
  expect(byStop.map(([at]) => at)).toEqual([leadMs, leadMs, 'final'])
  expect(notified()).toEqual([expect.stringMatching(/^-/)])
  expect(Number(notified()[0])).toBeCloseTo(Number(byStop.at(-1)?.[1]) - 0.5, 1)
})

test('RCPT-1 every stop and liquidation leaves a receipt that works out again, and only for its owner', async () => {
  const { submit, mark, positions, receiptOf, call, ann, ben, venue } = await richVenue(2, 0)
  const stopped = (await submit(ann, { share: 2, stop_loss_price: '99000' })).data?.['id']
  await submit(ann, { market: eth, share: 3, type: 2, multiple: 20 })
  await submit(ann, { share: 6, multiple: 10 })
  await mark(98_900)
  const stop = await receiptOf(ann, stopped)
  expect(stop).toMatchObject({ reason: 'stop_loss', equity: expect.any(String), missing: '0' })
  expect(stop.legs.map(({ why }) => why)).toEqual(['stop_loss', null, null])
  expect(recomputeLever(stop)).toMatchObject({ isRight: true })
  await mark(80_000)
  const [last] = (await positions(ann, { status: 3 })).message.data
  expect(last).toMatchObject({ has_receipt: 1, close_reason: 'liquidated' })
  const burst = await receiptOf(ann, last?.['id'])
  expect(burst.legs.map(({ why }) => why)).toEqual(['liquidated', 'liquidated'])
  expect(recomputeLever(burst)).toMatchObject({ isRight: true })
  expect(Number(burst.fund)).toBeGreaterThan(0)
  expect(await call(ben, 'receipt', { id: stopped })).toMatchObject({ reason: 'not_found' })
  expect(await call(ann, 'receipt', { id: 999 })).toMatchObject({ reason: 'not_found' })
  expect(venue.audit()).toEqual([])
})
test('RCPT-1 LIQ-2 a receipt counts what cancelled entries returned before it liquidates; one by the earlier rule, which did not, still works out', async () => {
  const { submit, mark, receiptOf, positions, ann } = await richVenue(1, 0)
  const id = (await submit(ann, { share: 9 })).data?.['id']
  await submit(ann, { status: 0, target_price: '80000', share: 10, multiple: 100 })
  await mark(93_000)
  expect((await positions(ann)).message.data).toMatchObject([{ status: 4 }, { status: 3, close_reason: 'liquidated' }])
  const receipt = await receiptOf(ann, id)
  // 1000 − 4.500225 − 900.045 − 84 free, 84 returned: 95.454775; the position has lost 630.45 of its margin of 900.045.
  expect(receipt).toMatchObject({ rule: 'lever-2', free: '11.454775', lapsed: '84', equity: '365.049775' })
  expect(receipt.legs).toMatchObject([{ id, number: '0.09', close_price: '93000', why: 'liquidated' }])
  const agrees = (change: Partial<LeverReceipt>) => recomputeLever(sealedLever({ ...receipt, ...change })).isRight
  expect([
    agrees({}),
    agrees({ rule: 'lever-1' }),
    agrees({ rule: 'lever-1', equity: '281.049775' }),
    agrees({ rule: 'lever-9' }),
  ]).toEqual([true, false, true, false])
})
test('RCPT-2 a receipt that was changed anywhere does not work out, sealed again or not', async () => {
  const { submit, mark, receiptOf, ann } = await richVenue(1, 0)
  const id = (await submit(ann, { share: 9 })).data?.['id']
  await mark(93_000)
  const receipt = await receiptOf(ann, id)
  expect(recomputeLever(receipt).isRight).toBe(true)
  const [leg] = receipt.legs
  const [taken] = receipt.marks
  if (!leg || !taken) throw new Error('an empty receipt')
  const changes: Partial<LeverReceipt>[] = [
    { free: '100000' },
    { equity: '1' },
    { margin: '1' },
    { burst: '10' },
    { missing: '1' },
    { fund: '3' },
    { marks: [{ ...taken, mark: '90000' }] },
    { marks: [{ ...taken, premium: '300' }] },
    { legs: [{ ...leg, profit: '5' }] },
    { legs: [{ ...leg, close_price: '1' }] },
    { reason: 'stop_loss' },
  ]
  for (const change of changes) {
    expect(recomputeLever({ ...receipt, ...change }).isRight).toBe(false)
    expect(recomputeLever(sealedLever({ ...receipt, ...change })).isRight).toBe(false)
  }
  expect(leverReceiptText(receipt)).toContain(btc)
})

test('LIQ-1 a large account is liquidated by a fifth, then left alone for half a minute', async () => {
  const { submit, mark, positions, ann, receiptOf } = await richVenue(1, 3000, {
    settings: { lever: { partialFrom: '100000' } },
  })
  for (let n = 0; n < 10; n += 1) expect(await submit(ann, { share: 30, multiple: 100 })).toMatchObject({ type: 'ok' })
  // 300,000 of value on 3000 of margin: one step closes two of ten positions.
  await mark(99_215)
  const open = async () => (await positions(ann, { status: 1 })).message.total
  expect(await open()).toBe(8)
  const [closed] = (await positions(ann, { status: 3 })).message.data
  expect(recomputeLever(await receiptOf(ann, closed?.['id'])).isRight).toBe(true)
  await mark(99_095)
  expect(await open()).toBe(8)
  for (let n = 0; n < 120; n += 1) await mark(99_095)
  expect(await open()).toBe(6)
  // Fallen deep, nothing waits any more.
  await mark(98_750)
  expect(await open()).toBe(0)
})
test('LIQ-1 the half minute outlives a restart', async () => {
  const store = openSqlite(':memory:')
  const settings = { lever: { partialFrom: '100000', isQuickCharged: false } }
  const before = await richVenue(1, 3000, { settings, store })
  for (let n = 0; n < 10; n += 1) await before.submit(before.ann, { share: 30, multiple: 100 })
  await before.mark(99_215)
  const again = createMemoryVenue({ store, settings, startMs: before.clock.now() })
  const acts = leverActs(again)
  const open = async () => (await acts.positions(before.ann, { status: 1 })).message.total
  await acts.mark(99_095)
  expect(await open()).toBe(8)
  for (let n = 0; n < 120; n += 1) await acts.mark(99_095)
  expect(await open()).toBe(6)
})
test('LOSS-1 a loss nobody can pay goes to the fund, then to the house up to its limit, then to the winners pro rata; nobody is closed for it', async () => {
  const settings = { lever: { fund: '300', houseLossPerDay: '200' } }
  const { submit, mark, money, positions, users, receiptOf, venue, eventsOf } = await richVenue(3, 0, { settings })
  const [loser = 0, small = 0, large = 0] = users
  const lost = (await submit(loser, { share: 9 })).data?.['id']
  await submit(small, { share: 1, type: 2 })
  await submit(large, { share: 3, type: 2 })
  const all = () =>
    users.reduce((sum, user) => sum + money(user).all, money('house').all + money('fee').all + money('insurance').all)
  const begin = all()
  await mark(80_000)
  // 1800.45 lost, 995.499775 there: 804.950225 missing; 300 by the fund, 200 by the house, 304.950225 by the winners.
  expect(money(loser).all).toBe(0n)
  expect(money('insurance').all).toBe(-units(300))
  const receipt = await receiptOf(loser, lost)
  expect(receipt).toMatchObject({ missing: '804.950225', fund: '300' })
  expect(recomputeLever(receipt).isRight).toBe(true)
  const rows = await Promise.all(
    [small, large].map(async (user) => (await positions(user, { status: 1 })).message.data[0]),
  )
  const cuts = rows.map((row) => Number(row?.['haircut']))
  expect(rows.map((row) => row?.['status'])).toEqual([1, 1])
  expect(cuts[0]).toBeCloseTo(304.950225 / 4, 2)
  expect(cuts[1]).toBeCloseTo((304.950225 * 3) / 4, 2)
  expect(rows.map((row) => Number(row?.['profits']) + Number(row?.['haircut']))).toEqual([
    expect.closeTo(199.95, 6),
    expect.closeTo(599.85, 6),
  ])
  expect(eventsOf(small, 'lever.positionChanged').at(-1)).toMatchObject({ why: 'haircut' })
  expect(all()).toBe(begin)
  expect(venue.audit()).toEqual([])
  // The next loss of the same day finds fund and house empty.
  expect(formatDec(money('insurance').all)).toBe('-300')
})
