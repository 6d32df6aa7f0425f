import { limits } from '#contract/wire/limits.ts'
import type { ComponentType } from 'react'
import type { Route } from '#src/lib/route.ts'

/** Why a page is not there: its code did not arrive, it took too long, or it broke. */
export type PageFailure = 'chunk' | 'slow' | 'bug'

export type Loaded = { ok: true; Page: ComponentType } | { ok: false; failure: PageFailure }

const arrived = new Map<Route, ComponentType>()

/** The page if its code is here already. */
export const pageAtHand = (route: Route): ComponentType | null => arrived.get(route) ?? null

/** A page that will surely be asked for begins to come; whether it does is heard by who asks. */
export const foresee = (route: Route | null) => {
  route?.page().catch(() => {})
}

/** Brings a page and its words; given up after a minute. */
export const loadPage = async (route: Route, loadNamespaces: (namespaces: readonly string[]) => Promise<unknown>): Promise<Loaded> => {
  let alarm: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Loaded>((resolve) => {
    alarm = setTimeout(() => resolve({ ok: false, failure: 'slow' }), limits.pageTimeoutMs)
  })
  const page = Promise.all([route.page(), loadNamespaces(route.namespaces)]).then(
    ([Page]): Loaded => {
      arrived.set(route, Page)
      return { ok: true, Page }
    },
    (): Loaded => ({ ok: false, failure: 'chunk' }),
  )
  const loaded = await Promise.race([page, late])
  clearTimeout(alarm)
  return loaded
}
