import { parseDec } from '#contract/wire/money.ts'

/**
 * The mark price: index + premium. The premium is how far the book stands from the index, averaged over time and
 * capped. The server
 * computes marks with these functions, and whoever holds a receipt computes them again. Prices in units of 10^-8.
 */
/** Time constant of the average of the premium. */
export const premiumAverageMs = 150_000
/** Cap on the premium, in percent of the index. */
export const premiumCap = '0.5'

const hundred = parseDec('100')
/** A premium limited to the cap. */
export const cappedPremium = (index: bigint, premium: bigint): bigint => {
  const most = (index * parseDec(premiumCap)) / hundred
  return premium > most ? most : premium < -most ? -most : premium
}
/** Mark price: index + capped premium, rounded to the nearest tick and never below one. */
export function markPrice(index: bigint, premium: bigint, tick: bigint): bigint {
  const mark = ((index + cappedPremium(index, premium) + tick / 2n) / tick) * tick
  return mark < tick ? tick : mark
}

/** A time-weighted average that forgets: weighted sum of the samples, and the sum of their weights in milliseconds. */
export type PremiumAverage = { readonly sum: number; readonly weight: number }
/**
 * The start of an average: as if no premium had been seen for a long time, so that the first sample counts no more than
 * any other.
 */
export const noPremium: PremiumAverage = { sum: 0, weight: premiumAverageMs }
/**
 * No sample counts for longer than this. A book that is held only at the one moment after a silence would otherwise
 * speak for the whole silence.
 */
const maxSampleMs = 1000
/**
 * The average after a sample that stood for `elapsedMs`: both sums decay by e^(-t/150 s), then the sample is added with
 * the weight t.
 */
export function addSample({ sum, weight }: PremiumAverage, sample: number, elapsedMs: number): PremiumAverage {
  const ms = Math.min(Math.max(0, elapsedMs), maxSampleMs)
  const kept = Math.exp(-ms / premiumAverageMs)
  return { sum: sum * kept + sample * ms, weight: weight * kept + ms }
}
export const averageOf = ({ sum, weight }: PremiumAverage) => sum / weight
