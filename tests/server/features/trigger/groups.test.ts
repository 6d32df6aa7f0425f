import { formatDec } from '#contract/wire/money.ts'
import { basisOf } from '#server/features/assets/results.ts'
import { triggerVenue } from '#tests/support/trigger-venue.ts'
import { expect, test } from 'vitest'

/** A price of 100,000, bids of Cleo below it, and offers of Ben above it. */
const stand = async () => {
  const harness = await triggerVenue(4)
  const { spot, ben, cleo, trade, tick, venue, clock } = harness
  await trade(100_000)
  await tick(100_000)
  for (const target_price of ['98900', '98800', '98700'])
    await spot.submit(cleo, { type: 1, amount: '0.01', target_price })
  /** What is free and held in the spot account, in hundred-millionths. */
  const moneyOf = (user: number, asset: number) => venue.ctx.ledger.balance({ owner: user, asset, kind: 'change' })
  const buyFrom = (amount: string, target_price: string) => spot.submit(cleo, { type: 1, amount, target_price })
  const sellTo = (amount: string, target_price: string) => spot.submit(ben, { type: 2, amount, target_price })
  const wait = async (ms: number) => {
    clock.advance(ms)
    await venue.runDue()
    venue.flush()
  }
  return { ...harness, moneyOf, buyFrom, sellTo, wait }
}
const stop = { role: 'stop', source: 'mark', trigger_price: '99000' }
const target = { role: 'profit', price: '101000' }
const sizes = (rows: readonly Record<string, unknown>[]) =>
  rows.toSorted((a, b) => Number(a['id']) - Number(b['id'])).map(({ status, size }) => [status, Object(size).left])

