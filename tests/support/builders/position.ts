import type { Position } from '#contract/lever.ts'

const opened = '2026-01-01 00:00:00'

/** A position: long one lot of 0.01 BTC at 60,000 with leverage 10. */
export const aPosition = (some: Partial<Position> = {}): Position => ({
  id: 1, show_lever_id: 100_001, type: 'long', type_name: 'Long', user_id: 7, currency: 1, legal: 3, symbol: 'BTC/USDT',
  origin_price: '59995', price: '60000', update_price: '60000', close_price: null, target_profit_price: '0', stop_loss_price: '0',
  liquidation_price: '55000', share: 1, number: '0.01', multiple: 10, origin_caution_money: '60', caution_money: '60', profits: '0',
  fact_profits: '0', trade_fee: '0.3', overnight: '0.02', overnight_money: '0', haircut: '0', has_receipt: false, hazard_rate: '800', close_reason: null,
  status: 'trading', status_name: 'Trading', create_time: opened, transaction_time: opened, update_time: opened, handle_time: null,
  complete_time: null, rev: 1, part_of: null, ...some,
})
