import { adversaryWorld, type AdversaryWorld } from './adversaries.ts'
import { gapTrader, idleMoney } from './gaps.ts'
import { closesBeforeOthers, opensBeforeOthers } from './leads.ts'
import { freeOption, huntStops, liftTrails, stormOfStops } from './waits.ts'

/** What one adversary has won from the house, in USDT (negative: lost), and what became of the way it tried. */
export type Outcome = {
  readonly won: number
  readonly note: string
  readonly commands: number
  readonly breaches: readonly string[]
}
type Strategy = {
  readonly sources?: number
  /**
   * The house may lose this much to it by chance, in USDT: what is decided by even odds has a spread, everything else
   * has none.
   */
  readonly luck: number
  /** A note, or the most that one of several attempts has won, each of which must fail by itself. */
  readonly play: (world: AdversaryWorld) => Promise<string | { won: number; note: string }>
}

/**
 * Opens as much as the rules let all accounts open, the largest leverage first; returns how many stand and their value.
 */
async function openAll(world: AdversaryWorld, more: object = {}) {
  const lots = [770, 500, 200, 50, 10]
  let opened = 0
  let refused = ''
  for (const user of world.users)
    for (const multiple of [100, 50, 20, 10, 5])
      for (const share of lots) {
        const { type, reason } = await world.open(user, { share: Math.min(share, 500), multiple, ...more })
        if (type === 'ok') opened += 1
        else refused = reason ?? ''
        if (type === 'ok') break
      }
  return `${opened} positions, last refused for ${refused}`
}
async function closeAll(world: AdversaryWorld) {
  const open = [...world.ctx().tables.leverPositions.all()].filter(({ status }) => status === 'trading')
  for (const { user, id } of open) await world.close(user, id)
}
/** Buys everything up to a distance above the price with all accounts, returns the ids of what rests. */
async function sweep(world: AdversaryWorld, share: number, users = world.users) {
  const resting: { user: number; id: unknown }[] = []
  for (const user of users) {
    const { data } = await world.order(user, 'buy', world.price * (1 + share), 40)
    if (data?.['status'] === 1) resting.push({ user, id: data['id'] })
  }
  return resting
}
const cancelAll = async (world: AdversaryWorld, orders: readonly { user: number; id: unknown }[]) => {
  for (const { user, id } of orders) await world.cancel(user, id)
}
/** Sells the coins again that the accounts have gathered. */
async function unload(world: AdversaryWorld) {
  for (let n = 0; n < 6; n += 1) {
    for (const user of world.users) {
      const { free } = world.ctx().ledger.balance({ owner: user, asset: 9, kind: 'change' })
      const extra = Number(free) / 1e8 - 100
      if (extra > 0.01) await world.order(user, 'sell', world.price * 0.997, Math.floor(extra * 1000) / 1000)
    }
    await world.tick(4)
  }
}

