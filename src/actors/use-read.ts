import type { Failure, Reply } from '#contract/wire/reply.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

/** What one question brought. An old answer stays while the question is asked again. */
export type Asked<T> = {
  readonly value: T | null
  /** Why the last asking brought nothing. */
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Asks again; settles when the answer is here. */
  readonly refresh: () => Promise<void>
}
type Held<T> = { readonly about: string; readonly value: T | null; readonly failure: Failure | null; readonly isBusy: boolean }

/**
 * Reads something once when the page opens, and again when asked. `about` names the question: another one starts from
 * nothing, and an answer to an older one is dropped.
 */
export function useRead<T>(about: string, read: (signal: AbortSignal) => Promise<Reply<T>>): Asked<T> {
  const fresh: Held<T> = { about, value: null, failure: null, isBusy: true }
  const [kept, setHeld] = useState(fresh)
  const held = kept.about === about ? kept : fresh
  const latest = useRef(read)
  const going = useRef<AbortController | null>(null)
  useEffect(() => {
    latest.current = read
  })
  const refresh = useCallback(async () => {
    going.current?.abort()
    const mine = new AbortController()
    going.current = mine
    setHeld((now) => ({ about, value: now.about === about ? now.value : null, failure: null, isBusy: true }))
    const reply = await latest.current(mine.signal)
    if (mine.signal.aborted) return
    setHeld((now) =>
      reply.ok
        ? { about, value: reply.value, failure: null, isBusy: false }
        : { about, value: now.about === about ? now.value : null, failure: reply.failure, isBusy: false },
    )
  }, [about])
  useEffect(() => {
    void refresh()
    return () => going.current?.abort()
  }, [refresh])
  return { value: held.value, failure: held.failure, isBusy: held.isBusy, refresh }
}
