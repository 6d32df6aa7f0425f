import { otc } from '#contract/otc/otc.ts'
import type { Ad } from '#contract/otc/otc-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEffect, useState } from 'react'

const everyMs = 10_000
const tickMs = 1000
type Held = { readonly ad: Ad | null; readonly at: number | null; readonly isGone: boolean }

/**
 * An ad as it is now, read again while it is looked at, and how many seconds ago it was read; null before the first
 * answer. `tapped` is the ad as it stood in the list, if it comes from there.
 */
export function useFreshAd(id: string, tapped: Ad | null) {
  const { request } = useServices()
  const [held, setHeld] = useState<Held>({ ad: tapped, at: null, isGone: false })
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const aborting = new AbortController()
    const read = async () => {
      const reply = await request.read(otc.ad, { id })
      if (aborting.signal.aborted) return
      if (reply.ok) setHeld({ ad: reply.value, at: performance.now(), isGone: false })
      // An ad that is gone stays as it was seen: the venue says so when it is taken.
      else if (reply.failure.kind === 'refused') setHeld((last) => ({ ...last, isGone: true }))
    }
    void read()
    const reading = setInterval(() => void (document.visibilityState === 'visible' && read()), everyMs)
    const ticking = setInterval(() => setNow(performance.now()), tickMs)
    return () => {
      aborting.abort()
      clearInterval(reading)
      clearInterval(ticking)
    }
  }, [request, id])
  return { ...held, ageS: held.at === null ? null : Math.max(0, Math.floor((now - held.at) / 1000)) }
}
