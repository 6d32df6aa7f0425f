import { otc, type Ad } from '#contract/otc.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEffect, useState } from 'react'

const everyMs = 10_000
const tickMs = 1000

/**
 * An ad as it is now, read again while it is looked at, and how many seconds ago it was read; null before the first
 * answer.
 */
export function useFreshAd(first: Ad): { readonly ad: Ad; readonly ageS: number | null } {
  const { request } = useServices()
  const [held, setHeld] = useState<{ readonly ad: Ad; readonly at: number | null }>({ ad: first, at: null })
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const aborting = new AbortController()
    const read = async () => {
      const reply = await request.read(otc.ad, { id: first.id })
      // An ad that is gone stays as it was seen: the venue says so when it is taken.
      if (reply.ok && !aborting.signal.aborted) setHeld({ ad: reply.value, at: performance.now() })
    }
    void read()
    const reading = setInterval(() => void (document.visibilityState === 'visible' && read()), everyMs)
    const ticking = setInterval(() => setNow(performance.now()), tickMs)
    return () => {
      aborting.abort()
      clearInterval(reading)
      clearInterval(ticking)
    }
  }, [request, first.id])
  return { ad: held.ad, ageS: held.at === null ? null : Math.max(0, Math.floor((now - held.at) / 1000)) }
}
