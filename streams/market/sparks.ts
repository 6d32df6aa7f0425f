import { market as calls, type MarketSpark } from '#contract/market.ts'
import { map, type Observable } from 'rxjs'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'
import { live$, type Live } from '#streams/kit/live.ts'
import { polled$ } from '#streams/kit/poll.ts'

/** A line of half hours changes slowly. */
const primaryMs = 300_000
const everyMs = 1000

/** The last 24 hours of every market, for the small lines in lists. Polled while somebody looks. */
export const createSparks = (deps: StreamDeps): Observable<Live<ReadonlyMap<string, MarketSpark>>> => {
  const { pollMode$, read, time } = deps
  const mode$ = pollMode$.pipe(map((mode) => (mode === 'idle' ? mode : 'primary')))
  const updates$ = polled$(mode$, () => read(calls.sparks, {}), { primaryMs, time }).pipe(
    map((rows) => ({ type: 'value' as const, value: new Map(rows.map((row) => [row.m, row])) })),
  )
  return live$(updates$, { ...deps, everyMs }).pipe(shared(time))
}
