import type { PriceRow } from '#contract/market.ts'
import { distinctUntilChanged, filter, map, scan, type Observable } from 'rxjs'
import type { Live } from '#streams/kit/live.ts'

/** One price of the index, with its time in epoch milliseconds. */
export type IndexTick = { readonly at: number; readonly price: string }
const maxTicks = 1500

/** The index prices of one market since the first subscriber, oldest first. */
export const ticks$ = (prices$: Observable<Live<PriceRow>>): Observable<readonly IndexTick[]> =>
  prices$.pipe(
    map(({ value }) => value),
    filter((row) => row !== null),
    distinctUntilChanged((a, b) => a.at_ms === b.at_ms),
    scan((held: readonly IndexTick[], { at_ms, index }) => {
      if (at_ms <= (held.at(-1)?.at ?? 0)) return held
      return [...held.slice(1 - maxTicks), { at: at_ms, price: index }]
    }, []),
  )
