import { leverPaths } from '#src/lib/paths/lever.ts'
import type { Route } from '#src/lib/route.ts'

/** The route that lever and option rounds share; it belongs to neither feature. */
export const contractsRoute: Route = {
  path: leverPaths.contracts,
  title: 'shell:titles.contracts',
  namespaces: ['lever', 'option', 'market', 'kyc', 'refusals', 'money', 'assets', 'trades'],
  tab: 'contracts',
  needsLogin: true,
  page: async () => (await import('./contracts-page.tsx')).ContractsPage,
}
