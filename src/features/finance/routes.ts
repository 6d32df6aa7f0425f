import { financePaths } from '#src/lib/paths/finance.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import type { Route } from '#src/lib/route.ts'

const namespaces = ['finance', 'refusals']
const own = { namespaces, needsLogin: true } as const

/** The finance tab, hosting, followed plans and *my earnings*. */
export const financeRoutes: readonly Route[] = [
  {
    path: followPaths.finance,
    title: 'finance:titles.hub',
    ...own,
    tab: 'finance',
    pull: true,
    page: async () => (await import('./hub-page.tsx')).HubPage,
  },
  {
    path: followPaths.plan,
    title: 'finance:titles.plan',
    ...own,
    page: async () => (await import('./plan-page.tsx')).PlanPage,
  },
  {
    path: followPaths.planRecords,
    title: 'finance:titles.planRecords',
    ...own,
    pull: true,
    page: async () => (await import('./plan-records-page.tsx')).PlanRecordsPage,
  },
  {
    path: financePaths.hosting,
    title: 'finance:titles.hosting',
    ...own,
    pull: true,
    page: async () => (await import('./hosting-page.tsx')).HostingPage,
  },
  {
    path: financePaths.hostingBuy,
    title: 'finance:titles.buy',
    ...own,
    page: async () => (await import('./hosting-buy-page.tsx')).HostingBuyPage,
  },
  {
    path: financePaths.hostingOrders,
    title: 'finance:titles.orders',
    ...own,
    pull: true,
    page: async () => (await import('./hosting-orders-page.tsx')).HostingOrdersPage,
  },
  {
    path: financePaths.hostingRule,
    title: 'finance:titles.rules',
    ...own,
    page: async () => (await import('./hosting-rule-page.tsx')).HostingRulePage,
  },
  {
    path: financePaths.earnings,
    title: 'finance:titles.earnings',
    ...own,
    pull: true,
    page: async () => (await import('./earnings-page.tsx')).EarningsPage,
  },
]
