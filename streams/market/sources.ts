import { market as calls, type MarketSources } from '#contract/market.ts'
import { map, type Observable } from 'rxjs'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'
import { live$, type Live } from '#streams/kit/live.ts'
import { polled$ } from '#streams/kit/poll.ts'

const primaryMs = 2000
const everyMs = 250

/** The sources of every market's price. No channel carries them, so they are polled whenever somebody looks. */
export const createSources = (deps: StreamDeps): Observable<Live<readonly MarketSources[]>> => {
  const { pollMode$, read, time } = deps
  const mode$ = pollMode$.pipe(map((mode) => (mode === 'idle' ? mode : 'primary')))
  const updates$ = polled$(mode$, () => read(calls.sources, {}), { primaryMs, time }).pipe(map((value) => ({ type: 'value' as const, value })))
  return live$(updates$, { ...deps, everyMs }).pipe(shared(time))
}
