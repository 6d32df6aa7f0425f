import type { Event } from '#contract/events.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEffect, useEffectEvent } from 'react'

/**
 * Runs when one of these events comes on the caller's own channel, and when some that were missed will not come any
 * more.
 */
export function useRefreshOn(names: readonly Event['ev'][], refresh: () => void) {
  const { feeds } = useServices()
  const run = useEffectEvent((event: Event) => {
    if (names.includes(event.ev)) refresh()
  })
  const again = useEffectEvent(refresh)
  useEffect(() => {
    const listening = feeds.events$.subscribe((event) => run(event))
    listening.add(feeds.renewed$.subscribe(() => again()))
    return () => listening.unsubscribe()
  }, [feeds])
}
