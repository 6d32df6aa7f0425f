import type { Setting } from '#contract/platform.ts'

/** The public settings in wire form. */
export const aSetting = (changes: Partial<Setting> = {}): Setting => ({
  name: 'Kontor', version: '1.0.0', version_code: 100, min_version_code: 100, demo: true, verification: '0', languages: ['hk'],
  default_language: 'hk', base_currency_id: 3, fiats: [], networks: {}, kyc_gates: {}, withdraw_per_day: 3,
  withdraw_credited_hours: 12, withdraw_code: false, address_hold_ms: 0, credential_hold_ms: 0, coin_trade_fee: '0.001',
  user_set_stopprice: false, open_lever_entrust: false, lever_warn_hazard_rate: '0', lever_burst_hazard_rate: '0',
  otc: { bail: '0', bail_currency_id: 3, fee_rate: '0', pay_minutes: [], confirm_minutes: 15, unfinished_max: 3 },
  gift: { fee_rate: '0', min: '0', max: '0' }, red_packet: { max: 200, scale: 2, hours: 24, currency_id: 3 },
  revoke_ms: 0, upload: { max_bytes: 1, types: [], folders: [] }, news_categories: {}, chat_base: '/chat',
  customer_url: null, features: {}, default_powers: [], server_now_ms: 0,
  ...changes,
})
