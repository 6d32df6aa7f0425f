import { launchPaths } from '#src/lib/paths/launch.ts'
import type { Route } from '#src/lib/route.ts'

const base = { namespaces: ['launch', 'refusals'], needsLogin: true, pull: true } as const
/** New coins: what is on offer, one coin, subscribing to it. */
export const launchRoutes: readonly Route[] = [
  {
    ...base,
    path: launchPaths.launches,
    title: 'launch:titles.launches',
    page: async () => (await import('./launches-page.tsx')).LaunchesPage,
  },
  {
    ...base,
    path: launchPaths.launch,
    title: 'launch:titles.launch',
    page: async () => (await import('./launch-page.tsx')).LaunchPage,
  },
  {
    ...base,
    path: launchPaths.launchPurchase,
    title: 'launch:titles.purchase',
    page: async () => (await import('./purchase-page.tsx')).PurchasePage,
  },
]
