import { deskPaths } from '#src/lib/paths/desk.ts'
import type { Route } from '#src/lib/route.ts'

/** The desk of operators. */
export const deskRoutes: readonly Route[] = [
  {
    path: deskPaths.desk,
    title: 'desk:titles.desk',
    namespaces: ['desk', 'refusals', 'assets'],
    needsLogin: true,
    page: async () => (await import('./desk-page.tsx')).DeskPage,
  },
]
