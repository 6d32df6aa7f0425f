import { useEffect, useState } from 'react'

/** The longest wait of a browser's timer; what is asked for beyond is no wait at all. */
const maxWaitMs = 2_147_483_647

/**
 * Whether an instant of the server has passed; there is none: it has. It is looked at again when it comes, and when the
 * page is back.
 */
export function useIsPast(atMs: number | null, nowMs: () => number): boolean {
  const [, look] = useState(0)
  const isPast = atMs === null || atMs <= nowMs()
  useEffect(() => {
    if (isPast) return
    const again = () => look((count) => count + 1)
    // A moment later, so that the clock has passed it.
    const timer = setTimeout(again, Math.min(maxWaitMs, Math.max(0, (atMs ?? 0) - nowMs()) + 50))
    addEventListener('focus', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', again)
    }
  })
  return isPast
}
