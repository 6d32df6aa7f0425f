/** New coins. Odd spellings of the wire end here. */
export const launchPaths = {
  launches: '/pages/publication/index',
  launch: '/pages/publication/details',
  launchPurchase: '/pages/publication/purchase',
} as const
