/** Verification. Odd spellings of the wire end here. */
export const kycPaths = {
  kyc: '/pages/verification/index',
  kycBasic: '/pages/verification/basic',
  kycAdvanced: '/pages/verification/advanced',
} as const
