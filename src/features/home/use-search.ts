import type { Pair } from '#contract/market.ts'
import { platform } from '#contract/platform.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { useServices } from '#src/actors/services.tsx'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findPages, findPairs, knownPages, nothingFound, type Found } from './found.ts'

const afterTypingMs = 250
type Told = { readonly wished: string; readonly found: Found | null }

/**
 * What fits what is typed. Pairs and pages are found here, at every key; the venue adds notices and answers for who is
 * logged in. An answer that fails takes nothing away.
 */
export function useSearch(typed: string, pairs: readonly Pair[] | null): { readonly found: Found; readonly isBusy: boolean } {
  const { t } = useTranslation('home')
  const { request } = useServices()
  const isLoggedIn = useIsLoggedIn()
  const lang = useSettings((settings) => settings.lang)
  const now = typed.trim()
  const wished = useDebounced(now, afterTypingMs)
  const [told, setTold] = useState<Told>({ wished: '', found: null })
  useEffect(() => {
    if (wished === '' || !isLoggedIn) return
    const asking = new AbortController()
    const ask = async () => {
      const reply = await request.read(platform.search, { keyword: wished }, { signal: asking.signal })
      if (asking.signal.aborted) return
      const found = reply.ok
        ? { coins: reply.value.coins, pages: knownPages(reply.value.pages.map(({ path }) => path)), news: reply.value.news }
        : null
      setTold({ wished, found })
    }
    void ask()
    return () => asking.abort()
  }, [wished, isLoggedIn, request, lang])
  const local = useMemo(
    () => ({ ...nothingFound, coins: findPairs(pairs ?? [], now), pages: findPages(now, t) }),
    [pairs, now, t],
  )
  const theirs = told.wished === now ? told.found : null
  const found = useMemo(() => (theirs === null ? local : joined(local, theirs)), [local, theirs])
  return { found, isBusy: isLoggedIn && now !== '' && told.wished !== now }
}

/** Ours first, for they are live; theirs fill in what we did not know. */
const joined = (ours: Found, theirs: Found): Found => ({
  coins: [...ours.coins, ...theirs.coins.filter(({ id }) => ours.coins.every((each) => each.id !== id))],
  pages: [...ours.pages, ...theirs.pages.filter(({ path }) => ours.pages.every((each) => each.path !== path))],
  news: theirs.news,
})