export const strategies = {
  /** Finding S2: contracts with a stop just above, then a sweep between two ticks. */
  'sweep around contracts': {
    luck: 0,
    play: async (world) => {
      const note = await openAll(world, { target_profit_price: (world.price * 1.001).toFixed(2) })
      for (let n = 0; n < 10; n += 1) {
        const resting = await sweep(world, 0.0024, world.users.slice(0, 20))
        await world.tick()
        await cancelAll(world, resting)
        await world.tick(8)
      }
      await closeAll(world)
      await unload(world)
      return note
    },
  },
  'hold the book for a minute': {
    luck: 0,
    play: async (world) => {
      const note = await openAll(world)
      for (let n = 0; n < 60; n += 1) {
        const resting = await sweep(world, 0.004, world.users.slice(0, 12))
        await world.tick(4)
        await cancelAll(world, resting)
      }
      const { mark = 0 } = world.market().quote() ?? {}
      await closeAll(world)
      await unload(world)
      return `${note}; mark moved by ${((mark / 100 / world.price - 1) * 10_000).toFixed(1)} bp`
    },
  },
  /** A wall below the price lifts the middle of the book and would lift a cap that counted it. */
  'wall, lift, cancel': {
    luck: 0,
    play: async (world) => {
      const caps: string[] = []
      for (let n = 0; n < 8; n += 1) {
        const walls: { user: number; id: unknown }[] = []
        for (const user of world.users.slice(0, 30)) {
          const { data } = await world.order(user, 'buy', world.price * 0.9999, 70)
          if (data?.['status'] === 1) walls.push({ user, id: data['id'] })
        }
        await world.tick(8)
        caps.push(String(world.market().quote()?.depth ?? 0n))
        await openAll(world, { share: 100 })
        await sweep(world, 0.001, world.users.slice(30, 34))
        await world.tick(2)
        await cancelAll(world, walls)
        await closeAll(world)
        await world.tick(4)
      }
      await unload(world)
      return `depth ${caps[0]} to ${caps.at(-1)}`
    },
  },
  /**
   * One of three sources is bent in the last tick of a round in a market that stands still, where the smallest move
   * decides.
   */
  'spike the end of a round': {
    sources: 3,
    luck: 0,
    play: async (world) => {
      let staked = 0
      for (let round = 0; round < 4; round += 1) {
        while (world.now() % 60_000 !== 30_000) await world.tick()
        for (const user of world.users) if ((await world.stake(user, 1)).type === 'ok') staked += 1
        while (world.now() % 60_000 !== 59_500) await world.tick()
        world.bend(world.price * 1.1)
        await world.tick(2)
        world.bend(null)
        await world.tick(4)
      }
      await world.tick(8)
      return `${staked} stakes`
    },
  },
  /** The same where there is only one source: a leap this fast is recorded by no round. */
  'spike the only source': {
    luck: 0,
    play: async (world) => {
      let staked = 0
      for (let round = 0; round < 4; round += 1) {
        while (world.now() % 60_000 !== 30_000) await world.tick()
        for (const user of world.users) if ((await world.stake(user, 1)).type === 'ok') staked += 1
        while (world.now() % 60_000 !== 59_500) await world.tick()
        world.bend(world.price * 1.02)
        await world.tick(2)
        world.bend(null)
        await world.tick(16)
      }
      await world.tick(16)
      return `${staked} stakes`
    },
  },
  /** Takes what the market maker shows after each move of the index, and gives it back at the next. */
  'arbitrage the maker': {
    luck: 0,
    play: async (world) => {
      const { random, users } = world
      let trades = 0
      for (let n = 0; n < 200; n += 1) {
        const before = world.market().quote()?.index ?? 0
        await world.tick(1, (now) => now * (1 + (random.unit() - 0.5) * 0.001))
        const moved = (world.market().quote()?.index ?? 0) - before
        const user = users[n % users.length] ?? 0
        const best = world
          .market()
          .book()
          .best(moved > 0 ? 'sell' : 'buy')
        if (best === null || moved === 0) continue
        await world.order(user, moved > 0 ? 'buy' : 'sell', best / 100, 5)
        trades += 1
      }
      world.say(world.price)
      await world.tick(20)
      return `${trades} trades`
    },
  },
  /** Sees the index half a second before the venue, and stakes with it. */
  'stake with a lead': {
    // 3.5 standard deviations of twenty rounds decided at even odds, less what the house takes: who always wins has
    // 160,000.
    luck: 121_000,
    play: async (world) => {
      const { random, users } = world
      let staked = 0
      let next = Array.from({ length: 8 }, () => 1 + (random.unit() - 0.5) * 0.0006)
      for (let n = 0; n < 20 * 240; n += 1) {
        const [now = 1, ...rest] = next
        next = [...rest, 1 + (random.unit() - 0.5) * 0.0006]
        await world.tick(1, (at) => Math.max(world.price * 0.9, Math.min(world.price * 1.1, at * now)))
        if (world.now() % 60_000 !== 39_500) continue
        const ahead = (next[0] ?? 1) * (next[1] ?? 1)
        for (const user of users.slice(0, 10))
          if ((await world.stake(user, ahead > 1 ? 1 : 2)).type === 'ok') staked += 1
      }
      world.say(world.price)
      await world.tick(300)
      return `${staked} stakes`
    },
  },
  /** The index stands still, or steps once in a while: then every round ends even, and even pays most. */
  'even in a still market': {
    luck: 0,
    play: async (world) => {
      let staked = 0
      for (const everyMs of [Infinity, 60_000, 20_000, 15_000])
        for (let round = 0; round < 3; round += 1)
          do {
            await world.tick(1, (at) => (world.now() % everyMs === 0 ? at + 0.01 : at))
            if (world.now() % 1000 !== 0 || world.now() % 60_000 >= 40_000) continue
            for (const user of world.users.slice(0, 8)) if ((await world.stake(user, 3)).type === 'ok') staked += 1
          } while (world.now() % 60_000 !== 0)
      await world.tick(300)
      return `${staked} stakes`
    },
  },
  /** The smallest of everything, over and over: what is cut off by rounding must never fall to the adversary. */
  'dust of every rounding': {
    luck: 0,
    play: async (world) => {
      const { users, random } = world
      for (let n = 0; n < 60; n += 1) {
        const user = users[n % users.length] ?? 0
        const { data } = await world.open(user, { share: 1, multiple: [5, 10, 20, 50, 100][n % 5], type: 1 + (n % 2) })
        await world.order(
          user,
          n % 2 ? 'buy' : 'sell',
          world.price * (n % 2 ? 1.001 : 0.999),
          0.0016 + random.int(9) / 1e4,
        )
        await world.stake(user, 1 + (n % 2), `10.${String(random.int(99_999_999)).padStart(8, '0')}`)
        await world.tick(2)
        await world.close(user, data?.['id'])
      }
      await world.tick(300)
      await closeAll(world)
      return '60 times each'
    },
  },
  /** Restarts under open contracts, with a wild first price, silence, and every attempt to act on either. */
  'restart with a wild first tick': {
    luck: 0,
    play: async (world) => {
      const note = await openAll(world, { share: 100 })
      let acted = 0
      for (const wild of [0.01, world.price * 1.3, world.price * 0.7, world.price * 0.94, null]) {
        world.restart(20_000)
        world.say(wild)
        for (let n = 0; n < 60; n += 1) {
          await world.tick()
          for (const row of [...world.ctx().tables.leverPositions.all()].slice(0, 2))
            if ((await world.close(row.user, row.id)).type === 'ok') acted += 1
          if ((await world.open(world.users[n] ?? 0, { share: 1 })).type === 'ok') acted += 1
        }
        world.say(world.price)
        await world.tick(24)
      }
      await closeAll(world)
      return `${note}; acted ${acted} times on a wild price`
    },
  },
  'limits before a gap': { luck: 0, play: gapTrader },
  'idle money at a liquidation': { luck: 0, play: idleMoney },
  /** Sees the index up to five seconds before the venue. */
  'open ahead of a move': { luck: 0, play: opensBeforeOthers },
  'close ahead of a move': { luck: 0, play: closesBeforeOthers },
  'hunt the stops of others': { luck: 0, play: huntStops },
  'a storm of stops': { luck: 0, play: stormOfStops },
  'lift trailing stops': { sources: 3, luck: 0, play: liftTrails },
  'entries as a free option': { luck: 0, play: freeOption },
} as const satisfies Readonly<Record<string, Strategy>>
export type Adversary = keyof typeof strategies
export const adversaries = Object.keys(strategies).filter((name): name is Adversary => name in strategies)
/** Those who use orders that wait for a price. */
export const adversariesOfTriggers: readonly Adversary[] = [
  'limits before a gap',
  'hunt the stops of others',
  'a storm of stops',
  'lift trailing stops',
  'entries as a free option',
]
/** The most an adversary may have won: its luck, and half a cent for the rounding of 64 accounts. */
export const mostWon = (name: Adversary) => strategies[name].luck + 0.005

/** Plays one adversary in a world of its own and counts what all its accounts have won. */
export async function playAdversary(name: Adversary, seed: number): Promise<Outcome> {
  const strategy: Strategy = strategies[name]
  const world = await adversaryWorld(seed, strategy.sources)
  const before = world.worth(world.price)
  const played = await strategy.play(world)
  const inAll = world.worth(world.price) - before
  const { won, note } = typeof played === 'string' ? { won: inAll, note: played } : played
  return { won, note, commands: world.commands(), breaches: world.audit().map(({ rule, at }) => `${rule} ${at}`) }
}
