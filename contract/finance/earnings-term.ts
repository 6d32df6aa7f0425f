/** A platform day, from 00:00 to 24:00 UTC, is numbered by the days since 1970. */
export const dayMs = 86_400_000
export const platformDay = (atMs: number) => Math.floor(atMs / dayMs)

/** The days on which something earns: `days` platform days from `firstDay` on, of which `paid` have been paid. */
export type Term = { readonly firstDay: number; readonly days: number; readonly paid: number }

/** What is bought now earns from the next platform day on. */
export const termFrom = (atMs: number, days: number): Term => ({ firstDay: platformDay(atMs) + 1, days, paid: 0 })
/** A day is paid when it is over, so the last payment falls on the end of the term. */
export const nextPaymentMs = ({ firstDay, paid }: Term) => (firstDay + paid + 1) * dayMs
export const termStartMs = ({ firstDay }: Term) => firstDay * dayMs
export const termEndMs = ({ firstDay, days }: Term) => (firstDay + days) * dayMs
export const daysLeft = ({ days, paid }: Term) => days - paid
/** How many days are over and not paid yet; 0 for a clock that stands before them. */
export const daysDue = ({ firstDay, days, paid }: Term, nowMs: number) =>
  Math.max(0, Math.min(days, platformDay(nowMs) - firstDay) - paid)
/** A platform day as a date. */
export const dateOfDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
