import { createTape } from '#tests/support/price-tape.ts'
import { createLoop } from '#server/loop.ts'
import { btc, leverVenue, units } from '#tests/support/lever-venue.ts'
import { expect, test } from 'vitest'

/** A venue whose prices come from `sources`, four times a second, in dollars; null is no price. */
async function feedVenue(prices: readonly (number | null)[], sources = 1) {
  const harness = await leverVenue(1)
  const start = harness.clock.now()
  const tape = createTape(
    prices.flatMap((price, n) =>
      price === null ? [] : [{ market: btc, price: price * 100, at: start + (n + 1) * 250 }],
    ),
  )
  const engines = createLoop(harness.venue, { feed: { ...tape, sources } })
  const market = harness.venue.ctx.markets.need(btc)
  const run = async (ticks: number) => {
    for (let n = 0; n < ticks; n += 1) {
      harness.clock.advance(250)
      await engines.step()
    }
    harness.venue.flush()
  }
  return { ...harness, run, market, markPrice: () => market.quote()?.mark ?? 0 }
}
const times = (count: number, price: number | null) => Array.from({ length: count }, () => price)
const calm = times(4, 100_000)

test.each([
  ['ten times the price', 1_000_000],
  ['a tenth of the price', 10_000],
  ['zero', 0],
  ['a negative price', -5],
  ['NaN', Number.NaN],
  ['nothing', null],
])(
  'SF27 AT65 a source that reports %s for five seconds moves no mark price, triggers no stop and liquidates no account',
  async (_, wrong) => {
    const { submit, close, positions, run, markPrice, ann, venue } = await feedVenue([
      ...calm,
      ...times(20, wrong),
      ...calm,
    ])
    await run(2)
    await submit(ann, { share: 4, target_profit_price: '150000', stop_loss_price: '60000' })
    const short = (await submit(ann, { share: 4, type: 2 })).data?.['id']
    await run(22)
    expect(Math.abs(markPrice() - 10_000_000)).toBeLessThanOrEqual(50_000)
    expect(await close(ann, short)).toMatchObject({ type: 'error', reason: 'feed_stale' })
    await run(2)
    expect((await positions(ann, { status: 1 })).message.total).toBe(2)
    expect(await close(ann, short)).toMatchObject({ type: 'ok' })
    expect(venue.audit()).toEqual([])
  },
)
test('SF27 a price of zero is never accepted, however long it is reported', async () => {
  const { run, markPrice } = await feedVenue([...calm, ...times(60, 0)])
  await run(60)
  expect(markPrice()).toBeGreaterThan(9_900_000)
})
test('P8 a jump is accepted after it has persisted for ten seconds if three sources agree', async () => {
  const { run, markPrice } = await feedVenue([...calm, ...times(60, 130_000)], 3)
  await run(4 + 39)
  expect(markPrice()).toBeLessThan(10_100_000)
  await run(10)
  expect(markPrice()).toBeGreaterThan(12_900_000)
})
test('P7 a tape of falling prices leads to entry, stop and liquidation', async () => {
  const { submit, positions, run, money, ann, venue } = await feedVenue(
    [...calm, 99_000, 98_000, 97_000, 96_000, 95_000, 94_000, 93_000, 92_000],
    3,
  )
  await run(2)
  await submit(ann, { share: 6 })
  await submit(ann, { share: 2, status: 0, target_price: '98500' })
  await submit(ann, { share: 1, stop_loss_price: '97500' })
  await run(4)
  expect((await positions(ann, { status: 1 })).message.total).toBe(3)
  await run(1)
  expect((await positions(ann, { status: 3 })).message.data).toMatchObject([{ close_reason: 'stop_loss' }])
  await run(5)
  expect((await positions(ann, { status: 3 })).message.data.map(({ close_reason }) => close_reason)).toEqual([
    'stop_loss',
    'liquidated',
    'liquidated',
  ])
  expect(money(ann).held).toBe(0n)
  expect(money(ann).free > units(300)).toBe(true)
  expect(venue.audit()).toEqual([])
})
