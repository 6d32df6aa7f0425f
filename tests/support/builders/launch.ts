import type { LaunchOrder, LaunchProduct } from '#contract/launch.ts'

/** A product of 1000 coins at 0.5 USDT, open from 1000 to 5000, launched at 9000. */
export const aLaunch = (some: Partial<LaunchProduct> = {}): LaunchProduct => ({
  id: 1, new_currency_name: 'NEWC', logo: '', introduction: '', currency_id: 3, currency_name: 'USDT', change_rate: '0.5',
  pay_currencies: [{ currency_id: 3, currency_name: 'USDT', change_rate: '0.5' }], num: '1000', last_num: '400', buy_num: '10', buy_max: '100',
  send_start: '1970-01-01 00:00:01', send_end: '1970-01-01 00:00:05', online_time: '1970-01-01 00:00:09', start_ms: 1000, end_ms: 5000, online_ms: 9000, day: 0,
  interest_rate: '0', predict_rate: '5', phase: 'subscribing', is_recommend: false, recommend_title: '', recommend_content: '', created_at: '1970-01-01 00:00:00',
  server_now_ms: 500, ...some,
})
export const aLaunchOrder = (some: Partial<LaunchOrder> = {}): LaunchOrder => ({
  id: 7, user_id: 1, config_id: 1, new_currency_name: 'NEWC', currency_id: 3, currency_name: 'USDT', amount: '10', new_currency_num: '20', change_rate: '0.5', interest: '0',
  original_interest: '0', interest_rate: '0', day: 0, status: 'subscribing', exam_status: 'underReview', reject_reason: null, online_time: '1970-01-01 00:00:09',
  unlock_ms: 9000, created_at: '1970-01-01 00:00:02', updated_at: '1970-01-01 00:00:02', rev: 1, ...some,
})
