import type { RebateSpan } from '#contract/promotion/promotion.ts'

const dayMs = 86_400_000
/** Days since the epoch, in UTC. */
export const dayOf = (at: number) => Math.floor(at / dayMs)

/** The first platform day of a span that ends now; the week begins on Monday. */
export function firstDayOf(span: RebateSpan, now: number): number {
  const today = dayOf(now)
  if (span === 'day') return today
  // The first day of the epoch was a Thursday.
  if (span === 'week') return today - ((today + 3) % 7)
  const date = new Date(now)
  return span === 'month' ? dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)) : 0
}
/** No span but `all` reaches further back. */
export const oldestDayKept = (now: number) => Math.min(firstDayOf('week', now), firstDayOf('month', now))
