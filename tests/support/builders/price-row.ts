import type { PriceRow } from '#contract/market/market.ts'

/** What the venue says of the price of a market: index and mark are one, unless something else is said. */
export const aPriceRow = (mark = '60000.00', changes: Partial<PriceRow> = {}): PriceRow => ({
  m: 'BTC-USDT',
  match_id: 1,
  tick: 't1',
  index: mark,
  mark,
  sources: 3,
  at_ms: 1,
  as_of_ms: 1,
  stale: false,
  ...changes,
})
