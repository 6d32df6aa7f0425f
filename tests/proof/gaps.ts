import type { AdversaryWorld } from './adversaries.ts'

/** A price of the adversary's market, so many shares above (or below) the true one, as text. */
const at = (world: AdversaryWorld, share: number) => (world.price * (1 + share)).toFixed(2)
const positions = (world: AdversaryWorld, status: 'pending' | 'trading') =>
  [...world.ctx().tables.leverPositions.all()].filter((row) => row.status === status)
async function leave(world: AdversaryWorld) {
  for (const { user, id } of positions(world, 'trading')) await world.close(user, id)
  for (const { user, id } of positions(world, 'pending')) await world.call(user, 'lever/cancel', { id })
}
/** The market stands still where it is until it is open again and entries have been looked at. */
const settle = (world: AdversaryWorld) => world.tick(40)

/** Limits on both sides of the price before it leaps, awake or asleep; whatever has opened is closed at once. */
export async function gapTrader(world: AdversaryWorld) {
  let placed = 0
  let filled = 0
  for (const share of [0.004, -0.012, 0.03, -0.03])
    for (const sleeps of [false, true]) {
      for (const [n, user] of world.users.entries()) {
        const isLong = n % 2 === 0
        const target_price = at(world, (isLong ? -1 : 1) * 0.001 * (1 + (n % 5)))
        if (
          (await world.open(user, { status: 0, type: isLong ? 1 : 2, share: 40, multiple: 50, target_price })).type ===
          'ok'
        )
          placed += 1
      }
      if (sleeps) world.restart(20_000)
      world.say(world.price * (1 + share))
      await settle(world)
      filled += positions(world, 'trading').length
      await leave(world)
      world.say(world.price)
      await settle(world)
    }
  return `${filled} of ${placed} entries opened`
}

/**
 * Accounts on both sides of the market, with all their other money in orders that never fill; then it leaps beyond
 * their margins. What
 * the ones win must be paid by the others out of those orders, and not by the house: some keep their positions by it,
 * some lose them.
 */
export async function idleMoney(world: AdversaryWorld) {
  let cancelled = 0
  let ended = 0
  const pairs = [...world.users.slice(0, 20).entries()]
  const sideOf = (n: number) => 1 + (n % 2)
  for (const share of [0.038, -0.02]) {
    for (let each = 0; each < 12; each += 1)
      for (const [n, user] of pairs) await world.open(user, { type: sideOf(n), share: 300, multiple: 100 })
    for (const [n, user] of pairs)
      for (const lots of [500, 200, 50, 10, 5]) {
        const far = {
          type: sideOf(n),
          status: 0,
          share: lots,
          multiple: 5,
          target_price: at(world, sideOf(n) === 1 ? -0.4 : 0.4),
        }
        while ((await world.open(user, far)).type === 'ok');
      }
    // Long enough for nobody to have opened ahead of it.
    await world.tick(260)
    const [waiting, trading] = [positions(world, 'pending').length, positions(world, 'trading').length]
    world.say(world.price * (1 + share))
    await settle(world)
    cancelled += waiting - positions(world, 'pending').length
    ended += trading - positions(world, 'trading').length
    await leave(world)
    world.say(world.price)
    await settle(world)
  }
  return `${cancelled} orders cancelled, ${ended} positions ended by force`
}
