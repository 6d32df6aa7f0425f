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
import { createI18n, firstNamespaces, prefetchNamespaces } from './i18n.ts'
import { foresee } from './load-page.ts'
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

/** The page that is asked for, or the login where nobody is known, comes beside all else and not after it. */
const foreseePage = (lang: Lang) => {
  const asked = routeOf(herePath().split('?')[0] ?? '/')
  const route = asked?.needsLogin === true && storedTokens() === null ? routeOf(sessionPaths.login) : asked
  // Words are small and the frame waits for its own: they go first.
  prefetchNamespaces(lang, [...firstNamespaces, ...(route?.namespaces ?? [])])
  foresee(route)
}

/** Starts the client: what calls and listens comes while the words do; then the page stands, or says why it cannot. */
export const startApp = async (root: Element) => {
  recoverFromMissingChunks()
  guardDoubleTaps(document, { say: () => toast('refusals:slow_down'), nowMs: () => performance.now() })
  const { lang } = useSettings.getState()
  foreseePage(lang)
  const [services, i18n] = await Promise.all([loadEngine(), createI18n(lang)])
  const failed = (
    <I18nextProvider i18n={i18n}>
      <StartPage why="start" again={() => location.reload()} />
    </I18nextProvider>
  )
  // The last boundary: whatever breaks outside of a page, even while one is leaving, never ends in a blank screen.
  const app = services === null ? failed : <App services={services} i18n={i18n} />
  createRoot(root).render(<PageBoundary instead={() => failed}>{app}</PageBoundary>)
}
