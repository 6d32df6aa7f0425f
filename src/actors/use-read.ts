import type { Failure, Reply } from '#contract/wire/reply.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The result of a read. The old value stays while it is repeated. */
export type ReadResult<T> = {
  readonly value: T | null
  /** Why the last read failed. */
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Reads again; resolves when the reply is here. */
  readonly refresh: () => Promise<void>
}
type Held<T> = {
  readonly about: string
  readonly value: T | null
  readonly failure: Failure | null
  readonly isBusy: boolean
}

/**
 * Reads once when the page opens, and again on request. `about` identifies what is read: when it changes, the value
 * starts from null, and the reply to an earlier read is dropped.
 */
export function useRead<T>(about: string, read: (signal: AbortSignal) => Promise<Reply<T>>): ReadResult<T> {
  const fresh: Held<T> = { about, value: null, failure: null, isBusy: true }
  const [last, setLast] = useState(fresh)
  const held = last.about === about ? last : fresh
  const latest = useRef(read)
  const running = useRef<AbortController | null>(null)
  useEffect(() => {
    latest.current = read
  })
  const refresh = useCallback(async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setLast((now) => ({ about, value: now.about === about ? now.value : null, failure: null, isBusy: true }))
    const reply = await latest.current(controller.signal)
    if (controller.signal.aborted) return
    setLast((now) =>
      reply.ok
        ? { about, value: reply.value, failure: null, isBusy: false }
        : { about, value: now.about === about ? now.value : null, failure: reply.failure, isBusy: false },
    )
  }, [about])
  useEffect(() => {
    void refresh()
    return () => running.current?.abort()
  }, [refresh])
  return { value: held.value, failure: held.failure, isBusy: held.isBusy, refresh }
}
