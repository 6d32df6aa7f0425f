/** One reading of a figure, `at` in minutes. */
export type Reading = { readonly at: number; readonly value: number }

const middle = (some: readonly number[]) => {
  const sorted = some.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[half] ?? Number.NaN)
    : ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
}

/**
 * How much a figure grows in a minute: the median of the slopes between all pairs of readings (Theil and Sen), so that
 * a
 * collection of garbage or one large answer does not pass for growth. NaN with fewer than two readings.
 */
export const growthAMinute = (readings: readonly Reading[]): number =>
  middle(readings.flatMap((from, n) => readings.slice(n + 1).map((to) => (to.value - from.value) / (to.at - from.at))))
