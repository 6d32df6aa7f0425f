import { haltTrading } from './core/halt.ts'
import { createSimulation, type Feed } from './features/market/prices/feeds.ts'
import type { Venue } from './venue.ts'

type LoopOptions = {
  tickMs?: number
  secondMs?: number
  /** Where prices come from; the simulation by default. */
  feed?: Feed
  /** A step of a feature threw: it was rolled back, and trading is halted. */
  onBug?: (thrown: unknown) => void
}

/** Everything that runs by itself, without a clock of its own: one tick of prices, one second. */
export function createLoop(venue: Venue, { feed }: Pick<LoopOptions, 'feed'> = {}) {
  const { ctx, steps, asyncCtx, command } = venue
  const prices = () => ctx.markets.all().map((market) => ({ market: market.pair.market, price: market.last() }))
  ctx.priceIndex.follow(feed ?? createSimulation(prices(), ctx.random))
  return {
    start: () => command((inside) => steps.forEach(({ onStart }) => onStart?.(inside))),
    /** One price tick: one command for all features, then what each does after it. */
    step: async () => {
      await command((inside) => steps.forEach(({ inPriceCommand }) => inPriceCommand?.(inside)))
      for (const { afterPrices } of steps) await afterPrices?.(asyncCtx)
    },
    second: () => command((inside) => steps.forEach(({ inSecondCommand }) => inSecondCommand?.(inside))),
  }
}

/** Starts what runs by itself: prices and quotes four times a second, candles every second. */
export function startLoop(venue: Venue, { tickMs = 250, secondMs = 1000, feed, onBug }: LoopOptions = {}) {
  const loop = createLoop(venue, feed ? { feed } : {})
  // A step that fails is a bug of ours: nothing of it stands, and trading stops rather than going wrong.
  const fail = (thrown: unknown) => {
    onBug?.(thrown)
    if (!venue.isBroken()) void venue.command(haltTrading)
  }
  /** One at a time: a tick that finds the last one still under way is left out. */
  const guarded = (work: () => Promise<unknown>) => {
    let isBusy = false
    return () => {
      if (isBusy || venue.isBroken()) return
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
      if (!venue.isBroken()) void loop.second()
    },
  }
}
