import { seedHistory } from '#server/features/market/seed-history.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Venue } from './venue.ts'
import { writeCandles } from '#server/features/market/write-bars.ts'
import { createIndex } from '#server/features/market/prices/price-index.ts'
import { createMarketMaker } from '#server/features/spot/maker.ts'
import { createMarks } from '#server/features/lever/marks.ts'
import { createSimulation, type Feed } from '#server/features/market/prices/feeds.ts'
import { takeTicks } from '#server/features/option/deadlines.ts'

type LoopOptions = {
  tickMs?: number
  barsMs?: number
  feed?: Feed
  /** A step of an engine threw: it is undone, and trading is halted. */
  onBug?: (thrown: unknown) => void
}

/** Everything that runs by itself, without a clock of its own: one step of prices and quotes, one writing of bars. */
export function createEngines(venue: Venue, { feed }: Pick<LoopOptions, 'feed'> = {}) {
  const { ctx } = venue
  const seed = ctx.random.int(2 ** 31)
  const seeds = ctx.markets.all().map((market) => ({ market: market.pair.market, price: market.last() }))
  const index = createIndex(ctx.markets, feed ?? createSimulation(seeds, seededRandom(seed)), ctx.now)
  const maker = createMarketMaker(seededRandom(seed + 1))
  const marks = createMarks(venue)
  let steppedAt = ctx.now()
  return {
    step: async () => {
      await venue.command('quote', (inside) => {
        const seconds = Math.max(0, inside.now() - steppedAt) / 1000
        steppedAt = inside.now()
        index.read()
        takeTicks(inside)
        for (const market of inside.markets.all()) maker.step(inside, market, seconds)
      })
      await marks.step()
    },
    writeCandles: () => venue.command('bars', writeCandles),
  }
}

/** Starts what runs by itself: prices, market maker, bars. */
export function startEngines(venue: Venue, { tickMs = 250, barsMs = 1000, feed, onBug }: LoopOptions = {}) {
  void venue.command('history', seedHistory)
  const engines = createEngines(venue, feed ? { feed } : {})
  const guarded = (work: () => Promise<unknown>) => () => {
    if (venue.isBroken()) return
    work().catch(fail)
  }
  // A step that fails is a bug in our own engine: nothing of it stands, and trading stops rather than going wrong.
  const fail = (thrown: unknown) => {
    onBug?.(thrown)
    venue.ctx.settings.isHalted = true
  }
  void engines.step()
  const timers = [setInterval(guarded(engines.step), tickMs), setInterval(guarded(engines.writeCandles), barsMs)]
  return {
    stop: () => {
      timers.forEach((timer) => clearInterval(timer))
      if (!venue.isBroken()) void engines.writeCandles()
    },
  }
}
