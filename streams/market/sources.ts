import { market as calls, type MarketSources } from '#contract/market/market.ts'
import type { Observable } from 'rxjs'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { watched$ } from '#streams/kit/watched.ts'

const pace = { primaryMs: 2000, everyMs: 250 }

/** The sources of every market's price. */
export const createSources = (deps: StreamDeps): Observable<Live<readonly MarketSources[]>> =>
  watched$(deps, () => deps.read(calls.sources, {}), pace).pipe(shared(deps.time))
