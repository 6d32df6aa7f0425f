import { auditTrigger } from '#server/features/trigger/audit.ts'
import { triggerSettings } from '#server/features/trigger/context.ts'
import { triggerVenue } from '#tests/support/trigger-venue.ts'
import { expect, test } from 'vitest'

type Pace = Partial<ReturnType<typeof triggerSettings>>
const eth = 'ETH-USDT'
/** Ann has stops at the mark in both markets; somebody buys in ETH, and in BTC where that is asked for. */
async function stand(pace: Pace) {
  const settings = { spot: { hasMaker: false }, trigger: { ...triggerSettings(), tickMs: Infinity, ...pace } }
  const venue = await triggerVenue(3, { settings })
  const { tick, place, idsOf, find, ann, ben, spot } = venue
  const ethId = venue.venue.ctx.markets.need(eth).pair.base
  await tick(100_000)
  await tick(3000, { name: eth })
  const stop = async (trigger_price: string, more = {}) => {
    const legs = [{ role: 'stop', source: 'mark', trigger_price, amount: '0.003' }]
    return idsOf(await place(ann, 'sell', legs, more))[0]
  }
  return {
    ...venue,
    stop,
    stopInEth: () => stop('2900', { currency_id: ethId }),
    bidInEth: () => spot.submit(ben, { type: 1, amount: '0.1', target_price: '2850', currency_id: ethId }),
    bid: () => spot.submit(ben, { type: 1, amount: '0.1', target_price: '94000' }),
    statusOf: async (id: unknown) => (await find(ann, id))?.['status'],
  }
}

test('TR-2 those that find nobody in one market do not keep those of another from acting', async () => {
  const { stop, stopInEth, bidInEth, tick, statusOf } = await stand({ perTick: 1 })
  const [stuck, other] = [await stop('95000'), await stopInEth()]
  await tick(94_900)
  expect(await statusOf(stuck)).toBe('placed')
  await bidInEth()
  await tick(2890, { name: eth })
  expect(await statusOf(other)).toBe('done')
})
test('TR-2 of more than one command takes in one market, the next is the turn of another', async () => {
  const { stop, stopInEth, tick, statusOf, venue } = await stand({ perCommand: 1, perTick: 2 })
  const many = [await stop('95000'), await stop('95000'), await stop('95000')]
  const others = [await stopInEth(), await stopInEth()]
  const market = venue.ctx.markets.need(eth)
  market.setQuote({ tick: 'e', index: 289_000, mark: 289_000, sources: 3, at: venue.ctx.now() + 250 })
  await tick(94_900)
  expect(await statusOf(others[1])).not.toBe('armed')
  expect(await statusOf(many[2])).toBe('armed')
  await tick(94_900)
  expect(await statusOf(many[2])).not.toBe('armed')
})
test('TR-2 while many act one after the other, what others ask is answered in between', async () => {
  const { stop, bid, tick, spot, ben, statusOf } = await stand({ sliceMs: 0 })
  const many: unknown[] = []
  for (let n = 0; n < 6; n += 1) many.push(await stop('95000'))
  await bid()
  const acting = tick(94_900)
  await spot.submit(ben, { type: 1, amount: '0.01', target_price: '90000' })
  expect(await statusOf(many[5])).toBe('triggered')
  await acting
  expect(await Promise.all(many.map(statusOf))).toEqual(many.map(() => 'done'))
})
test('TR-3 a placing that is refused late leaves what waits as it is, without building it again', async () => {
  const { place, tick, ann, venue, find, idsOf, bid } = await stand({})
  const trail = { by: 'percent', distance: '5' }
  const [id] = idsOf(await place(ann, 'sell', [{ role: 'stop', source: 'mark', trail, amount: '0.01' }]))
  await tick(101_000)
  const { triggerWatch, tables } = venue.ctx
  const [pair] = [...tables.pairs.all()].filter(({ base, quote }) => base === 1 && quote === 3)
  const legs = ['95000', '94000'].map((trigger_price) => ({ role: 'stop', trigger_price, amount: '90' }))
  expect(await place(ann, 'sell', legs)).toMatchObject({ reason: 'insufficient_balance' })
  expect([triggerWatch.isBuilt(pair?.id ?? 0), triggerWatch.fresh(pair?.id ?? 0)]).toEqual([true, []])
  expect(await find(ann, id)).toMatchObject({ trail: { extreme: '101000.00', trigger_now: '95950.00' } })
  await bid()
  await tick(95_950)
  expect(await find(ann, id)).toMatchObject({ status: 'done' })
})
test('TR-11 the audit of many triggers pauses, and finds nothing', async () => {
  const { stop, venue } = await stand({})
  for (let n = 0; n < 30; n += 1) await stop('95000')
  const found = [...auditTrigger(venue.ctx)]
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((each) => each !== null)).toEqual([])
})
