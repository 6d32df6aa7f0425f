import { platform } from '#contract/platform/platform.ts'
import type { Request } from '#src/api/request.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useSettings } from '#src/stores/settings.ts'
import { firstOf } from '#streams/kit/live.ts'
import { createServices } from './system.ts'

/** Sends each language change to the server. Calls carry the language in a header; this is for pushed texts. */
export const syncLanguage = (request: Request) =>
  useSettings.subscribe(({ lang }, { lang: before }) => {
    if (lang !== before) void request.change(platform.setLang, { lang }, newKey())
  })

/** All calls and streams in a chunk of their own, so that the frame renders without waiting for this code. */
export const startEngine = () => {
  const { services, start } = createServices()
  start()
  // Every page shows prices, or keeps them for when there is no network: they are asked for together with what the
  // start needs.
  firstOf(services.feeds.tickers$).subscribe()
  syncLanguage(services.request)
  // Only the built app: while it is developed nothing may be kept. Outside of the bundler `import.meta.env` is
  // undefined.
  if (import.meta.env?.PROD) void import('./installed.tsx').then(({ startInstalled }) => startInstalled(services))
  return services
}
