import { createServices } from '#src/app/system.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { ServicesContext } from '#src/actors/services.tsx'
import { show } from './render.tsx'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

/** One call as the page sent it. */
export type SentCall = {
  readonly path: string
  readonly search?: string
  readonly body: Readonly<Record<string, unknown>>
}

const bodyOf = (init: RequestInit): SentCall['body'] => (typeof init.body === 'string' ? JSON.parse(init.body) : {})

/**
 * Stubs `fetch` with one answer per path, or per method and path; calls of other paths are never answered. Returns the
 * calls made.
 */
export const serve = (answers: Readonly<Record<string, unknown>>) => {
  const calls: SentCall[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'http://app')
    calls.push({ path: pathname, ...(search !== '' && { search }), body: bodyOf(init) })
    const answer = answers[`${init.method ?? 'GET'} ${pathname}`] ?? answers[pathname]
    return answer === undefined
      ? new Promise(() => {})
      : Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'Server-Now-Ms': '1000000' } }))
  })
  return calls
}

/** Renders a page with its own services that are not started, so that only the page itself makes calls. */
export const showWithServices = async (page: ReactNode, lang: Lang = 'en') => {
  const { services, stop } = createServices({ fetch: globalThis.fetch })
  services.session.start()
  const shown = await show(<ServicesContext value={services}>{page}</ServicesContext>, lang)
  return { ...shown, services, stop }
}
