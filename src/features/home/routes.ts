import { homePaths } from '#src/lib/paths/home.ts'
import type { Route } from '#src/lib/route.ts'

const homePage = async () => (await import('./home-page.tsx')).HomePage
const home = {
  page: homePage,
  title: 'home:titles.home',
  namespaces: ['home', 'market'],
  tab: 'home',
  needsLogin: true,
  pull: true,
} as const

/** Home and the global search. */
export const homeRoutes: readonly Route[] = [
  { ...home, path: '/' },
  { ...home, path: homePaths.home },
  {
    // The search matches page titles, which are in the namespaces of all features.
    path: homePaths.search,
    title: 'home:titles.search',
    namespaces: ['home', 'spot', 'assets', 'account', 'news', 'market', 'wallet', 'finance', 'search', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./search-page.tsx')).SearchPage,
  },
]
