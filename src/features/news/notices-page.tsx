import { newsCategories } from '#contract/news/news.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { NewsList, useNews } from './news-list.tsx'

/** The notices, pinned ones first. */
export function NoticesPage() {
  const lang = useSettings((settings) => settings.lang)
  return <Notices key={lang} />
}

function Notices() {
  const { t } = useTranslation('news')
  const pager = useNews(newsCategories.notice)
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  return (
    <Page title={t('notices')} onRefresh={refresh}>
      <NewsList pager={pager} pathOf={newsPaths.noticeOf} hasTime />
    </Page>
  )
}
