import { haltTrading } from './core/halt.ts'
import { createSimulation, type Feed } from './features/market/prices/feeds.ts'
import type { Venue } from './venue.ts'

type LoopOptions = {
  tickMs?: number
  secondMs?: number
  /** Source of prices; the simulation by default. */
  feed?: Feed
  /** Called when a step of a feature threw; its command was rolled back and trading is halted. */
  onBug?: (thrown: unknown) => void
}

/** The periodic work of all features, without timers: `start` once, `step` per price tick, `second` per second. */
export function createLoop(venue: Venue, { feed }: Pick<LoopOptions, 'feed'> = {}) {
  const { ctx, steps, asyncCtx, command } = venue
  // The last trade may be a far order of a book that the house had left.
  const prices = () =>
    ctx.markets.all().map((market) => ({ market: market.pair.market, price: ctx.priceIndex.lastOf(market) }))
  ctx.priceIndex.follow(feed ?? createSimulation(prices(), ctx.random, prices))
  return {
    start: () => command((inside) => steps.forEach(({ onStart }) => onStart?.(inside))),
    /** One price tick: one command for all features, then the `afterPrices` of each. */
    step: async () => {
      await command((inside) => steps.forEach(({ inPriceCommand }) => inPriceCommand?.(inside)))
      for (const { afterPrices } of steps) await afterPrices?.(asyncCtx)
    },
    second: () => command((inside) => steps.forEach(({ inSecondCommand }) => inSecondCommand?.(inside))),
  }
}

/** Runs the loop on timers: a price tick every `tickMs`, the work of `second` every `secondMs`. */
export function startLoop(venue: Venue, { tickMs = 250, secondMs = 1000, feed, onBug }: LoopOptions = {}) {
  const loop = createLoop(venue, feed ? { feed } : {})
  // A step that throws is a bug: its command was rolled back, and trading halts rather than continuing on a wrong
  // state.
  const fail = (thrown: unknown) => {
    onBug?.(thrown)
    if (!venue.isBroken()) void venue.command(haltTrading)
  }
  /** Runs `work` once at a time: a tick that comes while the previous one is still running is skipped. */
  const guarded = (work: () => Promise<unknown>) => {
    let isBusy = false
    return () => {
      // While the disk is full the room left is for what is decided already, as if the venue stood still.
      if (isBusy || venue.isBroken() || venue.isFull()) return
      isBusy = true
      work()
        .catch(fail)
        .finally(() => {
          isBusy = false
        })
    }
  }
  const step = guarded(loop.step)
  void loop.start().catch(fail)
  step()
  const timers = [setInterval(step, tickMs), setInterval(guarded(loop.second), secondMs)]
  return {
    stop: () => {
      timers.forEach((timer) => clearInterval(timer))
      if (!venue.isBroken() && !venue.isFull()) void loop.second()
    },
  }
}
