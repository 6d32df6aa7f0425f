import { marketPaths } from '#src/lib/paths/market.ts'
import type { Route } from '#src/lib/route.ts'

/** The chart of one market, and the price sources. */
export const marketRoutes: readonly Route[] = [
  {
    path: marketPaths.kline,
    title: 'market:titles.kline',
    namespaces: ['market', 'trades', 'refusals'],
    page: async () => (await import('./kline-page.tsx')).KlinePage,
  },
  {
    path: marketPaths.sources,
    title: 'market:titles.sources',
    namespaces: ['market'],
    page: async () => (await import('./sources-page.tsx')).SourcesPage,
  },
]
