import { withQuery } from './query.ts'

const at = {
  hosting: '/pages/finance/index',
  hostingBuy: '/pages/finance/buyPage',
  hostingOrders: '/pages/finance/ordersPage',
  hostingRule: '/pages/finance/rulePage',
  earnings: '/pages/finance/earnings',
} as const

/** Paths of hosting and of *my earnings*; their odd spellings occur only here. */
export const financePaths = {
  ...at,
  buyOf: (id: number) => withQuery(at.hostingBuy, { id }),
  ruleOf: (id: number) => withQuery(at.hostingRule, { id }),
} as const
