import { Box } from '#src/ui/box.tsx'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { useConfig } from '#src/stores/config.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailedPage } from './failed-page.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { usePageLoader, type Shown } from './use-page-loader.ts'
import styles from './outlet.module.css'
import { limits } from '#contract/wire/limits.ts'
import { go } from '#src/lib/hash-location.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Note } from './note.tsx'

/**
 * Renders the page of a path with a slide transition, focuses its heading and sets the document title. `data-path` is
 * the path of what is in sight.
 */
export function Outlet({ path }: { readonly path: string | null }) {
  const isLoggedIn = useIsLoggedIn()
  const { i18n } = useTranslation()
  const loadNamespaces = useRef((namespaces: readonly string[]) => i18n.loadNamespaces(namespaces))
  const { shown, again } = usePageLoader(path, loadNamespaces.current)
  const isFirst = useRef(true)
  // After a logout personal data is removed at once, before the next page is loaded.
  const isHidden = path === null || (shown.route?.needsLogin === true && !isLoggedIn)
  useTitle(shown)
  return (
    <Box id="page" data-path={shown.path} as="main" lay="column" isRelative className={styles.outlet} tabIndex={-1}>
      {isHidden ? <LoadingPage isLate /> : <Content key={shown.path} shown={shown} again={again} isFirst={isFirst} />}
    </Box>
  )
}

type Flag = { current: boolean }
type ContentProps = { readonly shown: Shown; readonly again: () => void; readonly isFirst: Flag }

function Content({ shown, again, isFirst }: ContentProps) {
  if (shown.state === 'nothing') return null
  if (shown.state === 'loading') return <LoadingPage />
  return (
    <PageBoundary instead={(retry) => <FailedPage failure="bug" again={retry} />}>
      <Suspense fallback={<LoadingPage isLate />}>
        <Body shown={shown} again={again} />
        <Arrival isFirst={isFirst} />
      </Suspense>
    </PageBoundary>
  )
}

function Body({ shown, again }: Omit<ContentProps, 'isFirst'>) {
  if (shown.state === 'failed') return <FailedPage failure={shown.failure} again={again} />
  return shown.state === 'page' ? <shown.Page /> : <NotFoundPage />
}

/** Mounted together with the page, so that its effect can focus the heading; not on the first page. */
function Arrival({ isFirst }: { readonly isFirst: Flag }) {
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const main = document.getElementById('page')
    if (main === null || main.contains(document.activeElement)) return
    const heading = main.querySelector<HTMLElement>('h1')
    if (heading !== null) heading.tabIndex = -1
    const target = heading ?? main
    target.focus({ preventScroll: true })
  }, [isFirst])
  return null
}

/**
 * The title of the document. Its text is in the locale file of the page, which is loaded together with the page's code,
 * so it costs no request of its own. While a page loads for the first time the document keeps the title it has and
 * never shows a key; a page that failed to load has the name of the app.
 */
function useTitle({ route, state }: Shown) {
  const { t, i18n } = useTranslation('shell')
  const key = route?.title ?? (state === 'unknown' ? 'shell:titles.notFound' : null)
  const isHere = key !== null && i18n.exists(key)
  const name = useConfig(({ setting }) => setting?.name) ?? t('app')
  const text = isHere ? `${t(key)} · ${name}` : name
  const isComing = state === 'loading' && !isHere
  useEffect(() => {
    if (!isComing) document.title = text
  }, [text, isComing])
}

/**
 * The placeholder of a page that is loading. `isLate` is false for the first
 * 200 ms, so that a fast page does not flicker.
 */
function LoadingPage({ isLate = false }: { readonly isLate?: boolean }) {
  const { t } = useTranslation('shell')
  const [isHere, setIsHere] = useState(!isLate)
  useEffect(() => {
    const delay = setTimeout(() => setIsHere(true), limits.pageDelayMs)
    return () => clearTimeout(delay)
  }, [])
  if (!isHere) return null
  return (
    <Box lay="column" gap={4} isFull className={styles.loading} role="status" aria-label={t('page.loading')}>
      {[1, 2, 3, 4].map((bone) => (
        <Box key={bone} as="span" ground="raised" round={3} className={styles.bone} />
      ))}
    </Box>
  )
}

/** Shown for an unknown path. */
function NotFoundPage() {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('titles.notFound')}>
      <Note icon="search" text={t('notFound.text')}>
        <Button kind="primary" onClick={() => go(homePaths.home, { replace: true })}>
          {t('notFound.home')}
        </Button>
      </Note>
    </Page>
  )
}
