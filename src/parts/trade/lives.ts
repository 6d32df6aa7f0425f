const dayMs = 86_400_000
const lifeMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const
/** How long an order may live, where it does not live until it is cancelled. */
export const lives = ['day', 'week', 'month'] as const
/** When an order of that life ends, by the venue's clock; null where it does not end by itself. */
export function endOf(life: string, nowMs: number): number | null {
  const known = lives.find((each) => each === life)
  return known === undefined ? null : nowMs + lifeMs[known]
}
