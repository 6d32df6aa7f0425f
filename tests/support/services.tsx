import { createServices } from '#src/app/system.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { ServicesContext } from '#src/actors/services.tsx'
import { show } from './render.tsx'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

/** One call as it left the page. */
export type Asked = { readonly path: string; readonly body: Readonly<Record<string, unknown>> }

const bodyOf = (init: RequestInit): Asked['body'] => (typeof init.body === 'string' ? JSON.parse(init.body) : {})

/** A server of one answer per path, or of one answer after another; what it does not know is never answered. */
export const serve = (answers: Readonly<Record<string, unknown>>) => {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://app')
    asked.push({ path: pathname, body: bodyOf(init) })
    const answer = answers[pathname]
    return answer === undefined
      ? new Promise(() => {})
      : Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'Server-Now-Ms': '1000000' } }))
  })
  return asked
}

/** A page on a floor of its own that has not been started: it calls only when the page does. */
export const showWithServices = async (page: ReactNode, lang: Lang = 'en') => {
  const { services, stop } = createServices()
  services.session.start()
  const shown = await show(<ServicesContext value={services}>{page}</ServicesContext>, lang)
  return { ...shown, services, stop }
}
