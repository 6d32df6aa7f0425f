import type { AdversaryWorld } from './adversaries.ts'

/** Seconds of knowledge, how much is opened in USDT, how it is left: at once, or when a quick close costs nothing any more. */
const leads = [{ aheadMs: 250, value: 2_500_000, waitMs: 0 }, { aheadMs: 5000, value: 2_500_000, waitMs: 60_000 }, { aheadMs: 2000, value: 100_000, waitMs: 60_000 }] as const
const stepMs = 250
/** Lots of one order: about 3,000 USDT, so that none of them is large. */
const share = 10

/** Opens a value in small orders, spread over all accounts and over the time that is left. */
async function split(world: AdversaryWorld, side: 'long' | 'short', value: number, aheadMs: number) {
  const orders = Math.round(value / (share * 0.5 * world.price))
  const steps = Math.max(1, aheadMs / stepMs)
  let opened = 0
  for (let step = 0; step < steps; step += 1) {
    for (let n = Math.floor((orders * step) / steps); n < Math.floor((orders * (step + 1)) / steps); n += 1) {
      const user = world.users[n % world.users.length] ?? 0
      const { type } = await world.open(user, { share, multiple: 50, type: side === 'long' ? 1 : 2 })
      if (type === 'ok') opened += 1
      else return opened
    }
    if (step + 1 < steps) await world.tick()
  }
  return opened
}
async function closeAll(world: AdversaryWorld) {
  const open = [...world.ctx().tables.leverPositions.all()].filter(({ status }) => status === 'trading')
  for (const { user, id } of open) await world.close(user, id)
}

/** Knows that the index will move by so many basis points, and opens in small orders before it does. Returns the most that one attempt has won. */
export const knowsAhead = (bp: number) => async (world: AdversaryWorld) => {
  const all: number[] = []
  let opened = 0
  for (const { aheadMs, value, waitMs } of leads)
    for (const side of ['long', 'short'] as const) {
      const before = world.worth(world.price)
      opened += await split(world, side, value, aheadMs)
      await world.tick(1, (at) => at * (1 + (side === 'long' ? bp : -bp) / 10_000))
      await world.tick(waitMs / stepMs)
      await closeAll(world)
      all.push(world.worth(world.price) - before)
      world.say(world.price)
      await world.tick(80)
    }
  return { won: Math.max(...all), note: `${opened} positions; ${all.map((each) => each.toFixed(0)).join(', ')} USDT` }
}
