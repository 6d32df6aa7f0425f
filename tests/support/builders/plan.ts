import type { Plan } from '#contract/finance/follow.ts'

const at = Date.UTC(2026, 0, 5, 12)
export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 'first-steps',
  name: 'First Steps',
  cover: '/plans/first-steps.svg',
  intro: 'A week.',
  leader_name: 'Mira Holt',
  leader_avatar: null,
  currency_id: 3,
  currency_name: 'USDT',
  decimal_scale: 6,
  day_rate: '0.0025',
  days: 7,
  min_amount: '20',
  max_amount: '2000',
  total_number: '200000',
  surplus_number: '150000',
  joined_count: 12,
  status: 'open',
  start_ms: null,
  end_ms: null,
  server_now_ms: at,
  ...changes,
})
