import { leverPaths } from '#src/lib/paths/lever.ts'
import type { Route } from '#src/lib/route.ts'

/** The lever pages outside of the contracts tab. */
export const leverRoutes: readonly Route[] = [
  {
    path: leverPaths.lever,
    title: 'lever:titles.lever',
    namespaces: ['lever', 'market', 'kyc', 'refusals', 'money', 'assets', 'trades'],
    needsLogin: true,
    page: async () => (await import('./lever-page.tsx')).LeverPage,
  },
]
