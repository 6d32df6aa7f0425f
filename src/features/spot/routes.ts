import { spotPaths } from '#src/lib/paths/spot.ts'
import type { Route } from '#src/lib/route.ts'

/** The spot market. */
export const spotRoutes: readonly Route[] = [
  {
    path: spotPaths.trade,
    title: 'spot:titles.trade',
    namespaces: ['spot', 'market', 'refusals', 'trades', 'trigger'],
    tab: 'spot',
    needsLogin: true,
    page: async () => (await import('./trade-page.tsx')).TradePage,
  },
]
