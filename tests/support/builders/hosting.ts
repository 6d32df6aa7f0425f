import type { HostingOrder, HostingProduct } from '#contract/finance.ts'

const at = Date.UTC(2026, 0, 5, 12)
/** 1,000 USDT for 15 days at 0.4 % a day, on its first day; leaving costs 0.4 % for each day that remains. */
export const aHostingOrder = (changes: Partial<HostingOrder> = {}): HostingOrder => ({
  id: 7, config_id: 2, currency_id: 3, currency_name: 'USDT', logo: '', decimal_scale: 6, day: 15, amount: '1000', day_rate: '0.004', total_interest: '60', earned: '0',
  daily: '4', start_at: '2026-01-06 00:00:00', end_at: '2026-01-21 00:00:00', end_ms: Date.UTC(2026, 0, 21), next_ms: Date.UTC(2026, 0, 7), remain_day: 15, status: 'hosting',
  is_cancel: false, cancel_fee: '60', penalty_rule: 'breach_ratio', penalty_ratio: '0.004', finish_at: null, created_at: '2026-01-05 12:00:00',
  updated_at: '2026-01-05 12:00:00', server_now_ms: at, rev: 1, ...changes,
})
export const aHostingProduct = (changes: Partial<HostingProduct> = {}): HostingProduct => ({
  id: 2, currency_id: 3, currency_name: 'USDT', currency_logo: '', decimal_scale: 6, interest_rate: '6', day_rate: '0.004', save_min: '100', save_max: '50000', day: 15,
  cycle: 'daily', penalty_rule: 'breach_ratio', penalty_ratio: '0.004', left: '620000', total: '1000000', status: 'open', rule_news_id: 9, created_at: '2026-01-01 00:00:00',
  server_now_ms: at, ...changes,
})
