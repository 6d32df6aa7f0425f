import { newsPaths } from '#src/lib/paths/news.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const own = routesLike({ namespaces: ['news', 'refusals'] })

/** Notices and help. */
export const newsRoutes: readonly Route[] = [
  own(newsPaths.notices, 'news:titles.notices', async () => (await import('./notices-page.tsx')).NoticesPage, {
    pull: true,
  }),
  own(newsPaths.notice, 'news:titles.notice', async () => (await import('./notice-page.tsx')).NoticePage),
  own(newsPaths.help, 'news:titles.help', async () => (await import('./help-page.tsx')).HelpPage, { pull: true }),
  own(
    newsPaths.helpDetail,
    'news:titles.helpDetail',
    async () => (await import('./help-detail-page.tsx')).HelpDetailPage,
  ),
  own(newsPaths.rule, 'news:titles.rule', async () => (await import('./rule-page.tsx')).RulePage),
]
