import type { Pair } from '#contract/market/market.ts'
import { platform } from '#contract/platform/platform.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { useServices } from '#src/actors/services.tsx'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findPages, findPairs, knownPages, nothingFound, type Found } from './found.ts'

const afterTypingMs = 250
type Answer = { readonly query: string; readonly found: Found | null }

/**
 * Results for the text that is typed. Pairs and pages are matched locally on every key; the server adds notices and,
 * when logged in, further results. A failed request removes nothing.
 */
export function useSearch(
  typed: string,
  pairs: readonly Pair[] | null,
): { readonly found: Found; readonly isBusy: boolean } {
  const { t } = useTranslation('home')
  const { request } = useServices()
  const isLoggedIn = useIsLoggedIn()
  const lang = useSettings((settings) => settings.lang)
  const now = typed.trim()
  const query = useDebounced(now, afterTypingMs)
  const [answer, setAnswer] = useState<Answer>({ query: '', found: null })
  useEffect(() => {
    if (query === '' || !isLoggedIn) return
    const controller = new AbortController()
    const search = async () => {
      const reply = await request.read(platform.search, { keyword: query }, { signal: controller.signal })
      if (controller.signal.aborted) return
      const found = reply.ok
        ? {
            coins: reply.value.coins,
            pages: knownPages(reply.value.pages.map(({ path }) => path)),
            news: reply.value.news,
          }
        : null
      setAnswer({ query, found })
    }
    void search()
    return () => controller.abort()
  }, [query, isLoggedIn, request, lang])
  const local = useMemo(
    () => ({ ...nothingFound, coins: findPairs(pairs ?? [], now), pages: findPages(now, t) }),
    [pairs, now, t],
  )
  const remote = answer.query === now ? answer.found : null
  const found = useMemo(() => (remote === null ? local : merged(local, remote)), [local, remote])
  return { found, isBusy: isLoggedIn && now !== '' && answer.query !== now }
}

/** Local results first, because they are live; the server's add what was missing. */
const merged = (local: Found, remote: Found): Found => ({
  coins: [...local.coins, ...remote.coins.filter(({ id }) => local.coins.every((each) => each.id !== id))],
  pages: [...local.pages, ...remote.pages.filter(({ path }) => local.pages.every((each) => each.path !== path))],
  news: remote.news,
})
