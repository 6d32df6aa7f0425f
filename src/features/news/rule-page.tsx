import { newsCategories } from '#contract/news/news.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { NewsList, useNews } from './news-list.tsx'
import { NewsTextPage } from './news-text.tsx'

/** The rules: all of them, or the one with `?id=`. */
export function RulePage() {
  const { t } = useTranslation('news')
  const lang = useSettings((settings) => settings.lang)
  return useQuery()['id'] === undefined ? <Rules key={lang} /> : <NewsTextPage title={t('rules')} />
}

const ruleOf = (id: number) => `${newsPaths.rule}?id=${id}`

function Rules() {
  const { t } = useTranslation('news')
  const pager = useNews(newsCategories.rule)
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  return (
    <Page title={t('rules')} onRefresh={refresh}>
      <NewsList pager={pager} pathOf={ruleOf} />
    </Page>
  )
}
