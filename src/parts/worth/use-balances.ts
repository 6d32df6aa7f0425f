import { assets } from '#contract/assets/assets.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSession } from '#src/stores/session.ts'
import { toast } from '#src/stores/toasts.ts'
import { balancesOf, noCells, takeList, type Balances } from '#streams/assets/assets.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { useCallback, useEffect, useState } from 'react'

/** How long the stream may be silent before it is read explicitly, so that a failure becomes visible. */
const patienceMs = 5000
type Pulled = { readonly login: number; readonly balances: Balances | null; readonly hasFailed: boolean }
export type OwnBalances = Live<Balances> & { readonly hasFailed: boolean; readonly refresh: () => Promise<void> }

/** The balances of the user: pushed, and read on pull to refresh; the copy with the later booking is shown. */
export function useBalances(): OwnBalances {
  const { feeds, request } = useServices()
  const login = useSession((session) => session.login)
  const live = useStream(feeds.balances$, loading)
  const [kept, setPulled] = useState<Pulled>({ login, balances: null, hasFailed: false })
  const pulled = kept.login === login ? kept : { login, balances: null, hasFailed: false }
  const refresh = useCallback(async () => {
    const reply = await request.read(assets.list, {})
    // The old value stays visible, so a failed refresh has to be reported.
    if (!reply.ok) toast('ui:failed', {}, 'error')
    setPulled((now) =>
      reply.ok
        ? { login, balances: balancesOf(takeList(noCells, reply.value)), hasFailed: false }
        : { login, balances: now.login === login ? now.balances : null, hasFailed: true },
    )
  }, [request, login])
  const isWaiting = live.value === null && pulled.balances === null
  useEffect(() => {
    if (!isWaiting) return
    const patience = setTimeout(() => void refresh(), patienceMs)
    return () => clearTimeout(patience)
  }, [isWaiting, refresh])
  const isAhead = pulled.balances !== null && pulled.balances.seq > (live.value?.seq ?? -1)
  const shown = isAhead
    ? { value: pulled.balances, freshness: live.value === null ? ('live' as const) : live.freshness, ageMs: live.ageMs }
    : live
  return { ...shown, hasFailed: pulled.hasFailed, refresh }
}
