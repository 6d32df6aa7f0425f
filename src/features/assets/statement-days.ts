import type { Days } from '#src/lib/days.ts'

/** What can be chosen at once: the running month of UTC, or so many days up to today. */
export const statementSpans = ['month', '30', '90', '365'] as const
export type StatementSpan = (typeof statementSpans)[number]
const dayMs = 86_400_000

/** The days of a span, ended by the day of `now`, in UTC as the venue closes its days. */
export function daysOfSpan(span: StatementSpan, now: number): { readonly from: string; readonly to: string } {
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const to = dayAt(now)
  return { from: span === 'month' ? `${to.slice(0, 8)}01` : dayAt(now - (Number(span) - 1) * dayMs), to }
}
/** The days as the call takes them; ends that were chosen the wrong way round are swapped. */
export function askedDays({ from, to }: Days) {
  const [first, last] = from !== null && to !== null && from > to ? [to, from] : [from, to]
  return { ...(first !== null && { from: first }), ...(last !== null && { to: last }) }
}
