import type { KycRow } from '#contract/kyc/kyc.ts'

/** The row of one verification level; by default primary, with nothing submitted. */
export const aKycRow = (changes: Partial<KycRow> = {}): KycRow => ({
  level: 'primary',
  review_status: 'none',
  reject_reason: null,
  name: null,
  country: null,
  card_id: null,
  address: null,
  front_pic: null,
  reverse_pic: null,
  hand_pic: null,
  submitted_time: null,
  reviewed_time: null,
  rev: 0,
  ...changes,
})
