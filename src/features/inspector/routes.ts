import { reportPaths } from '#src/lib/paths/report.ts'
import type { Route } from '#src/lib/route.ts'

/**
 * The machines on view, for developers: in production it opens only if the venue says so. A problem may be reported by
 * everybody.
 */
export const inspectorRoutes: readonly Route[] = [
  {
    path: '/inspector',
    title: 'inspector:titles.page',
    namespaces: ['inspector', 'refusals'],
    page: async () => (await import('./inspector-page.tsx')).InspectorPage,
  },
  {
    path: '/inspector/gallery',
    title: 'inspector:titles.gallery',
    namespaces: ['inspector', 'refusals'],
    page: async () => (await import('./inspector-page.tsx')).GalleryPage,
  },
  {
    path: reportPaths.report,
    title: 'inspector:titles.report',
    namespaces: ['inspector', 'news'],
    page: async () => (await import('./recording/report-page.tsx')).ReportPage,
  },
]
