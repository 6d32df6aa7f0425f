import {
  addSample,
  averageOf,
  cappedPremium,
  markPrice,
  noPremium,
  type PremiumAverage,
} from '#contract/market/market-mark.ts'
import { walkLevels } from '#contract/market/market-fill.ts'
import { SCALE } from '#contract/wire/money.ts'
import type { Market } from '#server/features/market/market.ts'
import type { MarkRow, Pair } from '#server/features/market/rows.ts'
import { quoteUnit } from '#server/features/market/units.ts'

type Levels = readonly (readonly [price: number, amount: number])[]
/** Most sides fill the impact size within so many levels; only thinner ones are read to their end. */
const usualLevels = 100

const tickUnits = ({ priceScale }: Pick<Pair, 'priceScale'>) => 10n ** BigInt(SCALE - priceScale)

/**
 * Mean price of filling `notional` (ticks × steps) from the best level on; null if the side has less. Not money: it
 * only enters an average.
 */
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
  impactPrice(market.book().depth(side, usualLevels), notional) ??
  impactPrice(market.book().depth(side, Infinity), notional)

/**
 * How far the book stands from the index, in ticks: the middle of the prices of filling the impact size on both sides.
 * Capped here already, so that a far order in an emptied book weighs no more than one at the cap. A book speaks only
 * while the market maker keeps both of its sides: without it nobody would have to be paid for moving them. 0 if it does
 * not speak.
 */
export function premiumSample(market: Market, index: number, impactUnits: bigint): number {
  if (!isMade(market)) return 0
  const notional = Number(impactUnits / quoteUnit(market.pair))
  const bid = sidePrice(market, 'buy', notional)
  const ask = sidePrice(market, 'sell', notional)
  if (bid === null || ask === null) return 0
  const tick = tickUnits(market.pair)
  return Number(cappedPremium(BigInt(index) * tick, unitsOf((bid + ask) / 2 - index, tick))) / Number(tick)
}
/**
 * True while the market maker quotes both sides: only then the book has a price that somebody has to be paid for
 * moving.
 */
const isMade = (market: Market) => new Set([...market.house.values()].map(({ side }) => side)).size === 2

/** Share of the index within which the depth of the market maker is measured. */
const depthBand = 0.001
/**
 * Quote value that the market maker quotes within 0.1 % of the index, on its thinner side, in ledger units; its own
 * orders only.
 */
export function makerDepth(market: Market, index: number): number {
  const sums = { buy: 0, sell: 0 }
  for (const { side, price, left } of market.house.values())
    if (Math.abs(price - index) <= index * depthBand) sums[side] += price * left
  return Math.min(sums.buy, sums.sell) * Number(quoteUnit(market.pair))
}

/**
 * Mean price of filling `number` (base units of 10^-8) on one side of the book, in units of 10^-8, rounded against the
 * filler. What the book lacks counts at the price of its last level, and the first `gone` of the side counts as taken.
 * Null if the market maker does not quote.
 */
export function bookPrice(market: Market, side: 'buy' | 'sell', number: bigint, gone = 0n): bigint | null {
  if (!isMade(market)) return null
  const { pair } = market
  const step = 10n ** BigInt(SCALE - pair.amountScale)
  const tick = tickUnits(pair)
  const levels = market.book().depth(side, usualLevels)
  return walkLevels(unitsOfLevels(levels, tick, step), number, side === 'sell' ? 'buy' : 'sell', gone)?.mean ?? null
}
function* unitsOfLevels(levels: Levels, tick: bigint, step: bigint) {
  for (const [price, amount] of levels) yield [BigInt(price) * tick, BigInt(amount) * step] as const
}
const unitsOf = (ticks: number, tick: bigint) => BigInt(Math.round(ticks * Number(tick)))

/** The averaged premium of one market and the marks made of it; continues from the stored row. */
export function createMark(pair: Pair, stored: MarkRow | undefined) {
  let average: PremiumAverage = stored ? { sum: stored.sum, weight: stored.weight } : noPremium
  let at = stored?.at ?? 0
  let last: Pick<MarkRow, 'index' | 'mark'> | null = stored ?? null
  /** Begins anew after a restart, with the first depth that is measured; a maker that is gone counts as none. */
  let depths: PremiumAverage | null = null
  const tick = tickUnits(pair)
  return {
    /** Adds a sample and computes the mark in ticks, with the averaged premium in units of 10^-8. */
    next: (index: number, { sample, depth }: { sample: number; depth: number }, now: number) => {
      average = addSample(average, sample, now - at)
      depths = depths ? addSample(depths, depth, now - at) : depth > 0 ? { sum: depth, weight: 1 } : null
      at = now
      const premium = unitsOf(averageOf(average), tick)
      const mark = Number(markPrice(BigInt(index) * tick, premium, tick) / tick)
      last = { index, mark }
      return { mark, premium, ...(depths && { depth: BigInt(Math.round(averageOf(depths))) }) }
    },
    /** What is stored of it; null before the first tick. */
    row: (): MarkRow | null => last && { market: pair.market, index: last.index, mark: last.mark, at, ...average },
  }
}
