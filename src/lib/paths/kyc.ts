/** Paths of the verification; their odd spellings occur only here. */
export const kycPaths = {
  kyc: '/pages/verification/index',
  kycBasic: '/pages/verification/basic',
  kycAdvanced: '/pages/verification/advanced',
} as const
