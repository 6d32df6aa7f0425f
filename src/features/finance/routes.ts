import { financePaths } from '#src/lib/paths/finance.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const namespaces = ['finance', 'refusals']

const own = routesLike({ namespaces, needsLogin: true })

/** The finance tab, hosting, followed plans and *my earnings*. */
export const financeRoutes: readonly Route[] = [
  own(followPaths.finance, 'finance:titles.hub', async () => (await import('./hub-page.tsx')).HubPage, {
    tab: 'finance',
    pull: true,
  }),
  own(followPaths.plan, 'finance:titles.plan', async () => (await import('./plan-page.tsx')).PlanPage),
  own(
    followPaths.planRecords,
    'finance:titles.planRecords',
    async () => (await import('./plan-records-page.tsx')).PlanRecordsPage,
    { pull: true },
  ),
  own(financePaths.hosting, 'finance:titles.hosting', async () => (await import('./hosting-page.tsx')).HostingPage, {
    pull: true,
  }),
  own(
    financePaths.hostingBuy,
    'finance:titles.buy',
    async () => (await import('./hosting-buy-page.tsx')).HostingBuyPage,
  ),
  own(
    financePaths.hostingOrders,
    'finance:titles.orders',
    async () => (await import('./hosting-orders-page.tsx')).HostingOrdersPage,
    { pull: true },
  ),
  own(
    financePaths.hostingRule,
    'finance:titles.rules',
    async () => (await import('./hosting-rule-page.tsx')).HostingRulePage,
  ),
  own(
    financePaths.earnings,
    'finance:titles.earnings',
    async () => (await import('./earnings-page.tsx')).EarningsPage,
    { pull: true },
  ),
]
