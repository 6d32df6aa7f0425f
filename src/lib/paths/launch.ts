import { withQuery } from './query.ts'

const at = {
  launches: '/pages/publication/index',
  launch: '/pages/publication/details',
  launchPurchase: '/pages/publication/purchase',
} as const

/** Paths of new coins; their odd spellings occur only here. */
export const launchPaths = {
  ...at,
  launchOf: (id: number) => withQuery(at.launch, { id }),
  launchPurchaseOf: (id: number) => withQuery(at.launchPurchase, { id }),
} as const
