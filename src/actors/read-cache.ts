import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'

type Reads = Endpoint<'reads'>
type Kept<E extends Reads> = { readonly endpoint: E; readonly value: OutputOf<E>; readonly atMs: number }
const isOf = <E extends Reads>(kept: Kept<Reads>, endpoint: E): kept is Kept<E> => kept.endpoint === endpoint

/** As long as somebody who goes back and forth may take; a page that shows it reads it again at once. */
const lastsMs = 60_000
const most = 100

/**
 * What was read, by call and input, so that a page that is opened again shows it at once. Any change, event or login
 * empties it: nothing that may have become wrong by what the caller did is ever shown.
 */
export function createReadCache(steadyMs: () => number) {
  const kept = new Map<string, Kept<Reads>>()
  let turn = 0
  const keyOf = (endpoint: Reads, input: unknown) => `${endpoint.wrap} ${endpoint.path} ${JSON.stringify(input)}`
  return {
    get: <E extends Reads>(endpoint: E, input: InputOf<E>): OutputOf<E> | null => {
      const found = kept.get(keyOf(endpoint, input))
      return found !== undefined && isOf(found, endpoint) && steadyMs() - found.atMs < lastsMs ? found.value : null
    },
    /** Begins a read; what it brings is kept if nothing has emptied the cache meanwhile. */
    begin: <E extends Reads>(endpoint: E, input: InputOf<E>) => {
      const mine = turn
      return (value: OutputOf<E>) => {
        if (mine !== turn) return
        const key = keyOf(endpoint, input)
        kept.delete(key)
        kept.set(key, { endpoint, value, atMs: steadyMs() })
        const [oldest] = kept.keys()
        if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      }
    },
    clear: () => {
      turn += 1
      kept.clear()
    },
  }
}
export type ReadCache = ReturnType<typeof createReadCache>
