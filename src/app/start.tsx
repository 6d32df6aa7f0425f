import { toast } from '#src/stores/toasts.ts'
import { useSettings } from '#src/stores/settings.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { guardDoubleTaps } from './double-tap.ts'
import { createI18n } from './i18n.ts'
import { recoverFromMissingChunks } from './reload.ts'
import { createFloor } from './system.ts'

/** Starts the client: first what listens and calls, so that it is under way while the words come; then the page. */
export const startApp = async (root: Element) => {
  recoverFromMissingChunks()
  guardDoubleTaps(document, { say: () => toast('shell:slowDown'), nowMs: () => performance.now() })
  const { floor, start } = createFloor()
  start()
  const i18n = await createI18n(useSettings.getState().lang)
  createRoot(root).render(<App floor={floor} i18n={i18n} />)
}
