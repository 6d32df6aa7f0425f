import { market as calls, type MarketSpark } from '#contract/market/market.ts'
import type { Observable } from 'rxjs'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { watched$ } from '#streams/kit/watched.ts'

/** A line of half hours changes slowly. */
const pace = { primaryMs: 300_000, everyMs: 1000 }

/** The last 24 hours of every market, for the small lines in lists. */
export const createSparks = (deps: StreamDeps): Observable<Live<ReadonlyMap<string, MarketSpark>>> => {
  const ask = async () => {
    const reply = await deps.read(calls.sparks, {})
    return reply.ok ? { ok: true as const, value: new Map(reply.value.map((row) => [row.m, row])) } : reply
  }
  return watched$(deps, ask, pace).pipe(shared(deps.time))
}
