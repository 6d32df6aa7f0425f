import type { AccountKind } from '#contract/wire/booking.ts'
import { spanOf, type Days } from '#src/lib/days.ts'

/** The filter of the bookings; null means all. `kind` is the type of a booking. */
export type RecordFilter = {
  readonly account: AccountKind | null
  readonly currency: number | null
  readonly kind: number | null
  readonly days: Days
}

/** The filter as parameters of the call. */
export const askedBy = ({ account, currency, kind, days }: RecordFilter) => ({
  ...(account !== null && { type: account }),
  ...(currency !== null && { currency }),
  ...(kind !== null && { log_type: kind }),
  ...spanOf(days),
})
