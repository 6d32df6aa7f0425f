/** Inviting others. Odd spellings of the wire end here. */
export const promotionPaths = {
  promotion: '/pages/promotion/index',
} as const
