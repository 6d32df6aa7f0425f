import type { Pair } from '#contract/market.ts'

/** A pair in wire form, BTC/USDT by default. */
export const aPair = (changes: Partial<Pair> = {}): Pair => ({
  id: 1, legal_id: 3, currency_id: 1, legal_name: 'USDT', currency_name: 'BTC', symbol: 'BTC/USDT', logo: '/coins/btc.svg', sort: 1,
  is_display: true, market_from_name: 'kontor', open_transaction: true, open_lever: true, open_microtrade: true, open_coin_trade: true,
  price_scale: 2, amount_scale: 6, coin_min_amount: '0.00001', coin_max_amount: '100', coin_min_total: '5', coin_price_band: '0.5', lever_share_num: '0.01',
  lever_min_share: 1, lever_max_share: 0, spread: '1', overnight: '0.01', lever_trade_fee: '0.05', micro_trade_fee: '0.5',
  change: '+1.20', volume: '1200', amount: '72000000', now_price: '60000', high: '61000', low: '59000', rmb_relation: '7.1',
  at_ms: 0, stale: false, create_time: '2026-01-05 00:00:00', ...changes,
})
