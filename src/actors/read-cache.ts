import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import { useSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import type { Services } from './services.tsx'

type Reads = Endpoint<'reads'>
type Kept<E extends Reads> = { readonly endpoint: E; readonly value: OutputOf<E>; readonly atMs: number }
const isOf = <E extends Reads>(kept: Kept<Reads>, endpoint: E): kept is Kept<E> => kept.endpoint === endpoint

/** As long as somebody who goes back and forth may take; a page that shows it reads it again at once. */
const lastsMs = 60_000
const most = 100

/**
 * What was read, by call and input, so that a page that is opened again shows it at once. `turn` differs after every
 * change, event, login and choice of a language: what was read or asked in another turn is never shown.
 */
export function createReadCache(turn: () => string, steadyMs: () => number) {
  const kept = new Map<string, Kept<Reads>>()
  let held = turn()
  const turnNow = () => {
    const now = turn()
    if (now !== held) kept.clear()
    held = now
    return now
  }
  const keyOf = (endpoint: Reads, input: unknown) => `${endpoint.wrap} ${endpoint.path} ${JSON.stringify(input)}`
  return {
    get: <E extends Reads>(endpoint: E, input: InputOf<E>): OutputOf<E> | null => {
      turnNow()
      const found = kept.get(keyOf(endpoint, input))
      return found !== undefined && isOf(found, endpoint) && steadyMs() - found.atMs < lastsMs ? found.value : null
    },
    /** Begins a read; what it brings is kept if it is still the same turn. */
    begin: <E extends Reads>(endpoint: E, input: InputOf<E>) => {
      const asked = turnNow()
      return (value: OutputOf<E>) => {
        if (asked !== turnNow()) return
        const key = keyOf(endpoint, input)
        kept.delete(key)
        kept.set(key, { endpoint, value, atMs: steadyMs() })
        const [oldest] = kept.keys()
        if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      }
    },
  }
}
type ReadCache = ReturnType<typeof createReadCache>

/** One for each app; tests have several in one page. */
const caches = new WeakMap<Services['request'], ReadCache>()
export const readCacheOf = ({ request, feeds }: Pick<Services, 'request' | 'feeds'>): ReadCache => {
  const known = caches.get(request)
  if (known !== undefined) return known
  let events = 0
  feeds.events$.subscribe(() => (events += 1))
  const turn = () => [request.changes(), events, useSession.getState().login, useSettings.getState().lang].join()
  const made = createReadCache(turn, () => performance.now())
  caches.set(request, made)
  return made
}
