import { reportPaths } from '#src/lib/paths/report.ts'
import type { Route } from '#src/lib/route.ts'

/** A problem may be reported by everybody. */
export const reportRoutes: readonly Route[] = [
  {
    path: reportPaths.report,
    title: 'inspector:titles.report',
    namespaces: ['inspector', 'news'],
    page: async () => (await import('./report-page.tsx')).ReportPage,
  },
]
