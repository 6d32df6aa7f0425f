import type { PayMethods } from '#contract/wallet/bank.ts'

/** The receiving methods of a member: a bank account. */
export const somePayMethods = (changes: Partial<PayMethods> = {}): PayMethods => ({
  id: 1,
  user_id: 1,
  real_name: 'Ann Lee',
  bank_name: 'HSBC',
  bank_branch: '',
  bank_account: '6225888888888888',
  bank_address: '',
  swift_code: '',
  residence_address: '',
  postal_code: '',
  alipay_account: '',
  alipay_qr_code: '',
  wechat_nickname: '',
  wechat_account: '',
  wechat_qr_code: '',
  bank_id: null,
  intl_account: null,
  account_number: '1',
  ways: ['bank'],
  create_time: '2026-01-02 03:04:05',
  rev: 1,
  banks: [],
  ...changes,
})
