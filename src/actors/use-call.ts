import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useEffect, useRef } from 'react'
import { readCacheOf } from './read-cache.ts'
import { useServices } from './services.tsx'
import { useRead, type ReadResult } from './use-read.ts'

const nothing: Reply<null> = { ok: true, value: null }

/**
 * Reads a call when the page opens, again on request, and in another language. What was read a moment ago is shown at
 * once, and read again. Null as input: there is nothing to ask yet.
 *
 *     const coins = useCall(assets.flashCoins, {})
 *     return <Loaded read={coins}>{(value) => <FlashForm coins={value} />}</Loaded>
 */
export function useCall<E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E> | null): ReadResult<OutputOf<E>> {
  const services = useServices()
  const { request } = services
  const reads = readCacheOf(services)
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
