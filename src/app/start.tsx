import { toast } from '#src/stores/toasts.ts'
import { useSettings } from '#src/stores/settings.ts'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { App } from './app.tsx'
import { guardDoubleTaps } from './double-tap.ts'
import { createI18n } from './i18n.ts'
import { PageBoundary } from './page-boundary.tsx'
import { recoverFromMissingChunks } from './reload.ts'
import { StartPage } from './start-page.tsx'

const loadEngine = async () => {
  try {
    return (await import('./engine.ts')).startEngine()
  } catch (error) {
    console.error(error)
    return null
  }
}

/** Starts the client: what calls and listens comes while the words do; then the page stands, or says why it cannot. */
export const startApp = async (root: Element) => {
  recoverFromMissingChunks()
  guardDoubleTaps(document, { say: () => toast('shell:slowDown'), nowMs: () => performance.now() })
  const [floor, i18n] = await Promise.all([loadEngine(), createI18n(useSettings.getState().lang)])
  const failed = (
    <I18nextProvider i18n={i18n}>
      <StartPage why="start" again={() => location.reload()} />
    </I18nextProvider>
  )
  // The last boundary: whatever breaks outside of a page, even while one is leaving, never ends in a blank screen.
  const app = floor === null ? failed : <App floor={floor} i18n={i18n} />
  createRoot(root).render(<PageBoundary instead={() => failed}>{app}</PageBoundary>)
}
