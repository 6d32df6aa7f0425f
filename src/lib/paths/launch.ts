/** Paths of new coins; their odd spellings occur only here. */
export const launchPaths = {
  launches: '/pages/publication/index',
  launch: '/pages/publication/details',
  launchPurchase: '/pages/publication/purchase',
} as const
