import { limits } from '#contract/wire/limits.ts'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { loadPage, loadedPage, type PageFailure } from './load-page.ts'
import { isTabPath, routeOf } from './routes.ts'
import type { Route } from '#src/lib/route.ts'
import { reloadDecision, reloadIfReachable } from './reload.ts'
import { step, type Trail } from './trail.ts'
import { flushSync } from 'react-dom'
import type { Direction } from './trail.ts'

/** What is rendered: a page, a placeholder, a load failure, or the not-found page. */
export type Shown =
  | { readonly state: 'nothing'; readonly path: string; readonly route: null }
  | { readonly state: 'loading'; readonly path: string; readonly route: Route }
  | { readonly state: 'page'; readonly path: string; readonly route: Route; readonly Page: ComponentType }
  | { readonly state: 'failed'; readonly path: string; readonly route: Route; readonly failure: PageFailure }
  | { readonly state: 'unknown'; readonly path: string; readonly route: null }

type LoadNamespaces = (namespaces: readonly string[]) => Promise<unknown>

/**
 * Loads the page of a path and returns what to render. The old page stays for 200 ms, then a placeholder is rendered;
 * after one minute, or when the code is missing, a failure. `again` retries. A browser may cache a failed module
 * import for the lifetime of the document, so when the code is still missing the app is reloaded.
 */
export function usePageLoader(path: string | null, loadNamespaces: LoadNamespaces) {
  const [shown, setShown] = useState<Shown>({ state: 'nothing', path: '', route: null })
  const [attempt, setAttempt] = useState(0)
  const trail = useRef<Trail>([])
  const isRetry = useRef(false)
  useEffect(() => {
    if (path === null) return
    const route = routeOf(path)
    const taken = step(trail.current, path, isTabPath)
    trail.current = taken.trail
    const mayReloadApp = isRetry.current
    isRetry.current = false
    let isCurrent = true
    const show = (next: Shown) => {
      if (isCurrent) slide(taken.direction, () => setShown(next))
    }
    if (route === null) return show({ state: 'unknown', path, route })
    const Page = loadedPage(route)
    if (Page !== null) return show({ state: 'page', path, route, Page })
    const placeholder = setTimeout(() => isCurrent && setShown({ state: 'loading', path, route }), limits.pageDelayMs)
    void loadPage(route, loadNamespaces).then(async (loaded) => {
      if (isCurrent && mayReloadApp && !loaded.ok && loaded.failure === 'chunk') void reloadIfReachable()
      // A failure with a button would vanish under the finger while the app reloads itself.
      if (!loaded.ok && (await reloadDecision())) return
      clearTimeout(placeholder)
      show(
        loaded.ok
          ? { state: 'page', path, route, Page: loaded.Page }
          : { state: 'failed', path, route, failure: loaded.failure },
      )
    })
    return () => {
      isCurrent = false
      clearTimeout(placeholder)
    }
  }, [path, attempt, loadNamespaces])
  const again = () => {
    isRetry.current = true
    setAttempt((n) => n + 1)
  }
  return { shown, again }
}

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Shows the next page with a slide transition, if the browser supports it and the user allows motion. */
const slide = (direction: Direction, show: () => void) => {
  if (direction === 'across' || document.hidden || !('startViewTransition' in document) || wantsStillness())
    return show()
  document.documentElement.dataset['slide'] = direction
  const transition = document.startViewTransition(() => flushSync(show))
  const settle = () => delete document.documentElement.dataset['slide']
  transition.finished.then(settle, settle)
  // The promise also rejects when a transition is skipped, for example by the next one; that is not an error.
  transition.ready.catch(() => {})
}
