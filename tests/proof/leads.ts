import type { AdversaryWorld } from './adversaries.ts'

type Side = 'long' | 'short'
type Attempt = { bp: number; side: Side; aheadMs: number; waitMs: number; lots: number }
/**
 * How many accounts hold each side, in orders of how many lots; `apart`: other accounts hold the losing one; `byStop`:
 * that one is closed by a stop.
 */
type Hedge = Attempt & { accounts: number; size: number; apart?: boolean; byStop?: boolean }
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
  const open = Array.from(world.ctx().tables.leverPositions.all()).filter(
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
/** Builds one side in equal orders of some accounts, a tick between two of them. */
async function build(world: AdversaryWorld, side: Side, { lots, size, accounts }: Hedge, from = 0) {
  for (let n = 0; n * size < lots; n += 1) {
    await world.open(world.users[from + (n % accounts)] ?? 0, {
      share: size,
      multiple: 50,
      type: side === 'long' ? 1 : 2,
    })
    await world.tick()
  }
}
/** Moves the stops of a side to just beside the mark, and lets the index touch them. */
async function stopOut(world: AdversaryWorld, side: Side) {
  const beside = side === 'long' ? -0.02 : 0.02
  for (const row of Array.from(world.ctx().tables.leverPositions.all()))
    if (row.side === side) await world.stop(row.user, row.id, beside)
  await world.tick(2, (at) => at + beside * 2)
}
/**
 * Holds both sides, closes the one that is about to lose, takes the money away if that is let, and the winner later.
 */
async function closesAhead(world: AdversaryWorld, hedge: Hedge) {
  const { bp, side, waitMs, aheadMs, byStop } = hedge
  const loser = side === 'long' ? 'short' : 'long'
  await build(world, side, hedge)
  await build(world, loser, hedge, hedge.apart ? world.users.length / 2 : 0)
  await world.tick(waitMs / stepMs)
  if (byStop) await stopOut(world, loser)
  await close(world, loser)
  for (const user of world.users) await world.transfer(user, 'lever', 'legal')
  await world.tick(aheadMs / stepMs)
  await move(world, side, bp)
  await world.tick(40)
  await close(world, side)
  await world.tick(40)
  for (const user of world.users) await world.transfer(user, 'legal', 'lever')
}
/** Plays every attempt; each has to fail by itself. Returns the most that one of them has won. */
const each =
  <A extends Attempt>(
    play: (world: AdversaryWorld, attempt: A) => Promise<void>,
    attemptsOf: (world: AdversaryWorld) => readonly A[],
  ) =>
  async (world: AdversaryWorld) => {
    const attempts = attemptsOf(world)
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
      note: attempts.map(({ bp, lots }, n) => `${bp} bp with ${lots} lots ${won[n]?.toFixed(2)}`).join(', '),
    }
  }
const leads = moves.flatMap((bp) => [
  { bp, side: 'long', aheadMs: 250, waitMs: 60_000, lots: 200 } as const,
  { bp, side: 'short', aheadMs: 4750, waitMs: 0, lots: 2000 } as const,
])
/** The two sides in one account and in many, in small orders and in large ones. */
const splits = [
  { accounts: 1, size: 40, lots: 80, waitMs: 60_000, aheadMs: 0, apart: true },
  { accounts: 2, size: 4, lots: 40, waitMs: 60_000, aheadMs: 4500 },
  { accounts: 64, size: 20, lots: 200, waitMs: 60_000, aheadMs: 0 },
  { accounts: 64, size: 40, lots: 1600, waitMs: 60_000, aheadMs: 2000 },
  { accounts: 16, size: 10, lots: 160, waitMs: 60_000, aheadMs: 0, apart: true, byStop: true },
] as const
const hedges = moves.flatMap((bp) =>
  splits.map((split): Hedge => ({ bp, side: bp % 20 === 0 ? 'short' : 'long', ...split })),
)

/** Three more moves in each seed, so that seventeen seeds in a row try each from 1 to 50 bp, at sizes and times by chance. */
const drawn = ({ seed, random }: AdversaryWorld): Attempt[] =>
  [0, 1, 2].map((n) => ({
    bp: 1 + ((seed * 3 + n) % 50),
    side: random.unit() < 0.5 ? 'long' : 'short',
    aheadMs: stepMs * (1 + random.int(19)),
    waitMs: stepMs * ([0, 1, 20, 80, 240][random.int(5)] ?? 0),
    lots: share * (1 + random.int(30)),
  }))
const drawnHedges = (world: AdversaryWorld): Hedge[] =>
  drawn(world).map((attempt) => ({
    ...attempt,
    accounts: 2 ** world.random.int(6),
    size: [4, 10, 20, 40][world.random.int(4)] ?? share,
    apart: world.random.unit() < 0.5,
    byStop: world.random.unit() < 0.3,
    lots: Math.min(attempt.lots, 400),
  }))

export const opensBeforeOthers = each(opensAhead, (world) => [...leads, ...drawn(world)])
export const closesBeforeOthers = each(closesAhead, (world) => [...hedges, ...drawnHedges(world)])
