import type { AccountKind } from '#contract/wire/booking.ts'

/** What the account book is narrowed to; null is all. `kind` is the type of a booking. */
export type RecordFilter = { readonly account: AccountKind | null; readonly currency: number | null; readonly kind: number | null }

/** The filter as the call takes it. */
export const askedBy = ({ account, currency, kind }: RecordFilter) => ({
  ...(account !== null && { type: account }),
  ...(currency !== null && { currency }),
  ...(kind !== null && { log_type: kind }),
})
