import type { PnlDay } from '#contract/assets/assets.ts'
import { fixedDec, formatDec, parseDec } from '#contract/wire/money.ts'

/** What can be chosen as span of the curve, in days. */
export const spans = ['7', '30', '90', '365'] as const
export type Span = (typeof spans)[number]

/** Profit of some days together. */
export const sumPnl = (days: readonly PnlDay[]) => formatDec(days.reduce((sum, { pnl }) => sum + parseDec(pnl), 0n))
export type Share = { readonly name: string; readonly worth: string; readonly percent: string }
const mostShares = 5
/**
 * The largest holdings as shares of their sum in per cent, the rest as one; the shares come to 100 but for rounding.
 */
export function sharesOf(
  holdings: readonly { readonly name: string; readonly worth: bigint }[],
  restName: string,
): readonly Share[] {
  const held = holdings
    .filter(({ worth }) => worth > 0n)
    .toSorted((a, b) => (a.worth < b.worth ? 1 : a.worth > b.worth ? -1 : 0))
  const total = held.reduce((sum, { worth }) => sum + worth, 0n)
  if (total === 0n) return []
  const rest = held.slice(mostShares).reduce((sum, { worth }) => sum + worth, 0n)
  const shown = [...held.slice(0, mostShares), ...(rest > 0n ? [{ name: restName, worth: rest }] : [])]
  return shown.map(({ name, worth }) => ({
    name,
    worth: formatDec(worth),
    percent: fixedDec((worth * 1000n + total / 2n) / total, 1),
  }))
}

/** The days of one month as a calendar: weeks from Monday, with nulls before its first day. */
export type MonthDay = { readonly date: number; readonly day: PnlDay | null }
export function monthOf(days: readonly PnlDay[], month: string): readonly (MonthDay | null)[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const first = new Date(Date.UTC(year, number - 1, 1))
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const known = new Map(
    days.filter(({ day }) => day.startsWith(month)).map((each) => [Number(each.day.slice(8)), each]),
  )
  const blanks = Array.from({ length: (first.getUTCDay() + 6) % 7 }, () => null)
  return [...blanks, ...Array.from({ length }, (_, at) => ({ date: at + 1, day: known.get(at + 1) ?? null }))]
}
/** The months of the days, oldest first. */
export const monthsOf = (days: readonly PnlDay[]) => [...new Set(days.map(({ day }) => day.slice(0, 7)))]
