import { limits } from '#contract/wire/limits.ts'
import type { ComponentType } from 'react'
import type { Route } from '#src/lib/route.ts'

/** Why a page could not be loaded: its code was not received, loading timed out, or it threw. */
export type PageFailure = 'chunk' | 'slow' | 'bug'

export type Loaded = { ok: true; Page: ComponentType } | { ok: false; failure: PageFailure }

const loadedPages = new Map<Route, ComponentType>()

/** The page, if its code is already loaded. */
export const loadedPage = (route: Route): ComponentType | null => loadedPages.get(route) ?? null

/** Prefetches a page that will be needed. Errors are ignored here: the actual load reports them. */
export const prefetchPage = (route: Route | null) => {
  route?.page().catch(() => {})
}

/** Loads a page and its locale files; fails after one minute. */
export const loadPage = async (
  route: Route,
  loadNamespaces: (namespaces: readonly string[]) => Promise<unknown>,
): Promise<Loaded> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Loaded>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, failure: 'slow' }), limits.pageTimeoutMs)
  })
  const page = Promise.all([route.page(), loadNamespaces(route.namespaces)]).then(
    ([Page]): Loaded => {
      loadedPages.set(route, Page)
      return { ok: true, Page }
    },
    (): Loaded => ({ ok: false, failure: 'chunk' }),
  )
  const loaded = await Promise.race([page, timeout])
  clearTimeout(timer)
  return loaded
}
