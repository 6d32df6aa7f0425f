import { launchPaths } from '#src/lib/paths/launch.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const own = routesLike({ namespaces: ['launch', 'refusals'], needsLogin: true })

/** New coins: what is on offer, one coin, subscribing to it. */
export const launchRoutes: readonly Route[] = [
  own(launchPaths.launches, 'launch:titles.launches', async () => (await import('./launches-page.tsx')).LaunchesPage, {
    pull: true,
  }),
  own(launchPaths.launch, 'launch:titles.launch', async () => (await import('./launch-page.tsx')).LaunchPage, {
    pull: true,
  }),
  own(
    launchPaths.launchPurchase,
    'launch:titles.purchase',
    async () => (await import('./purchase-page.tsx')).PurchasePage,
    { pull: true },
  ),
]
