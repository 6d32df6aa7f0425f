import { newsPaths } from '#src/lib/paths/news.ts'
import type { Route } from '#src/lib/route.ts'

/** Notices and help. */
export const newsRoutes: readonly Route[] = [
  {
    path: newsPaths.notices,
    title: 'news:titles.notices',
    namespaces: ['news', 'refusals'],
    pull: true,
    page: async () => (await import('./notices-page.tsx')).NoticesPage,
  },
  {
    path: newsPaths.notice,
    title: 'news:titles.notice',
    namespaces: ['news', 'refusals'],
    page: async () => (await import('./notice-page.tsx')).NoticePage,
  },
  {
    path: newsPaths.help,
    title: 'news:titles.help',
    namespaces: ['news', 'refusals'],
    pull: true,
    page: async () => (await import('./help-page.tsx')).HelpPage,
  },
  {
    path: newsPaths.helpDetail,
    title: 'news:titles.helpDetail',
    namespaces: ['news', 'refusals'],
    page: async () => (await import('./help-detail-page.tsx')).HelpDetailPage,
  },
  {
    path: newsPaths.rule,
    title: 'news:titles.rule',
    namespaces: ['news', 'refusals'],
    page: async () => (await import('./rule-page.tsx')).RulePage,
  },
]
