import { Stack } from '#src/ui/box.tsx'
import { newsCategories } from '#contract/news/news.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { SearchBox } from '#src/parts/search-box.tsx'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpWays } from './help-ways.tsx'
import { NewsList, useNews } from './news-list.tsx'

const afterTypingMs = 300

/** The help questions with a search, the rules, and the support contact. */
export function HelpPage() {
  const lang = useSettings((settings) => settings.lang)
  const [typed, setTyped] = useState('')
  return <Help key={lang} typed={typed} onType={setTyped} />
}

function Help({ typed, onType }: { readonly typed: string; readonly onType: (text: string) => void }) {
  const { t } = useTranslation('news')
  const query = useDebounced(typed.trim(), afterTypingMs)
  const pager = useNews(newsCategories.help, query)
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  const lastQuery = useRef(query)
  useEffect(() => {
    if (lastQuery.current === query) return
    lastQuery.current = query
    void refresh()
  }, [query, refresh])
  return (
    <Page title={t('help')} onRefresh={refresh}>
      <Stack gap={5}>
        <SearchBox label={t('searchHelp')} value={typed} onChange={onType} />
        <HelpWays />
        <Stack as="section" gap={3} aria-busy={pager.state === 'loading'}>
          <h2>{t('faq')}</h2>
          <NewsList
            pager={pager}
            pathOf={newsPaths.helpDetailOf}
            {...(query !== '' && { empty: t('noAnswer', { text: query }) })}
          />
        </Stack>
      </Stack>
    </Page>
  )
}
