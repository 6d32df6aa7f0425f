import { parseDec } from '#contract/wire/money.ts'
import { tickLifeMs } from '#contract/option/option.ts'
import { ticksWithin } from './ticks.ts'
import type { OptionContext } from './context.ts'

/**
 * Shortest time between the entry of a stake and the first value of its delivery: what is bought at the end of the
 * buying time.
 */
const lagMs = 10_000
const stepMs = 1000
/** With fewer comparisons than this nothing is known about the market. */
const minPairs = 10

/**
 * Whether an even stake would be sold below its worth: of all instants of the last minute, so many had the price of ten
 * seconds before that what it pays, times that share, exceeds the stake. A price that stands still, or moves only now
 * and then, ends even nearly always.
 */
export function isTooStill(
  ctx: Pick<OptionContext, 'tables' | 'now' | 'settings'>,
  market: string,
  ratio: string,
): boolean {
  const { stillMs } = ctx.settings.option
  if (stillMs === 0) return false
  const now = ctx.now()
  const ticks = ticksWithin(ctx, market, now - stillMs - tickLifeMs, now)
  const priceAt = (at: number) => {
    const tick = ticks.findLast((each) => each[0] <= at)
    return tick && at - tick[0] <= tickLifeMs ? tick[1] : null
  }
  let [known, same] = [0, 0]
  for (let at = now; at - lagMs >= now - stillMs; at -= stepMs) {
    const [price, before] = [priceAt(at), priceAt(at - lagMs)]
    if (price === null || before === null) continue
    known += 1
    if (price === before) same += 1
  }
  const paid = parseDec('100') + parseDec(ratio)
  return known < minPairs || BigInt(same) * paid >= BigInt(known) * parseDec('100')
}
