import type { Center } from '#contract/account.ts'
import type { SpotOrder } from '#contract/spot.ts'
import type { Failure } from '#contract/wire/reply.ts'

/** A user profile as the server sends it. */
export const aUser = (changes: Partial<Center> = {}): Center => ({
  id: 7, nickname: 'Ann', avatar: null, phone: null, email: 'a***@b.cd', account_number: '1007', account: null,
  review_status: 'none', advanced_status: 'none', reject_reason: null, name: null, userreal_name: null, country: null,
  card_id: null, is_seller: false, create_date: '2026-01-01 00:00:00', usdt: '0', usdt_mic: '0', caution_money: '0',
  parent_name: null, my_agent_level: 0, agent_name: null, extension_code: 'ABC', has_password: 'unset', line_account: null,
  ...changes,
})

/** A waiting spot order of that user. */
export const aSpotOrder = (changes: Partial<SpotOrder> = {}): SpotOrder => ({
  id: 1, u_id: 7, currency_id: 1, legal_id: 3, symbol: 'BTC/USDT', type: 'buy', target_price: '60000', trade_amount: '1',
  filled_amount: '0', filled_total: '0', trade_price: null, kind: 'limit', charge_fee: '0.001', fee: '0', frozen: '60000',
  status: 'waiting', cancel_reason: null, created_at: '2026-01-01 00:00:00', updated_at: '2026-01-01 00:00:00', rev: 1,
  ...changes,
})

/** A refusal, and the failure of an answer that was lost. */
export const aRefusal = (reason: Extract<Failure, { kind: 'refused' }>['reason'], afterMs: number | null = null): Failure => ({
  kind: 'refused', reason, params: {}, text: null, afterMs,
})
export const aLoss: Failure = { kind: 'unknown', because: 'unreachable' }
