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
 * Reads once when the page opens, and again on request: what `useCall` does, for what is put together of several calls.
 * `about` identifies what is read: when it changes, the value starts from null, and the reply to an earlier read is
 * dropped. `known`: what is already at hand.
 */
export function useRead<T>(
  about: string,
  read: (signal: AbortSignal) => Promise<Reply<T | null>>,
  known: () => T | null = () => null,
): ReadResult<T> {
  const fresh = (): Held<T> => ({ about, value: known(), failure: null, isBusy: true })
  const [last, setLast] = useState(fresh)
  const held = last.about === about ? last : fresh()
  const latest = useRef({ read, known })
  const running = useRef<AbortController | null>(null)
  useEffect(() => {
    latest.current = { read, known }
  })
  const refresh = useCallback(async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const valueOf = (now: Held<T>) => (now.about === about ? now.value : latest.current.known())
    setLast((now) => ({ about, value: valueOf(now), failure: null, isBusy: true }))
    const reply = await latest.current.read(controller.signal)
    if (controller.signal.aborted) return
    setLast((now) =>
      reply.ok
        ? { about, value: reply.value, failure: null, isBusy: false }
        : { about, value: valueOf(now), failure: reply.failure, isBusy: false },
    )
  }, [about])
  useEffect(() => {
    void refresh()
    return () => running.current?.abort()
  }, [refresh])
  return { value: held.value, failure: held.failure, isBusy: held.isBusy, refresh }
}
