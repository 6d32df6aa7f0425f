import type { Reply } from '#contract/wire/reply.ts'
import { map, type Observable } from 'rxjs'
import type { StreamDeps } from './deps.ts'
import { live$, type Live } from './live.ts'
import { polled$, whileVisible$ } from './poll.ts'

type Options = { readonly primaryMs: number; readonly everyMs: number }

/** What no channel carries: polled at one interval as long as somebody looks, whatever the socket does. */
export const watched$ = <T>(
  deps: StreamDeps,
  ask: () => Promise<Reply<T>>,
  { primaryMs, everyMs }: Options,
): Observable<Live<T>> =>
  live$(
    polled$(whileVisible$(deps.pollMode$), ask, { primaryMs, time: deps.time }).pipe(
      map((value) => ({ type: 'value' as const, value })),
    ),
    { ...deps, everyMs },
  )
