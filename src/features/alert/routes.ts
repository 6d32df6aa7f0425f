import { alertPaths } from '#src/lib/paths/alert.ts'
import type { Route } from '#src/lib/route.ts'

/** The price alerts. */
export const alertRoutes: readonly Route[] = [
  {
    path: alertPaths.alerts,
    title: 'alert:titles.alerts',
    namespaces: ['alert', 'market', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./alerts-page.tsx')).AlertsPage,
  },
]
