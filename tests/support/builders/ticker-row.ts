import type { TickerRow } from '#contract/market/market.ts'

/** A row of the tickers channel, BTC/USDT by default. */
export const aTickerRow = (changes: Partial<TickerRow> = {}): TickerRow => ({
  m: 'BTC-USDT',
  match_id: 1,
  last: '100',
  open: '99',
  high: '120',
  low: '80',
  volume: '11',
  amount: '1100',
  change: '+2.00',
  at_ms: 1000,
  ...changes,
})
