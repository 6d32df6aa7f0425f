import { useCallback, useEffect, useRef } from 'react'

/** For pull to refresh over something that only says whether it is busy: begins it, and settles when it has ended. */
export function useRefresh(isBusy: boolean, begin: () => void): () => Promise<void> {
  const waiting = useRef<(() => void)[]>([])
  const start = useRef(begin)
  useEffect(() => {
    start.current = begin
  })
  useEffect(() => {
    if (!isBusy) for (const settle of waiting.current.splice(0)) settle()
  }, [isBusy])
  return useCallback(
    () =>
      new Promise<void>((settle) => {
        waiting.current.push(settle)
        start.current()
      }),
    [],
  )
}
