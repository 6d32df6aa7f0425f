import type { Center } from '#contract/account.ts'

/** A user profile as the server sends it. */
export const aUser = (changes: Partial<Center> = {}): Center => ({
  id: 7, nickname: 'Ann', avatar: null, phone: null, email: 'a***@b.cd', account_number: '1007', account: null,
  review_status: 'none', advanced_status: 'none', reject_reason: null, name: null, userreal_name: null, country: null,
  card_id: null, is_seller: false, create_date: '2026-01-01 00:00:00', usdt: '0', usdt_mic: '0', caution_money: '0',
  parent_name: null, my_agent_level: 0, agent_name: null, extension_code: 'ABC', has_password: 'unset', line_account: null,
  ...changes,
})
