/** A range of days of the calendar, like `2026-11-21`, both ends included; null where it is open. */
export type Days = { readonly from: string | null; readonly to: string | null }
export const allDays: Days = { from: null, to: null }

/** The first instant of a day where the reader is, in epoch ms; `later` days after it. */
const startOf = (day: string, later = 0) => {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + later)
  return Math.max(0, at.getTime())
}
/**
 * The range in epoch ms, both ends included, as a call takes it. Ends that were chosen the wrong way round are swapped.
 */
export function spanOf({ from, to }: Days): { readonly from?: number; readonly to?: number } {
  const [first, last] = from !== null && to !== null && from > to ? [to, from] : [from, to]
  return { ...(first !== null && { from: startOf(first) }), ...(last !== null && { to: startOf(last, 1) - 1 }) }
}
/** Whether an instant in epoch ms lies in such a range. */
export const isWithin = ({ from, to }: ReturnType<typeof spanOf>, ms: number) =>
  ms >= (from ?? 0) && ms <= (to ?? Number.MAX_SAFE_INTEGER)
