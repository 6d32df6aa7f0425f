import { platform } from '#contract/platform.ts'
import type { Request } from '#src/api/request.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useSettings } from '#src/stores/settings.ts'
import { createServices } from './system.ts'

/** Tells the venue each language that is chosen; calls bear it anyway, this is for what the venue says unasked. */
export const tellLanguages = (request: Request) =>
  useSettings.subscribe(({ lang }, { lang: before }) => {
    if (lang !== before) void request.change(platform.setLang, { lang }, newKey())
  })

/** All that calls and listens, in a chunk of its own: the frame of the page does not wait for its code. */
export const startEngine = () => {
  const { services, start } = createServices()
  start()
  tellLanguages(services.request)
  return services
}
