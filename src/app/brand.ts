import { platform } from '#contract/platform/platform.ts'
import type { Request } from '#src/api/request.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { useConfig } from '#src/stores/config.ts'

type Pair = { readonly configKey: string; readonly configValue: string }

const webUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
/** A path of our own server or an address of the web; anything else, like a script, is no picture. */
const logoOf = (text: string) => (/^\/(?![/\\])/.test(text) ? belowBase(text) : (webUrl(text)?.href ?? null))
const shareOf = (text: string) => {
  const url = webUrl(text)
  return url === null ? null : `${url.origin}${url.pathname.replace(/\/*$/, '/')}`
}

/** The name that the sentences have. Another one is put into them by code that is loaded for it. */
const written = 'Kontor'

export const setBrand = (pairs: readonly Pair[]) => {
  const valueOf = (key: string) => pairs.find(({ configKey }) => configKey === key)?.configValue ?? ''
  const name = valueOf('appName')
  if (name !== '' && name !== written)
    void import('./name-app.ts').then(
      ({ nameApp }) => nameApp(name, written),
      () => {},
    )
  useConfig.setState({ logo: logoOf(valueOf('logoIcon')), share: shareOf(valueOf('shareURL')) })
}

/** Reads the face of the app. Nothing waits for it: without it links begin with the address of this page. */
export const readBrand = async (request: Request) => {
  const reply = await request.read(platform.chatConfig, {})
  if (!reply.ok) return
  setBrand(reply.value)
  const { logo } = useConfig.getState()
  if (logo !== null) document.querySelector('link[rel="icon"]')?.setAttribute('href', logo)
}
