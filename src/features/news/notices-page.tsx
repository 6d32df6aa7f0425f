import { newsCategories } from '#contract/news/news.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Stack } from '#src/ui/box.tsx'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useTranslation } from 'react-i18next'
import { NewsList, useNews } from './news-list.tsx'

const kinds = ['notice', 'announcement', 'about'] as const
type Kind = (typeof kinds)[number]

/** What the venue tells: notices, announcements and about itself; pinned texts first. */
export function NoticesPage() {
  const lang = useSettings((settings) => settings.lang)
  const { kind: asked } = useQuery()
  const kind = kinds.find((each) => each === asked) ?? 'notice'
  return <Notices key={`${lang}|${kind}`} kind={kind} />
}

function Notices({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation('news')
  const pager = useNews(newsCategories[kind])
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  return (
    <Page title={t('notices')} onRefresh={refresh}>
      <Stack gap={3}>
        <Tabs
          label={t('kinds.label')}
          tabs={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onChange={(value) => go(newsPaths.noticesOf(value), { replace: true })}
        />
        <NewsList pager={pager} pathOf={newsPaths.noticeOf} hasTime />
      </Stack>
    </Page>
  )
}
