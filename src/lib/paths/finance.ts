/** Paths of hosting; their odd spellings occur only here. */
export const financePaths = {
  hosting: '/pages/finance/index',
  hostingBuy: '/pages/finance/buyPage',
  hostingOrders: '/pages/finance/ordersPage',
  hostingRule: '/pages/finance/rulePage',
} as const
