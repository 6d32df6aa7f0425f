import { Box, Stack } from '#src/ui/box.tsx'
import { newsCategories, type NewsItem } from '#contract/news/news.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { Link } from '#src/parts/link.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Found } from './found.ts'
import { StarredRow } from './market-row.tsx'
import styles from './search-page.module.css'
import { useSearches } from './searches.ts'
import { Suggested } from './suggested.tsx'
import { useSearch } from './use-search.ts'

/** Search for coins, pages, notices and help. */
export function SearchPage() {
  const { t } = useTranslation('home')
  const { feeds } = useServices()
  const [typed, setTyped] = useState('')
  const { value, freshness } = useStream(feeds.tickers$, loading)
  const { found, isBusy } = useSearch(typed, value)
  const { searches, keep, clear } = useSearches()
  const text = typed.trim()
  const count = found.coins.length + found.pages.length + found.news.length
  return (
    <Page
      title={t('searchTitle')}
      head={
        <div className={styles.head}>
          <SearchBox label={t('search')} value={typed} onChange={setTyped} isFirst />
        </div>
      }
    >
      <Stack gap={6}>
        {text !== '' && count === 0 && (
          <Empty text={t(isBusy ? 'results.searching' : 'results.empty', { text })} icon="search" />
        )}
        {(text === '' || (count === 0 && !isBusy)) && (
          <Suggested
            pairs={value}
            isStale={freshness === 'stale'}
            searches={searches}
            onClear={clear}
            onPick={setTyped}
          />
        )}
        {text !== '' && (
          // Only what leads somewhere was what somebody looked for; a star is not.
          <div onClickCapture={({ target }) => target instanceof Element && target.closest('a') !== null && keep(text)}>
            <Results found={found} isStale={freshness === 'stale'} />
          </div>
        )}
      </Stack>
      <p className="sr" role="status">
        {text !== '' && !isBusy ? t('results.count', { count }) : ''}
      </p>
    </Page>
  )
}

function Results({ found: { coins, pages, news }, isStale }: { readonly found: Found; readonly isStale: boolean }) {
  const { t } = useTranslation(['home', 'shell'])
  return (
    <>
      <Section title={t('results.coins')} isShown={coins.length > 0}>
        {coins.map((pair) => (
          <li key={pair.id}>
            <StarredRow pair={pair} isStale={isStale} />
          </li>
        ))}
      </Section>
      <Section title={t('results.pages')} isShown={pages.length > 0}>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <Way to={path} text={t(title)} />
          </li>
        ))}
      </Section>
      <Section title={t('results.news')} isShown={news.length > 0}>
        {news.map((item) => (
          <li key={item.id}>
            <Way to={textOf(item)} text={item.title} />
          </li>
        ))}
      </Section>
    </>
  )
}

const textOf = ({ id, c_id }: NewsItem) => {
  if (c_id === newsCategories.help) return newsPaths.helpDetailOf(id)
  return c_id === newsCategories.rule ? `${newsPaths.rule}?id=${id}` : newsPaths.noticeOf(id)
}

function Section({
  title,
  isShown,
  children,
}: {
  readonly title: string
  readonly isShown: boolean
  readonly children: ReactNode
}) {
  if (!isShown) return null
  return (
    <section>
      <Box as="h2" tone={2} weight="medium" className={styles.title}>
        {title}
      </Box>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

function Way({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <Link to={to} className={styles.way}>
      <span>{text}</span>
      <Icon name="chevron-right" size={18} />
    </Link>
  )
}
