import { armingDistance, marketRights } from '#contract/market/market-mode.ts'
import type { Feed } from '#server/features/market/prices/feeds.ts'
import { createLoop } from '#server/loop.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { haltTrading, resumeTrading } from '#server/core/halt.ts'
import { btc, leverActs, units, usdt, verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const stepMs = 250
/** The arming of a real start, which other tests leave out. */
const settings = { market: { armTicks: 8, armMs: 2000 } }

/** A venue on a store, with a feed that says what the test says. */
function venueOn(store = openSqlite(':memory:'), startMs = memoryStartMs, sources = 1, goesOn = false) {
  const harness = createMemoryVenue({ store, startMs, settings: { market: { ...settings.market, goesOn } } })
  let price: number | null = 100_000
  const feed: Feed = { sources, read: () => (price === null ? [] : [{ market: btc, price: price * 100 }]) }
  const loop = createLoop(harness.venue, { feed })
  const market = harness.venue.ctx.markets.need(btc)
  market.pair.isOpen = true
  /** So many ticks of a price; null is silence. */
  const say = async (next: number | null, count = 1) => {
    price = next
    for (let n = 0; n < count; n += 1) {
      harness.clock.advance(stepMs)
      await loop.step()
      if (n % 4 === 0) await loop.second()
    }
    harness.venue.flush()
  }
  return { ...harness, ...leverActs(harness), say, second: loop.second, market, store, modes: () => market.standing() }
}
type World = ReturnType<typeof venueOn>
async function withHolder(world: World) {
  const user = await register(world, 'holder@kontor.test')
  await verify(world.venue, [user])
  return user
}
const restarted = ({ venue, store, clock }: World, { afterMs = 5000, goesOn = false } = {}) => {
  venue.flush()
  return venueOn(store, clock.now() + afterMs, 1, goesOn)
}
const atFirst = async (world: World, price: number) => {
  await world.say(price)
  return world.modes()
}
const order = (world: World, user: number, more: object = {}) =>
  world.call(user, 'submit', { legal_id: usdt, currency_id: 1, type: 1, status: 1, share: 1, multiple: 100, ...more })

test('ARM-1 after a start a market climbs from cancel-only over reduce-only to open, two seconds a rung', async () => {
  const world = venueOn()
  const user = await withHolder(world)
  const seen: string[] = []
  const refusals: unknown[] = []
  for (let n = 0; n < 24; n += 1) {
    await world.say(100_000)
    const { mode } = world.modes()
    if (seen.at(-1) !== mode) seen.push(`${n}`, mode)
    if (n === 4 || n === 12) refusals.push((await order(world, user)).reason)
  }
  expect(seen).toEqual(['0', 'cancel_only', '8', 'reduce_only', '17', 'open'])
  expect(refusals).toEqual(['feed_stale', 'market_arming'])
  expect(await order(world, user)).toMatchObject({ type: 'ok' })
})
test('ARM-2 a wild first price after a restart becomes no index and no mark, and liquidates nobody, however long it stands', async () => {
  const first = venueOn()
  const user = await withHolder(first)
  await first.say(100_000, 20)
  await order(first, user, { share: 5 })
  const { held } = first.money(user)
  const again = restarted(first)
  await again.say(0.01)
  await again.say(0.01, 300)
  expect(again.market.quote()).toBeNull()
  expect(again.modes()).toEqual({ mode: 'cancel_only', why: 'unlike' })
  expect(again.money(user).held).toBe(held)
  expect(held > units(50)).toBe(true)
  expect((await again.positions(user, { status: 1 })).message.total).toBe(1)
  // The true price comes back: confirmed, climbed, nothing lost.
  await again.say(99_500, 20)
  expect(again.modes()).toEqual({ mode: 'open', why: 'normal' })
  expect((await again.positions(user, { status: 1 })).message.total).toBe(1)
})
test('ARM-7 a market that was open goes on in the process that takes over: the first near price opens it and the house quotes', async () => {
  const first = venueOn()
  await first.say(100_000, 25)
  const next = restarted(first, { goesOn: true })
  await next.say(100_100)
  expect(next.modes()).toEqual({ mode: 'open', why: 'normal' })
  expect(new Set([...next.market.house.values()].map(({ side }) => side)).size).toBe(2)
  // Not after a silence, not at a far price, and not where the market was not open.
  expect((await atFirst(restarted(first, { goesOn: true, afterMs: 30_000 }), 100_000)).why).toBe('arming')
  expect((await atFirst(restarted(first, { goesOn: true }), 80_000)).why).toBe('unlike')
  const young = venueOn()
  await young.say(100_000, 13)
  expect((await atFirst(restarted(young, { goesOn: true }), 100_000)).why).toBe('arming')
})
test('simulated prices go on from the last index, not from a far order that was the last trade', async () => {
  const first = venueOn()
  await first.say(100_000, 25)
  first.market.recordTrade({ side: 'sell', price: 5_000_000, amount: 1 })
  await first.second()
  const next = restarted(first, { goesOn: true })
  expect(next.market.last()).toBe(5_000_000)
  await createLoop(next.venue).step()
  expect(next.modes()).toEqual({ mode: 'open', why: 'normal' })
})
test('ARM-2 without a kept mark, the last trade of the folder is what the first price is compared with', async () => {
  const first = venueOn()
  await first.say(100_000, 20)
  expect(first.market.hasHistory()).toBe(true)
  for (const { market } of first.venue.ctx.tables.marks.all()) first.venue.ctx.tables.marks.remove(market)
  const again = restarted(first)
  await again.say(100_000 * (1 + armingDistance) * 1.01, 40)
  expect(again.modes()).toEqual({ mode: 'cancel_only', why: 'unlike' })
})
test('ARM-3 the operator accepts a price that nothing confirms; then it has to be like itself', async () => {
  const first = venueOn()
  await first.say(100_000, 20)
  const again = restarted(first)
  await again.say(80_000, 40)
  expect(again.modes().why).toBe('unlike')
  expect(again.venue.ctx.priceIndex.confirm(btc)).toBe('cancel_only')
  await again.say(80_000, 4)
  await again.say(70_000, 4)
  expect(again.modes()).toEqual({ mode: 'cancel_only', why: 'arming' })
  await again.say(70_000, 20)
  expect(again.modes().mode).toBe('open')
})
test('ARM-4 a halt and a long silence begin the ladder again', async () => {
  const world = venueOn()
  await world.say(100_000, 20)
  await world.venue.command(haltTrading)
  await world.say(100_000)
  expect(world.modes()).toEqual({ mode: 'halted', why: 'halted' })
  await world.venue.command(resumeTrading)
  await world.say(100_000)
  expect(world.modes()).toEqual({ mode: 'cancel_only', why: 'arming' })
  await world.say(100_000, 20)
  expect(world.modes().mode).toBe('open')
  await world.say(null, 44)
  await world.say(100_100)
  expect(world.modes()).toEqual({ mode: 'cancel_only', why: 'arming' })
})
test('ARM-5 a leap of one source is never believed for lasting, one of three that agree is after ten seconds', async () => {
  const one = venueOn()
  await one.say(100_000, 20)
  await one.say(130_000, 200)
  expect(one.market.quote()?.index).toBe(10_000_000)
  expect(one.modes()).toEqual({ mode: 'cancel_only', why: 'unlike' })
  const three = venueOn(undefined, undefined, 3)
  await three.say(100_000, 20)
  await three.say(130_000, 50)
  expect(three.market.quote()?.index).toBe(13_000_000)
})
test('FAST-1 a mark that moves by more than one percent in 2.5 s fires nothing and opens nothing until it has been calm', async () => {
  const world = venueOn()
  const user = await withHolder(world)
  await world.say(100_000, 20)
  const stopped = (await order(world, user, { stop_loss_price: '99000' })).data?.['id']
  await world.say(98_500)
  expect(world.modes()).toEqual({ mode: 'fast', why: 'fast' })
  expect(await order(world, user)).toMatchObject({ reason: 'market_fast' })
  expect(
    await world.ask(
      'POST /api/microtrade/submit',
      { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '10' },
      { user },
    ),
  ).toMatchObject({ refused: 'market_fast' })
  await world.say(98_500, 8)
  expect((await world.positions(user, { status: 1 })).message.total).toBe(1)
  await world.say(98_500, 4)
  expect(world.modes().mode).toBe('open')
  expect((await world.positions(user, { status: 3 })).message.data).toMatchObject([
    { id: stopped, close_reason: 'stop_loss' },
  ])
})
test('FAST-1 a price that falls back has fired nothing, and three sources that agree are believed at once', async () => {
  const world = venueOn()
  const user = await withHolder(world)
  await world.say(100_000, 20)
  await order(world, user, { stop_loss_price: '99000' })
  await world.say(98_000, 6)
  await world.say(100_000, 30)
  expect((await world.positions(user, { status: 1 })).message.total).toBe(1)
  const three = venueOn(undefined, undefined, 3)
  const other = await withHolder(three)
  await three.say(100_000, 20)
  await order(three, other, { stop_loss_price: '99000' })
  await three.say(98_500)
  expect(three.modes().mode).toBe('open')
  expect((await three.positions(other, { status: 3 })).message.total).toBe(1)
})
test('ARM-6 each rung of the ladder lets people do more than the one below, cancelling is always possible, opening only when open', () => {
  const ladder = [marketRights.cancel_only, marketRights.reduce_only, marketRights.open].map(
    (rights) => Object.values(rights).filter(Boolean).length,
  )
  expect(ladder).toEqual([1, 3, 4])
  expect(Object.values(marketRights).every(({ cancels }) => cancels)).toBe(true)
  expect(Object.values(marketRights).filter(({ opens }) => opens)).toEqual([marketRights.open])
})
