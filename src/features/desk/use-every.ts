import { useEffect, useRef } from 'react'

const everyMs = 15_000

/**
 * Reads again every 15 seconds while the page is looked at, and when it is looked at again: cases come without anybody
 * asking.
 */
export function useEvery(refresh: () => Promise<void>) {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void latest.current()
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}
