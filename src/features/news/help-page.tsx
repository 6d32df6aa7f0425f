import { Stack, Row } from '#src/ui/box.tsx'
import { newsCategories } from '#contract/news/news.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { SearchBox } from '#src/parts/search-box.tsx'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewsList, useNews } from './news-list.tsx'
import { platform } from '#contract/platform/platform.ts'
import { reportPaths } from '#src/lib/paths/report.ts'
import { isSafeAddress } from '#src/lib/safe-address.ts'
import { useServices } from '#src/actors/services.tsx'
import { Link } from '#src/parts/link.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './help-page.module.css'

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

/**
 * Links to the customer service (its own site where the venue has one), to feedback, which is a message to it, to the
 * rules and the notices.
 */
function HelpWays() {
  const { t } = useTranslation('news')
  const { request } = useServices()
  const { value } = useRead('service', (signal) => request.read(platform.customerUrl, {}, { signal }))
  const url = value?.customer_url ?? null
  const face = (
    <>
      <Icon name="chat" />
      <span>{t('service')}</span>
    </>
  )
  return (
    <Row gap={2} align="stretch" wraps className={styles.ways}>
      {url !== null && isSafeAddress(url) ? (
        <a className={styles.way} href={url} target="_blank" rel="noopener noreferrer">
          {face}
        </a>
      ) : (
        <Link to={newsPaths.helpChat} className={styles.way}>
          {face}
        </Link>
      )}
      <Link to={newsPaths.helpChat} className={styles.way}>
        <Icon name="edit" tone="accent" />
        <span>{t('feedback')}</span>
      </Link>
      <Link to={reportPaths.report} className={styles.way}>
        <Icon name="warning" tone="accent" />
        <span>{t('report')}</span>
      </Link>
      <Link to={newsPaths.rule} className={styles.way}>
        <Icon name="book" tone="accent" />
        <span>{t('rules')}</span>
      </Link>
      <Link to={newsPaths.notices} className={styles.way}>
        <Icon name="bell" tone="accent" />
        <span>{t('notices')}</span>
      </Link>
      <Link to={newsPaths.noticesOf('about')} className={styles.way}>
        <Icon name="info" tone="accent" />
        <span>{t('kinds.about')}</span>
      </Link>
    </Row>
  )
}
