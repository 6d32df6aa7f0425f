import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from './services.tsx'

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

const nothing: Reply<null> = { ok: true, value: null }

/**
 * Reads a call when the page opens, again on request, and in another language. What was read a moment ago is shown at
 * once, and read again. Null as input: there is nothing to ask yet.
 *
 *     const coins = useCall(assets.flashCoins, {})
 *     return <Loaded read={coins}>{(value) => <FlashForm coins={value} />}</Loaded>
 */
export function useCall<E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E> | null): ReadResult<OutputOf<E>> {
  const { request, reads } = useServices()
  const lang = useSettings((settings) => settings.lang)
  const read = useRead<OutputOf<E>>(
    `${endpoint.wrap} ${endpoint.path} ${JSON.stringify(input)}`,
    async (signal) => {
      if (input === null) return nothing
      const keep = reads.begin(endpoint, input)
      const reply = await request.read(endpoint, input, { signal })
      if (reply.ok) keep(reply.value)
      return reply
    },
    () => (input === null ? null : reads.get(endpoint, input)),
  )
  const { refresh } = read
  const said = useRef(lang)
  useEffect(() => {
    if (said.current === lang) return
    said.current = lang
    void refresh()
  }, [lang, refresh])
  return read
}

/** Several reads as one: there when all are, failed when one is. */
export function allOf<T extends Readonly<Record<string, unknown>>>(
  reads: {
    readonly [K in keyof T]: ReadResult<T[K]>
  },
): ReadResult<T> {
  const all: readonly ReadResult<unknown>[] = Object.values(reads)
  const values: Partial<T> = {}
  for (const name in reads) {
    const { value } = reads[name]
    if (value !== null) values[name] = value
  }
  const isWhole = (found: Partial<T>): found is T => Object.keys(reads).every((name) => name in found)
  return {
    value: isWhole(values) ? values : null,
    failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
    isBusy: all.some(({ isBusy }) => isBusy),
    refresh: async () => void (await Promise.all(all.map((each) => each.refresh()))),
  }
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
