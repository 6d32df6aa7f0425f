import type { Random } from '#server/core/random.ts'
import type { SourceState, Verdict } from './judge.ts'

/** A price of one market; in ticks, not yet whole. `asOf` is when the oldest source it needs spoke: now, unless told. */
export type FeedPrice = { market: string; price: number; sources?: number; asOf?: number }
/** Made up, from named sources, or nothing at all. */
export type FeedKind = 'simulated' | 'sources' | 'none'
/** What the sources of one market say, in ticks, and why they make no price if they make none. */
export type FeedView = {
  readonly needed: number
  readonly lack: Verdict['lack']
  readonly sources: readonly { readonly name: string; readonly state: SourceState; readonly price: number | null; readonly ageMs: number | null }[]
}
/** Where prices come from: a simulation, a tape, named sources. */
export type Feed = {
  /** Simulated, unless told. */
  kind?: FeedKind
  /** How many sources stand behind a price. */
  sources: number
  /** What has been said since the last call, at most one price a market. */
  read: (atMs: number) => readonly FeedPrice[]
  /** What stands behind the price of a market, for a feed of named sources. */
  viewOf?: (market: string) => FeedView
}
/** No source is named: every market is without a price. */
export const noFeed: Feed = { kind: 'none', sources: 0, read: () => [] }

export type Seed = { market: string; price: number }
/** Hours of a market: how restless it is, and how likely it stays so. */
const regimes = [
  { perDay: 0.012, leave: 1 / 7200, drift: 0 },
  { perDay: 0.028, leave: 1 / 3600, drift: 0.04 },
  { perDay: 0.028, leave: 1 / 3600, drift: -0.04 },
  { perDay: 0.065, leave: 1 / 900, drift: 0 },
] as const
const daySeconds = 86_400
/** How much of a move all markets share. */
const shared = 0.65
const jumpsPerDay = 3
const jumpSize = 0.006
/** Pulled back to where it began, weakly, so that months of it stay plausible. */
const pullPerDay = 0.02

/** A number of the normal distribution. */
export const normal = ({ unit }: Pick<Random, 'unit'>) => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())

type Walk = { market: string; log: number; home: number; regime: number }

/** Regime-switching, correlated walks with jumps; the same seed and steps give the same prices. */
export function createWalks(seeds: readonly Seed[], random: Pick<Random, 'unit' | 'int'>) {
  const walks: Walk[] = seeds.map(({ market, price }) => ({ market, log: Math.log(price), home: Math.log(price), regime: random.int(regimes.length) }))
  const step = (seconds: number): readonly FeedPrice[] => {
    const days = seconds / daySeconds
    const together = normal(random)
    const jumpTogether = random.unit() < (jumpsPerDay / 3) * days ? normal(random) * jumpSize : 0
    return walks.map((walk) => {
      if (random.unit() < 1 - Math.exp(-(regimes[walk.regime]?.leave ?? 0) * seconds)) walk.regime = random.int(regimes.length)
      const { perDay, drift } = regimes[walk.regime] ?? regimes[0]
      const own = shared * together + Math.sqrt(1 - shared * shared) * normal(random)
      const jump = random.unit() < jumpsPerDay * days ? normal(random) * jumpSize : 0
      walk.log += perDay * Math.sqrt(days) * own + drift * days + pullPerDay * (walk.home - walk.log) * days + jump + jumpTogether
      return { market: walk.market, price: Math.exp(walk.log) }
    })
  }
  return { step }
}

const longestStepMs = 5000
/** The simulation as a feed. After a pause it goes on from where it was. */
export function createSimulation(seeds: readonly Seed[], random: Pick<Random, 'unit' | 'int'>): Feed {
  const walks = createWalks(seeds, random)
  let readAt: number | null = null
  return {
    sources: 1,
    read: (atMs) => {
      const passed = readAt === null ? 0 : Math.min(longestStepMs, Math.max(0, atMs - readAt))
      readAt = atMs
      return walks.step(passed / 1000)
    },
  }
}

export type Taped = FeedPrice & { at: number }
/** A recorded tape as a feed: says each price once its time has come. */
export function createTape(tape: readonly Taped[]): Feed {
  let next = 0
  return {
    sources: 1,
    read: (atMs) => {
      const said = new Map<string, FeedPrice>()
      for (let row = tape[next]; row && row.at <= atMs; row = tape[next]) {
        said.set(row.market, { market: row.market, price: row.price })
        next += 1
      }
      return [...said.values()]
    },
  }
}
