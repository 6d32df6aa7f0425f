import { useCallback, useEffect, useRef } from 'react'

/** Pull to refresh for something that only reports whether it is busy: starts it, and resolves when it has ended. */
export function useRefresh(isBusy: boolean, start: () => void): () => Promise<void> {
  const waiting = useRef<(() => void)[]>([])
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    if (!isBusy) for (const resolve of waiting.current.splice(0)) resolve()
  }, [isBusy])
  return useCallback(
    () =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve)
        latest.current()
      }),
    [],
  )
}

/** Refreshes when something else is asked for, not at first. */
export function useAnew(about: unknown, refresh: () => unknown) {
  const asked = useRef(about)
  useEffect(() => {
    if (asked.current === about) return
    asked.current = about
    void refresh()
  }, [about, refresh])
}
