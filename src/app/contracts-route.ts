import { leverPaths } from '#src/lib/paths/lever.ts'
import type { Route } from '#src/lib/route.ts'

/** The tab that contracts and option rounds share: two features on one page, so it belongs to neither. */
export const contractsRoute: Route = {
  path: leverPaths.contracts, title: 'shell:titles.contracts',
  namespaces: ['lever', 'option', 'market', 'kyc', 'refusals'], tab: 'contracts', needsLogin: true,
  page: async () => (await import('./contracts-page.tsx')).ContractsPage,
}
