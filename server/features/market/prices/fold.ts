/** Each source is held within this of the median of all. */
const clampFraction = 0.005
/** A source this near the median agrees with it. */
export const agreeFraction = 0.01
/** So many sources must be fresh and agree; with one there is nothing to compare it with. */
export const neededSources = 2

export type Voice = { readonly price: number; readonly ageMs: number }
/**
 * `ageMs` is that of the oldest voice the index needs; younger ones beyond those make it no younger, older ones no
 * older.
 */
export type Folded = { readonly price: number; readonly ageMs: number; readonly sources: number }

/** The middle one; between the two in the middle when their number is even. */
export function medianOf(prices: readonly number[]): number | null {
  const sorted = prices.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
export const isNear = (price: number, other: number) => Math.abs(price - other) <= other * agreeFraction

/**
 * One price out of several: the mean of all, each held within half a percent of their median, so that one of them alone
 * moves the price by a fraction of that. Null when too few agree, because then nobody can say which of them is right.
 */
export function foldPrices(voices: readonly Voice[], needed = neededSources): Folded | null {
  const median = medianOf(voices.map(({ price }) => price))
  if (median === null) return null
  const agreeing = voices.filter(({ price }) => isNear(price, median))
  const ageMs = agreeing.map((each) => each.ageMs).toSorted((a, b) => a - b)[needed - 1]
  if (ageMs === undefined) return null
  const room = median * clampFraction
  const sum = voices.reduce((total, { price }) => total + Math.min(median + room, Math.max(median - room, price)), 0)
  return { price: sum / voices.length, ageMs, sources: voices.length }
}
