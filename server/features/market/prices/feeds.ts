import type { Random } from '#server/core/random.ts'
import type { SourceState, Verdict } from './judge.ts'

/**
 * A price of one market; in ticks, not rounded yet. `asOf` is when the oldest source it needs reported its price, the
 * time of reading by default.
 */
export type FeedPrice = { market: string; price: number; sources?: number; asOf?: number }
/** Simulated, from named sources, or no prices at all. */
export type FeedKind = 'simulated' | 'sources' | 'none'
/** The latest prices of the sources of one market, in ticks, and why there is no index if there is none. */
export type FeedView = {
  readonly needed: number
  readonly lack: Verdict['lack']
  readonly sources: readonly {
    readonly name: string
    readonly state: SourceState
    readonly price: number | null
    readonly ageMs: number | null
  }[]
}
/** A feed of prices: the simulation, a recorded tape, or named sources. */
export type Feed = {
  /** `simulated` by default. */
  kind?: FeedKind
  /** Number of sources that a price is based on. */
  sources: number
  /** Prices reported since the last call, at most one per market. */
  read: (atMs: number) => readonly FeedPrice[]
  /** What stands behind the price of a market, for a feed of named sources. */
  viewOf?: (market: string) => FeedView
}
/** No source is named: every market is without a price. */
export const noFeed: Feed = { kind: 'none', sources: 0, read: () => [] }

type Seed = { market: string; price: number }
/**
 * Regimes of a market: volatility per square root of a day, probability per second of leaving the regime, and drift per
 * day (log price).
 */
const regimes = [
  { perDay: 0.012, leave: 1 / 7200, drift: 0 },
  { perDay: 0.028, leave: 1 / 3600, drift: 0.04 },
  { perDay: 0.028, leave: 1 / 3600, drift: -0.04 },
  { perDay: 0.065, leave: 1 / 900, drift: 0 },
] as const
const daySeconds = 86_400
/** Weight of the shock common to all markets; a market's own shock has the weight sqrt(1 - commonWeight²). */
const commonWeight = 0.65
const jumpsPerDay = 3
const jumpSize = 0.006
/**
 * Share of the distance (in log price) to the start price that is pulled back per day, so that prices stay plausible
 * over months.
 */
const pullPerDay = 0.02

/** A standard normal random number (Box–Muller). */
export const normal = ({ unit }: Pick<Random, 'unit'>) =>
  Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())

type Walk = { market: string; log: number; home: number; regime: number }

/**
 * Simulated prices of several markets: correlated random walks with regime switches and jumps. The same seed and steps
 * give the same prices.
 */
export function createWalks(seeds: readonly Seed[], random: Pick<Random, 'unit' | 'int'>) {
  const walks: Walk[] = seeds.map(({ market, price }) => ({
    market,
    log: Math.log(price),
    home: Math.log(price),
    regime: random.int(regimes.length),
  }))
  const step = (seconds: number): readonly FeedPrice[] => {
    const days = seconds / daySeconds
    const commonShock = normal(random)
    const commonJump = random.unit() < (jumpsPerDay / 3) * days ? normal(random) * jumpSize : 0
    return walks.map((walk) => {
      if (random.unit() < 1 - Math.exp(-(regimes[walk.regime]?.leave ?? 0) * seconds))
        walk.regime = random.int(regimes.length)
      const { perDay, drift } = regimes[walk.regime] ?? regimes[0]
      const shock = commonWeight * commonShock + Math.sqrt(1 - commonWeight * commonWeight) * normal(random)
      const jump = random.unit() < jumpsPerDay * days ? normal(random) * jumpSize : 0
      walk.log +=
        perDay * Math.sqrt(days) * shock + drift * days + pullPerDay * (walk.home - walk.log) * days + jump + commonJump
      return { market: walk.market, price: Math.exp(walk.log) }
    })
  }
  /** Adds markets that have opened since. */
  const follow = (all: readonly Seed[]) => {
    for (const { market, price } of all)
      if (walks.every((walk) => walk.market !== market))
        walks.push({ market, log: Math.log(price), home: Math.log(price), regime: random.int(regimes.length) })
  }
  return { step, follow }
}

const maxStepMs = 5000
/** The simulation as a feed. A step covers at most 5 s, so after a pause prices continue where they were. */
export function createSimulation(
  seeds: readonly Seed[],
  random: Pick<Random, 'unit' | 'int'>,
  markets: () => readonly Seed[] = () => [],
): Feed {
  const walks = createWalks(seeds, random)
  let readAt: number | null = null
  return {
    sources: 1,
    read: (atMs) => {
      const elapsedMs = readAt === null ? 0 : Math.min(maxStepMs, Math.max(0, atMs - readAt))
      readAt = atMs
      walks.follow(markets())
      return walks.step(elapsedMs / 1000)
    },
  }
}
