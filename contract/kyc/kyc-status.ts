import * as z from 'zod/mini'
import { coded } from '#contract/wire/coded.ts'

export const kycStatus = coded(z.enum(['none', 'underReview', 'passed', 'rejected']), {
  none: 0,
  underReview: 1,
  passed: 2,
  rejected: 3,
})
export type KycStatus = z.output<typeof kycStatus>
