import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { answerOf } from '#tests/support/people.ts'
import { triggerActs, triggerVenue } from '#tests/support/trigger-venue.ts'
import { expect, test } from 'vitest'

/** Ann has an order and a pending entry, a trigger that buys, a stop on spot, and a stop on a contract. */
const stand = async (options: Parameters<typeof triggerVenue>[1] = {}) => {
  const harness = await triggerVenue(3, options)
  const { spot, ann, trade, tick, place, lever, clock, venue, idsOf, ask } = harness
  await trade(100_000)
  await tick(100_000)
  const idOf = (answer: { data?: Record<string, unknown> }) => Number(answer.data?.['id'])
  const order = idOf(await spot.submit(ann, { type: 1, amount: '0.01', target_price: '90000' }))
  const entry = idOf(await lever.submit(ann, { status: 0, target_price: '95000' }))
  const [buy = 0] = idsOf(await place(ann, 'buy', [{ role: 'entry', trigger_price: '110000', amount: '0.001' }]))
  const [stop = 0] = idsOf(await place(ann, 'sell', [{ role: 'stop', trigger_price: '90000', amount: '0.001' }]))
  const position = idOf(await lever.submit(ann, { stop_loss_price: '90000' }))
  const [guard = 0] = (await harness.list(ann)).filter(({ product }) => product === 'lever').map(({ id }) => Number(id))
  const wait = async (ms: number) => {
    clock.advance(ms)
    await venue.runDue()
    venue.flush()
  }
  const live = async () => (await harness.list(ann, { status: 'live' })).map(({ id }) => id)
  const deadMan = async () => answerOf((await ask('GET /api/order/deadman', {}, { user: ann })).answer).message
  return { ...harness, ids: { order, entry, buy, stop, position, guard }, wait, live, deadMan }
}

test('TR-8 all that waits is cancelled by one call, but what protects only where that is named', async () => {
  const { post, ann, ids, live, spot, venue } = await stand()
  const { order, entry, buy, stop, guard } = ids
  expect(await post(ann, 'order/cancel_all', {})).toMatchObject({
    data: {
      cancelled: [
        { kind: 'order', id: order },
        { kind: 'position', id: entry },
        { kind: 'trigger', id: buy },
      ],
    },
  })
  expect(await live()).toEqual([guard, stop])
  expect(await spot.orders(ann, { status: 1 })).toEqual([])
  expect(await post(ann, 'order/cancel_all', { product: 'spot', classes: ['protective'] })).toMatchObject({
    data: { cancelled: [{ kind: 'trigger', id: stop }] },
  })
  expect(await live()).toEqual([guard])
  expect(await post(ann, 'order/cancel_all', { currency_id: 2, classes: ['protective'] })).toMatchObject({
    data: { cancelled: [] },
  })
  expect(venue.audit()).toEqual([])
})
test('TR-13 of those that are cancelled by name each is told: done, over already, or of somebody else', async () => {
  const { post, ann, ben, ids, spot, venue } = await stand()
  const { order, entry, buy, position } = ids
  const theirs = Number((await spot.submit(ben, { type: 1, amount: '0.001', target_price: '90000' })).data?.['id'])
  await spot.cancel(ann, order)
  const targets = [
    { kind: 'order', id: order },
    { kind: 'position', id: entry },
    { kind: 'trigger', id: buy },
    { kind: 'trigger', id: buy },
    { kind: 'position', id: position },
    { kind: 'order', id: theirs },
  ]
  const { data } = await post(ann, 'order/cancel_batch', { targets })
  expect(data?.['results']).toEqual(
    [null, null, null, 'step_refused', 'step_refused', 'not_found'].map((reason, at) => ({
      ...targets[at],
      done: at === 1 || at === 2 ? 1 : 0,
      reason: at === 0 ? 'not_found' : reason,
    })),
  )
  expect(
    await post(ann, 'order/cancel_batch', { targets: Array.from({ length: 51 }, () => targets[0]) }),
  ).toMatchObject({
    reason: 'malformed',
  })
  expect(venue.audit()).toEqual([])
})
test('TR-13 a dead-man switch that is renewed does nothing; without it all but what protects is cancelled, once', async () => {
  const { post, ann, ids, live, wait, deadMan, eventsOf, spot, venue } = await stand()
  expect(await post(ann, 'order/deadman', { seconds: 5 })).toMatchObject({ reason: 'amount_range' })
  expect(await post(ann, 'order/deadman', { seconds: 60 })).toMatchObject({ data: { seconds: 60, protective: 0 } })
  await wait(40_000)
  await post(ann, 'order/deadman', { seconds: 60 })
  await wait(40_000)
  expect(await live()).toHaveLength(3)
  await wait(20_000)
  expect(await live()).toEqual([ids.guard, ids.stop])
  expect(await spot.orders(ann)).toMatchObject([{ id: ids.order, status: 3, ended_why: 'deadman' }])
  expect(await deadMan()).toMatchObject({ seconds: 0, cancelled: 3, expires_ms: null })
  expect(eventsOf(ann, 'trigger.deadManChanged').map(({ why }) => why)).toEqual(['set', 'fired'])
  expect(eventsOf(ann, 'notification.added').at(-1)).toMatchObject({
    v: { notification: { subject: 'dead_man', title: '3' } },
  })
  await wait(600_000)
  expect(eventsOf(ann, 'trigger.deadManChanged')).toHaveLength(2)
  expect(venue.audit()).toEqual([])
})
test('TR-13 switched off it does nothing, and with what protects it cancels that too', async () => {
  const { post, ann, live, wait, ids } = await stand()
  await post(ann, 'order/deadman', { seconds: 30 })
  await post(ann, 'order/deadman', { seconds: 0 })
  await wait(60_000)
  expect(await live()).toHaveLength(3)
  await post(ann, 'order/deadman', { seconds: 30, protective: 1 })
  await wait(30_000)
  expect(await live()).not.toContain(ids.stop)
  expect(await live()).toEqual([])
})
test('TR-2 after a restart every trigger is there with its extreme; the switch has its whole time again', async () => {
  const store = openSqlite(':memory:')
  const before = await stand({ store })
  const { post, place, idsOf, ann, ids, list, tick, clock, venue } = before
  const [trail] = idsOf(
    await place(ann, 'sell', [
      { role: 'stop', source: 'mark', trail: { by: 'percent', distance: '3' }, amount: '0.001' },
    ]),
  )
  await tick(104_000)
  await tick(103_500)
  await post(ann, 'order/deadman', { seconds: 60 })
  const stood = await list(ann)
  venue.flush()
  const again = createMemoryVenue({
    store,
    startMs: clock.now() + 3_600_000,
    settings: { lever: { isQuickCharged: false } },
  })
  const acts = triggerActs(again)
  again.venue.flush()
  expect(await acts.list(ann)).toEqual(stood)
  await again.venue.runDue()
  again.venue.flush()
  expect(await acts.list(ann, { status: 'live' })).toHaveLength(4)
  await acts.tick(103_000)
  expect(await acts.find(ann, trail)).toMatchObject({ status: 'armed', trail: { extreme: '104000.00' } })
  await acts.tick(100_880)
  expect(await acts.find(ann, trail)).not.toMatchObject({ status: 'armed' })
  expect(await acts.find(ann, ids.stop)).toMatchObject({ status: 'armed' })
  again.clock.advance(60_000)
  await again.venue.runDue()
  again.venue.flush()
  expect(await acts.find(ann, ids.buy)).toMatchObject({ status: 'cancelled', why: 'deadman' })
  expect(again.venue.audit()).toEqual([])
})
