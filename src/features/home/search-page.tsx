import { Box, Row, Stack } from '#src/ui/box.tsx'
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
import { useState, type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { StarredRow } from './market-row.tsx'
import styles from './search-page.module.css'
import { useUser, useIsLoggedIn } from '#src/actors/use-session.ts'
import { guest, personalName } from '#src/lib/personal.ts'
import { readStored, textsOf, writeStored } from '#src/lib/storage.ts'
import type { Pair } from '#contract/market/market.ts'
import { platform } from '#contract/platform/platform.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { useSettings } from '#src/stores/settings.ts'
import { findPages, findPairs, knownPages, nothingFound, productsOf, type Found, type FoundPage } from './found.ts'
import { Button } from '#src/ui/button.tsx'
import { ranked } from './ranking.ts'

/** Search for coins, pages, notices and help. */
export function SearchPage() {
  const { t } = useTranslation(['home', 'search'])
  const { feeds } = useServices()
  const [typed, setTyped] = useState('')
  const { value, freshness } = useStream(feeds.tickers$, loading)
  const { found, isBusy } = useSearch(typed, value)
  const { searches, keep, clear } = useSearches()
  const text = typed.trim()
  const products = useMemo(() => productsOf(found.coins, t), [found, t])
  const count = products.length + found.coins.length + found.pages.length + found.news.length
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
          <Empty text={t(isBusy ? 'search:results.searching' : 'search:results.empty', { text })} icon="search" />
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
            <Results found={found} products={products} isStale={freshness === 'stale'} />
          </div>
        )}
      </Stack>
      <p className="sr" role="status">
        {text !== '' && !isBusy ? t('search:results.count', { count }) : ''}
      </p>
    </Page>
  )
}

type ResultsProps = { readonly found: Found; readonly products: readonly FoundPage[]; readonly isStale: boolean }
function Results({ found: { coins, pages, news }, products, isStale }: ResultsProps) {
  const { t } = useTranslation(['home', 'search', 'shell'])
  return (
    <>
      <Section title={t('search:results.coins')} isShown={coins.length > 0}>
        {coins.map((pair) => (
          <li key={pair.id}>
            <StarredRow pair={pair} isStale={isStale} />
          </li>
        ))}
      </Section>
      <Section title={t('search:results.pages')} isShown={pages.length + products.length > 0}>
        {products.map(({ path, title }) => (
          <li key={path}>
            <Way to={path} text={title} />
          </li>
        ))}
        {pages.map(({ path, title }) => (
          <li key={path}>
            <Way to={path} text={t(title)} />
          </li>
        ))}
      </Section>
      <Section title={t('search:results.news')} isShown={news.length > 0}>
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
      <Box as="h2" tone={2} weight="medium" endPad={1} size="dense">
        {title}
      </Box>
      <Box as="ul" isRuled>
        {children}
      </Box>
    </section>
  )
}

function Way({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <Link to={to} className={styles.way}>
      <span>{text}</span>
      <Icon name="chevron-right" size={18} tone={3} />
    </Link>
  )
}

const mostKept = 6
const maxLength = 40
type Owner = number | typeof guest
const none: readonly string[] = []
const stored = (owner: Owner) => readStored(personalName('searches', owner), textsOf) ?? none

/**
 * The last searches of whoever is here, the newest first. Another account on this device never sees them, and they end
 * with a logout.
 */
function useSearches() {
  const owner: Owner = useUser()?.id ?? guest
  const [held, setHeld] = useState(() => ({ owner, searches: stored(owner) }))
  const searches = held.owner === owner ? held.searches : stored(owner)
  const change = useCallback(
    (next: (before: readonly string[]) => readonly string[]) => {
      const changed = next(stored(owner))
      writeStored(personalName('searches', owner), changed)
      setHeld({ owner, searches: changed })
    },
    [owner],
  )
  return {
    searches,
    /** Keeps what somebody searched for and followed a result of. */
    keep: (text: string) => {
      const kept = text.slice(0, maxLength)
      change((before) =>
        [kept, ...before.filter((each) => each.toLowerCase() !== kept.toLowerCase())].slice(0, mostKept),
      )
    },
    clear: () => change(() => none),
  }
}

const afterTypingMs = 250
type Answer = { readonly query: string; readonly found: Found | null }

