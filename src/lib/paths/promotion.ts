/** Paths of referrals; their odd spellings occur only here. */
export const promotionPaths = {
  promotion: '/pages/promotion/index',
} as const
