import '#src/ui/tokens.css'
import '#src/ui/base.css'
import '#src/app/slide.css'
import { App } from '#src/app/app.tsx'
import { guardDoubleTaps } from '#src/app/double-tap.ts'
import { createI18n } from '#src/app/i18n.ts'
import { recoverFromMissingChunks } from '#src/app/reload.ts'
import { createFloor } from '#src/app/system.ts'
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/stores/toasts.ts'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

recoverFromMissingChunks()
guardDoubleTaps(document, { say: () => toast('shell:slowDown'), nowMs: () => performance.now() })
const { floor, start } = createFloor()
start()
const i18n = await createI18n(useSettings.getState().lang)
createRoot(root).render(<App floor={floor} i18n={i18n} />)
