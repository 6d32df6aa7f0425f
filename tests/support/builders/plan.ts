import type { JoinedPlan, Plan } from '#contract/follow.ts'

const at = Date.UTC(2026, 0, 5, 12)
export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 'first-steps', name: 'First Steps', cover: '/plans/first-steps.svg', intro: 'A week.', leader_name: 'Mira Holt', leader_avatar: null, currency_id: 3, currency_name: 'USDT',
  decimal_scale: 6, day_rate: '0.0025', days: 7, min_amount: '20', max_amount: '2000', total_number: '200000', surplus_number: '150000', joined_count: 12, status: 'open',
  start_ms: null, end_ms: null, server_now_ms: at, ...changes,
})
/** 100 USDT in that plan, on its first day. */
export const aJoinedPlan = (changes: Partial<JoinedPlan> = {}): JoinedPlan => ({
  id: '4', plan_id: 'first-steps', name: 'First Steps', cover: '/plans/first-steps.svg', currency_name: 'USDT', amount: '100', day_rate: '0.0025', days: 7, remain_day: 7,
  today_profit: '0', sum_profit: '0', daily: '0.25', start_time: '2026-01-06 00:00:00', end_time: '2026-01-13 00:00:00', end_ms: Date.UTC(2026, 0, 13),
  next_ms: Date.UTC(2026, 0, 7), status: 'in_progress', server_now_ms: at, rev: 1, ...changes,
})
