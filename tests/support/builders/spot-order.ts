import type { SpotOrder } from '#contract/spot/spot.ts'

/** A spot order of user 7: a waiting limit order to buy 1 BTC at 60,000. */
export const aSpotOrder = (changes: Partial<SpotOrder> = {}): SpotOrder => ({
  id: 1,
  u_id: 7,
  currency_id: 1,
  legal_id: 3,
  symbol: 'BTC/USDT',
  type: 'buy',
  target_price: '60000',
  trade_amount: '1',
  filled_amount: '0',
  filled_total: '0',
  trade_price: null,
  kind: 'limit',
  charge_fee: '0.001',
  fee: '0',
  frozen: '60000',
  status: 'waiting',
  cancel_reason: null,
  created_at: '2026-01-01 00:00:00',
  updated_at: '2026-01-01 00:00:00',
  rev: 1,
  ...changes,
})
