import { addSample, averageOf, cappedPremium, markPrice, noPremium, type PremiumAverage } from '#contract/market-mark.ts'
import { SCALE } from '#contract/wire/money.ts'
import type { Market } from '#server/features/market/market.ts'
import type { MarkRow, Pair } from '#server/features/market/rows.ts'
import { quoteUnit } from '#server/features/market/units.ts'

type Levels = readonly (readonly [price: number, amount: number])[]
/** Most sides fill the impact size within so many levels; only thinner ones are read to their end. */
const usualLevels = 100

const tickUnits = ({ priceScale }: Pick<Pair, 'priceScale'>) => 10n ** BigInt(SCALE - priceScale)

/** Mean price of filling `notional` (ticks × steps) from the best level on; null if the side has less. Not money: it only enters an average. */
export function impactPrice(levels: Levels, notional: number): number | null {
  let left = notional
  let base = 0
  for (const [price, amount] of levels) {
    const worth = price * amount
    if (worth >= left) return notional / (base + left / price)
    left -= worth
    base += amount
  }
  return null
}
const sidePrice = (market: Market, side: 'buy' | 'sell', notional: number) =>
  impactPrice(market.book().depth(side, usualLevels), notional) ?? impactPrice(market.book().depth(side, Infinity), notional)

/**
 * How far the book stands from the index, in ticks: the middle of the prices of filling the impact size on both sides. Capped here
 * already, so that a far order in an emptied book weighs no more than one at the cap. A book speaks only while the market maker
 * keeps both of its sides: without it nobody would have to be paid for moving them. 0 if it does not speak.
 */
export function premiumSample(market: Market, index: number, impactUnits: bigint): number {
  const sides = new Set([...market.house.values()].map(({ side }) => side))
  if (sides.size < 2) return 0
  const notional = Number(impactUnits / quoteUnit(market.pair))
  const bid = sidePrice(market, 'buy', notional)
  const ask = sidePrice(market, 'sell', notional)
  if (bid === null || ask === null) return 0
  const tick = tickUnits(market.pair)
  return Number(cappedPremium(BigInt(index) * tick, unitsOf((bid + ask) / 2 - index, tick))) / Number(tick)
}
const unitsOf = (ticks: number, tick: bigint) => BigInt(Math.round(ticks * Number(tick)))

/** The averaged premium of one market and the marks made of it; continues from the stored row. */
export function createMark(pair: Pair, stored: MarkRow | undefined) {
  let average: PremiumAverage = stored ? { sum: stored.sum, weight: stored.weight } : noPremium
  let at = stored?.at ?? 0
  let last: Pick<MarkRow, 'index' | 'mark'> | null = stored ?? null
  const tick = tickUnits(pair)
  return {
    /** Adds a sample and computes the mark in ticks, with the averaged premium in units of 10^-8. */
    next: (index: number, sample: number, now: number) => {
      average = addSample(average, sample, now - at)
      at = now
      const premium = unitsOf(averageOf(average), tick)
      const mark = Number(markPrice(BigInt(index) * tick, premium, tick) / tick)
      last = { index, mark }
      return { mark, premium }
    },
    /** What is stored of it; null before the first tick. */
    row: (): MarkRow | null => last && { market: pair.market, index: last.index, mark: last.mark, at, ...average },
  }
}