test('TR-6 TR-11 two legs act on one quantity that is set aside once: what one sells, the other has less', async () => {
  const { place, list, tick, ann, moneyOf, buyFrom, spot, venue } = await stand()
  const placed = await place(ann, 'sell', [
    { ...stop, amount: '0.02' },
    { ...target, amount: '0.02' },
  ])
  expect(placed).toMatchObject({ type: 'ok' })
  expect(moneyOf(ann, 1).held).toBe(2_000_000n)
  await tick(100_000)
  expect(sizes(await list(ann))).toEqual([
    ['armed', '0.02'],
    ['placed', '0.02'],
  ])
  expect(await spot.orders(ann, { status: 1 })).toMatchObject([{ target_price: '101000.00', frozen: '0.02' }])
  await buyFrom('0.005', '101000')
  expect(sizes(await list(ann))).toEqual([
    ['armed', '0.015'],
    ['placed', '0.015'],
  ])
  expect(moneyOf(ann, 1).held).toBe(1_500_000n)
  await tick(98_990)
  expect(await list(ann)).toMatchObject([
    { role: 'profit', status: 'cancelled', why: 'linked', made: { amount: '0.005' } },
    { role: 'stop', status: 'done', made: { amount: '0.015' } },
  ])
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(await spot.orders(ann, { status: 1 })).toEqual([])
  expect(venue.audit()).toEqual([])
})
test('TR-6 a stop that was reached and finds no bids keeps what is left of the quantity, and the target gives way', async () => {
  const { place, list, tick, ann, moneyOf, buyFrom, venue } = await stand()
  await place(ann, 'sell', [
    { ...stop, amount: '0.05' },
    { ...target, amount: '0.05' },
  ])
  await tick(100_000)
  await tick(98_990)
  expect(sizes(await list(ann))).toEqual([
    ['placed', '0.02'],
    ['cancelled', '0'],
  ])
  expect(moneyOf(ann, 1).held).toBe(2_000_000n)
  await buyFrom('0.05', '98000')
  await tick(98_990)
  expect(sizes(await list(ann))[0]).toEqual(['done', '0'])
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-9 what protects a buy is armed with its first fill, and grows with each, net of its fee', async () => {
  const { list, tick, ann, moneyOf, sellTo, spot, venue } = await stand()
  const bought = await spot.submit(ann, {
    type: 1,
    amount: '0.02',
    target_price: '99900',
    stops: {
      stop: { source: 'mark', trigger_price: '99000' },
      profits: [{ price: '101000', amount: '0.01' }, { price: '102000' }],
    },
  })
  expect(bought).toMatchObject({ type: 'ok', data: { group_id: 1 } })
  expect((await list(ann)).map(({ status }) => status)).toEqual(['dormant', 'dormant', 'dormant'])
  const before = moneyOf(ann, 1)
  expect(before.held).toBe(0n)
  await sellTo('0.005', '99900')
  await tick(100_000)
  // 0.1 % of 0.005 is the fee.
  expect(moneyOf(ann, 1).held).toBe(499_500n)
  expect(sizes(await list(ann))).toEqual([
    ['armed', '0.004995'],
    ['placed', '0.004995'],
    ['armed', '0'],
  ])
  await sellTo('0.015', '99900')
  await tick(100_000)
  expect(sizes(await list(ann))).toEqual([
    ['armed', '0.01998'],
    ['placed', '0.01'],
    ['placed', '0.00998'],
  ])
  expect(moneyOf(ann, 1).held).toBe(1_998_000n)
  expect(venue.audit()).toEqual([])
  await tick(98_000)
  expect(sizes(await list(ann))).toEqual([
    ['done', '0'],
    ['cancelled', '0'],
    ['cancelled', '0'],
  ])
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-9 a target that is filled leaves the others and the stop what is left', async () => {
  const { list, tick, ann, sellTo, buyFrom, spot, venue } = await stand()
  await spot.submit(ann, {
    type: 1,
    amount: '0.02',
    target_price: '99900',
    stops: {
      stop: { source: 'mark', trigger_price: '99000' },
      profits: [{ price: '101000', amount: '0.01' }, { price: '102000' }],
    },
  })
  await sellTo('0.02', '99900')
  await tick(100_000)
  await buyFrom('0.01', '101000')
  expect(sizes(await list(ann))).toEqual([
    ['armed', '0.00998'],
    ['done', '0'],
    ['placed', '0.00998'],
  ])
  await buyFrom('0.00998', '102000')
  expect(await list(ann)).toMatchObject([
    { status: 'done', made: { amount: '0.00998' } },
    { status: 'done', made: { amount: '0.01' } },
    { status: 'cancelled', why: 'linked' },
  ])
  expect(venue.audit()).toEqual([])
})
test('TR-9 an entry that is cancelled leaves what it has filled protected, and one that has filled nothing takes all along', async () => {
  const { list, tick, ann, moneyOf, sellTo, spot, venue } = await stand()
  const order = {
    type: 1,
    amount: '0.02',
    target_price: '99900',
    stops: { stop: { source: 'mark', trigger_price: '99000' } },
  }
  const [first, second] = [await spot.submit(ann, order), await spot.submit(ann, { ...order, target_price: '99800' })]
  await sellTo('0.01', '99900')
  await spot.cancel(ann, first.data?.['id'])
  await spot.cancel(ann, second.data?.['id'])
  expect(await list(ann)).toMatchObject([
    { status: 'cancelled', why: 'parent' },
    { status: 'armed', size: { left: '0.00999' }, held: '0.00999' },
  ])
  await tick(98_990)
  expect(await list(ann)).toMatchObject([{ status: 'cancelled' }, { status: 'done', made: { amount: '0.00999' } }])
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-8 the rest of an entry gives way to the stop of what it has bought, which ends as sold', async () => {
  const { list, tick, ann, sellTo, spot, moneyOf, venue } = await stand()
  const stops = { stop: { source: 'mark', trigger_price: '98940' } }
  const bought = await spot.submit(ann, { type: 1, amount: '0.02', target_price: '98950', stops })
  await sellTo('0.005', '98950')
  await tick(98_930)
  expect(await list(ann)).toMatchObject([
    { status: 'done', why: null, made: { amount: '0.004995', fill_price: '98900.00' } },
  ])
  expect((await spot.orders(ann)).find(({ id }) => id === bought.data?.['id'])).toMatchObject({ ended_why: 'self' })
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-9 an entry that waits for its price brings what protects it, and is refused with it', async () => {
  const { place, list, tick, ann, moneyOf, sellTo, venue } = await stand()
  const legs = [
    { role: 'entry', source: 'mark', trigger_price: '101000', amount: '0.01' },
    { role: 'stop', source: 'mark', trigger_price: '99000' },
    { role: 'profit', source: 'mark', trigger_price: '103000' },
  ]
  await place(ann, 'buy', legs)
  await tick(101_000)
  expect((await list(ann)).map(({ status, why }) => [status, why])).toEqual([
    ['cancelled', 'parent'],
    ['cancelled', 'parent'],
    ['refused', null],
  ])
  await tick(100_000)
  await sellTo('0.01', '101000')
  await place(ann, 'buy', legs)
  await tick(101_000)
  expect((await list(ann)).slice(0, 3)).toMatchObject([
    { status: 'armed', size: { left: '0.00999' } },
    { status: 'armed', size: { left: '0.00999' } },
    { status: 'done', made: { amount: '0.01' } },
  ])
  expect(moneyOf(ann, 1).held).toBe(999_000n)
  await tick(98_990)
  expect((await list(ann)).slice(0, 2)).toMatchObject([{ status: 'cancelled', why: 'linked' }, { status: 'done' }])
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-9 a leg that is cancelled leaves the others, all linked ones end on request', async () => {
  const { place, idsOf, list, tick, ann, post, moneyOf, spot, venue } = await stand()
  const placed = await place(ann, 'sell', [
    { ...stop, amount: '0.02' },
    { ...target, amount: '0.01' },
    { ...target, price: '102000', amount: '0.01' },
  ])
  const [guard = 0, first = 0] = idsOf(placed)
  await tick(100_000)
  expect(await post(ann, 'trigger/cancel', { id: first })).toMatchObject({ data: { status: 'cancelled', why: 'user' } })
  expect(sizes(await list(ann))).toEqual([
    ['armed', '0.02'],
    ['cancelled', '0'],
    ['placed', '0.01'],
  ])
  expect(moneyOf(ann, 1).held).toBe(2_000_000n)
  expect(await post(ann, 'trigger/cancel', { id: guard, whole: 1 })).toMatchObject({ data: { status: 'cancelled' } })
  expect((await list(ann)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(await spot.orders(ann, { status: 1 })).toEqual([])
  expect(venue.audit()).toEqual([])
})
test('TR-11 of two entries that one cancels, the larger need is held, and the rest comes back', async () => {
  const { place, list, tick, ann, moneyOf, sellTo, venue } = await stand()
  const free = moneyOf(ann, 3).free
  await place(ann, 'buy', [
    { role: 'entry', source: 'mark', trigger_price: '101000', amount: '0.01' },
    { role: 'entry', price: '99000', amount: '0.01' },
  ])
  expect(moneyOf(ann, 3).held).toBe(102_010_000_000n)
  await tick(100_000)
  await sellTo('0.02', '101000')
  await tick(101_000)
  expect((await list(ann)).map(({ status }) => status)).toEqual(['cancelled', 'done'])
  expect(moneyOf(ann, 3)).toMatchObject({ free: free - 101_000_000_000n, held: 0n })
  expect(venue.audit()).toEqual([])
})
test('TR-7 a leg that is amended changes the hold of its group at once, and never beyond what its entry has brought', async () => {
  const { place, idsOf, tick, ann, post, moneyOf, venue } = await stand()
  const [guard = 0, other = 0] = idsOf(
    await place(ann, 'sell', [
      { ...stop, amount: '0.02' },
      { ...target, trigger_price: '101000', source: 'mark', amount: '0.02' },
    ]),
  )
  expect(await post(ann, 'trigger/amend', { id: guard, amount: '0.03' })).toMatchObject({
    data: { size: { left: '0.03' } },
  })
  expect(moneyOf(ann, 1).held).toBe(3_000_000n)
  expect(await post(ann, 'trigger/amend', { id: guard, amount: '9' })).toMatchObject({ reason: 'insufficient_balance' })
  expect(await post(ann, 'trigger/amend', { id: guard, amount: '0.01' })).toMatchObject({
    data: { size: { left: '0.01' } },
  })
  expect(moneyOf(ann, 1).held).toBe(2_000_000n)
  await tick(98_990)
  expect(moneyOf(ann, 1).held).toBe(1_000_000n)
  await post(ann, 'trigger/cancel', { id: other })
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-11 what a leg is made smaller by is not at stake for the others any more', async () => {
  const { place, idsOf, list, tick, ann, post, moneyOf, venue } = await stand()
  const legs = [
    { ...stop, amount: '0.01' },
    { ...target, amount: '0.01' },
  ]
  const [guard] = idsOf(await place(ann, 'sell', legs))
  await post(ann, 'trigger/amend', { id: guard, amount: '0.015' })
  await post(ann, 'trigger/amend', { id: guard, amount: '0.01' })
  await tick(98_990)
  expect((await list(ann)).map(({ status }) => status)).toEqual(['cancelled', 'done'])
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-11 stops and targets that are smaller than their entry are held for together', async () => {
  const { list, tick, ann, post, sellTo, spot, moneyOf, venue } = await stand()
  const stops = {
    stop: { source: 'mark', trigger_price: '99000', amount: '0.008' },
    profits: [{ source: 'mark', trigger_price: '101000', amount: '0.006' }],
  }
  await spot.submit(ann, { type: 1, amount: '0.02', target_price: '99900', stops })
  await sellTo('0.02', '99900')
  expect(moneyOf(ann, 1).held).toBe(1_400_000n)
  expect(venue.audit()).toEqual([])
  await tick(98_990)
  expect(sizes(await list(ann))).toEqual([
    ['done', '0'],
    ['armed', '0.006'],
  ])
  expect(moneyOf(ann, 1).held).toBe(600_000n)
  const [left] = await list(ann, { status: 'live' })
  await post(ann, 'trigger/cancel', { id: left?.['id'] })
  expect(moneyOf(ann, 1).held).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('TR-13 a stop-limit that rests for ten seconds beyond its price is told', async () => {
  const { place, tick, ann, eventsOf, wait, venue } = await stand()
  await place(ann, 'sell', [{ ...stop, price: '98950', amount: '0.01' }])
  await tick(98_990)
  await wait(9000)
  expect(eventsOf(ann, 'trigger.changed').map(({ why }) => why)).toEqual(['placed', 'triggered', 'made'])
  await wait(1000)
  expect(eventsOf(ann, 'trigger.changed').at(-1)).toMatchObject({ why: 'waiting' })
  expect(eventsOf(ann, 'notification.added').at(-1)).toMatchObject({
    v: {
      notification: { subject: 'trigger_waits', amount: '0.01', coin: 'BTC', price: '98950.00', title: '99000.00' },
    },
  })
  expect(venue.audit()).toEqual([])
})
test('TR-13 PNL-2 a stop that has sold is told once, however many orders it took, with the net result that the assets show', async () => {
  const { place, tick, ann, buyFrom, eventsOf, venue } = await stand()
  const realised = () => basisOf(venue.ctx, ann, 1).realised
  const before = realised()
  await place(ann, 'sell', [{ ...stop, amount: '0.05' }])
  await tick(98_990)
  await buyFrom('0.02', '98000')
  await tick(98_990)
  expect(eventsOf(ann, 'notification.added')).toMatchObject([
    { v: { notification: { subject: 'trigger_stop', amount: '0.05', coin: 'BTC', price: '98480.00' } } },
  ])
  expect(realised()).not.toBe(before)
  expect(eventsOf(ann, 'trigger.changed').at(-1)).toMatchObject({
    v: { made: { net: formatDec(realised() - before) } },
  })
})
