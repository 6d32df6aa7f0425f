import type { AdversaryWorld } from './adversaries.ts'

type Side = 'long' | 'short'
type Attempt = { bp: number; side: Side; aheadMs: number; waitMs: number; lots: number }
const stepMs = 250
const moves = [10, 15, 20, 30, 50]
/** Lots of half a coin in one order: about 6,500 USDT. What is opened in all is 65,000 or 650,000. */
const share = 20

/** Opens in small orders, spread over all accounts and over the time that is left. */
async function split(world: AdversaryWorld, side: Side, { aheadMs, lots }: Pick<Attempt, 'aheadMs' | 'lots'>) {
  const steps = Math.max(1, aheadMs / stepMs)
  const orders = lots / share
  for (let n = 0; n < orders; n += 1) {
    const user = world.users[n % world.users.length] ?? 0
    await world.open(user, { share, multiple: 50, type: side === 'long' ? 1 : 2 })
    if (Math.floor(((n + 1) * steps) / orders) > Math.floor((n * steps) / orders) && n + 1 < orders) await world.tick()
  }
}
async function close(world: AdversaryWorld, side: Side) {
  const open = [...world.ctx().tables.leverPositions.all()].filter(
    (row) => row.status === 'trading' && row.side === side,
  )
  for (const { user, id } of open) await world.close(user, id)
}
const move = (world: AdversaryWorld, side: Side, bp: number) =>
  world.tick(1, (at) => at * (1 + (side === 'long' ? bp : -bp) / 10_000))

/** Opens before the index moves; leaves at once, or when a quick close costs nothing any more. */
async function opensAhead(world: AdversaryWorld, attempt: Attempt) {
  const { bp, side, waitMs } = attempt
  await split(world, side, attempt)
  await move(world, side, bp)
  await world.tick(waitMs / stepMs)
  await close(world, side)
}
/** Holds both sides, and closes the one that is about to lose. */
async function closesAhead(world: AdversaryWorld, { bp, side, waitMs, lots }: Attempt) {
  const loser = side === 'long' ? 'short' : 'long'
  await split(world, side, { aheadMs: 0, lots })
  await split(world, loser, { aheadMs: 0, lots })
  await world.tick(waitMs / stepMs)
  await close(world, loser)
  await move(world, side, bp)
  await world.tick(40)
  await close(world, side)
}
/** Plays every attempt; each has to fail by itself. Returns the most that one of them has won. */
const each = (play: typeof opensAhead, attempts: readonly Attempt[]) => async (world: AdversaryWorld) => {
  const won: number[] = []
  for (const attempt of attempts) {
    const before = world.worth(world.price)
    await play(world, attempt)
    won.push(world.worth(world.price) - before)
    world.say(world.price)
    await world.tick(80)
  }
  return {
    won: Math.max(...won),
    note: attempts.map(({ bp, lots }, n) => `${bp} bp with ${lots} lots ${won[n]?.toFixed(0)}`).join(', '),
  }
}
const leads = moves.flatMap((bp) => [
  { bp, side: 'long', aheadMs: 250, waitMs: 60_000, lots: 200 } as const,
  { bp, side: 'short', aheadMs: 4750, waitMs: 0, lots: 2000 } as const,
])
const hedges = moves.flatMap((bp) =>
  [200, 2000].map(
    (lots) => ({ bp, side: bp % 20 === 0 ? 'short' : 'long', aheadMs: 0, waitMs: 60_000, lots }) as const,
  ),
)

export const opensBeforeOthers = each(opensAhead, leads)
export const closesBeforeOthers = each(closesAhead, hedges)
