import type { Lang } from '#contract/wire/languages.ts'
import { herePath } from '#src/lib/hash-location.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { storedTokens } from '#src/stores/session.ts'
import { toast } from '#src/stores/toasts.ts'
import { useSettings } from '#src/stores/settings.ts'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { App } from './app.tsx'
import { guardDoubleTaps } from './double-tap.ts'
import { firstStyles } from './boot/first-styles.ts'
import { createI18n, firstNamespaces, prefetchNamespaces } from './i18n.ts'
import { prefetchPage } from './load-page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { recoverFromMissingChunks } from './reload.ts'
import { routeOf } from './routes.ts'
import { StartPage } from './start-page.tsx'

const loadEngine = async () => {
  try {
    return (await import('./engine.ts')).startEngine()
  } catch (error) {
    console.error(error)
    return null
  }
}

/** Where the browser keeps nothing, nobody can have asked. */
const isRecordingAsked = () => {
  try {
    return sessionStorage.getItem('kontor.recording') !== null
  } catch {
    return false
  }
}
/** Somebody has asked on the page of reports that this tab be recorded. Nobody else pays for it. */
const recordIfAsked = async () => {
  if (!isRecordingAsked()) return
  try {
    const { recordFromNow } = await import('#src/features/report/record-page.ts')
    recordFromNow()
  } catch (error) {
    console.error(error)
  }
}

/** Prefetches the requested page, or the login page without a session, in parallel with the start. */
const prefetchFirstPage = (lang: Lang) => {
  const requested = routeOf(herePath().split('?')[0] ?? '/')
  const route = requested?.needsLogin === true && storedTokens() === null ? routeOf(sessionPaths.login) : requested
  // Locale files are small and the frame needs its own, so they are requested first.
  prefetchNamespaces(lang, [...firstNamespaces, ...(route?.namespaces ?? [])])
  prefetchPage(route)
}

/** Starts the client: loads the engine and the locale files in parallel, then renders the app or the failure page. */
export const startApp = async (root: Element) => {
  recoverFromMissingChunks()
  await recordIfAsked()
  guardDoubleTaps(document, { say: () => toast('refusals:slow_down'), nowMs: () => performance.now() })
  const { lang } = useSettings.getState()
  prefetchFirstPage(lang)
  const [services, i18n] = await Promise.all([loadEngine(), createI18n(lang), firstStyles()])
  const failed = (
    <I18nextProvider i18n={i18n}>
      <StartPage why="start" again={() => location.reload()} />
    </I18nextProvider>
  )
  // The outermost boundary: an error outside of a page, also during unmount, never leaves a blank screen.
  const app = services === null ? failed : <App services={services} i18n={i18n} />
  createRoot(root).render(<PageBoundary instead={() => failed}>{app}</PageBoundary>)
}
