/** Hosting. Odd spellings of the wire end here. */
export const financePaths = {
  hosting: '/pages/finance/index',
  hostingBuy: '/pages/finance/buyPage',
  hostingOrders: '/pages/finance/ordersPage',
  hostingRule: '/pages/finance/rulePage',
} as const