/**
 * Results for the text that is typed. Pairs and pages are matched locally on every key; the server adds notices and,
 * when logged in, further results. A failed request removes nothing.
 */
function useSearch(typed: string, pairs: readonly Pair[] | null): { readonly found: Found; readonly isBusy: boolean } {
  const { t } = useTranslation(['home', 'search'])
  const { request } = useServices()
  const isLoggedIn = useIsLoggedIn()
  const lang = useSettings((settings) => settings.lang)
  const now = typed.trim()
  const query = useDebounced(now, afterTypingMs)
  const [answer, setAnswer] = useState<Answer>({ query: '', found: null })
  useEffect(() => {
    if (query === '' || !isLoggedIn) return
    const controller = new AbortController()
    const search = async () => {
      const reply = await request.read(platform.search, { keyword: query }, { signal: controller.signal })
      if (controller.signal.aborted) return
      const found = reply.ok
        ? {
            coins: reply.value.coins,
            pages: knownPages(reply.value.pages.map(({ path }) => path)),
            news: reply.value.news,
          }
        : null
      setAnswer({ query, found })
    }
    void search()
    return () => controller.abort()
  }, [query, isLoggedIn, request, lang])
  const local = useMemo(
    () => ({ ...nothingFound, coins: findPairs(pairs ?? [], now), pages: findPages(now, t) }),
    [pairs, now, t],
  )
  const remote = answer.query === now ? answer.found : null
  const found = useMemo(() => (remote === null ? local : merged(local, remote)), [local, remote])
  return { found, isBusy: isLoggedIn && now !== '' && answer.query !== now }
}

/** Local results first, because they are live; the server's add what was missing. */
const merged = (local: Found, remote: Found): Found => ({
  coins: [...local.coins, ...remote.coins.filter(({ id }) => local.coins.every((each) => each.id !== id))],
  pages: [...local.pages, ...remote.pages.filter(({ path }) => local.pages.every((each) => each.path !== path))],
  news: remote.news,
})

const mostShown = 4

type Props = {
  readonly pairs: readonly Pair[] | null
  readonly isStale: boolean
  readonly searches: readonly string[]
  readonly onClear: () => void
  readonly onPick: (text: string) => void
}

/**
 * What stands on the page before anything is typed, and below a search that found nothing: the last searches, the top
 * movers and the most traded pairs.
 */
function Suggested({ pairs, isStale, searches, onClear, onPick }: Props) {
  const { t } = useTranslation(['home', 'search'])
  const { movers, most } = useMemo(() => suggestedOf(pairs ?? []), [pairs])
  return (
    <>
      {searches.length > 0 && (
        <section>
          <Row align="baseline" justify="between">
            <Box as="h2" tone={2} weight="medium" endPad={1} size="dense">
              {t('search:results.recent')}
            </Box>
            <Button kind="quiet" size="s" onClick={onClear}>
              {t('search:results.clear')}
            </Button>
          </Row>
          <Row as="ul" gap={2} align="stretch" wraps className={styles.chips}>
            {searches.map((each) => (
              <li key={each}>
                <button type="button" onClick={() => onPick(each)}>
                  {each}
                </button>
              </li>
            ))}
          </Row>
        </section>
      )}
      {(
        [
          [t('movers'), movers],
          [t('search:results.most'), most],
        ] as const
      ).map(
        ([title, rows]) =>
          rows.length > 0 && (
            <section key={title}>
              <Box as="h2" tone={2} weight="medium" endPad={1} size="dense">
                {title}
              </Box>
              <Box as="ul" isRuled>
                {rows.map((pair) => (
                  <li key={pair.id}>
                    <StarredRow pair={pair} isStale={isStale} />
                  </li>
                ))}
              </Box>
            </section>
          ),
      )}
      <Box as="p" tone={2} size="dense">
        {t('search:results.hint')}
      </Box>
    </>
  )
}

/** No pair stands twice on the page. */
const suggestedOf = (pairs: readonly Pair[]) => {
  const movers = ranked(pairs, 'movers').slice(0, mostShown)
  return {
    movers,
    most: ranked(pairs, 'turnover')
      .filter((pair) => !movers.includes(pair))
      .slice(0, mostShown),
  }
}
