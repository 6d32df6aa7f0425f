import type { PriceRow } from '#contract/market/market.ts'
import { tickGapMs } from '#contract/option/option.ts'
import { connect, distinctUntilChanged, exhaustMap, filter, map, merge, scan, type Observable } from 'rxjs'
import type { Live } from '#streams/kit/live.ts'

/** One price of the index, with its time in epoch milliseconds. */
export type IndexTick = { readonly at: number; readonly price: string }
const maxHeld = 2500

/** Both lists in the order of time, each instant once. */
function merged(held: readonly IndexTick[], more: readonly IndexTick[]): readonly IndexTick[] {
  const known = new Set(held.map(({ at }) => at))
  return [...held, ...more.filter(({ at }) => !known.has(at))].toSorted((a, b) => a.at - b.at)
}

/** Emits at the first tick and at each one that comes long after the one before, when ticks have to be asked for. */
const gaps$ = (rows$: Observable<IndexTick>) =>
  rows$.pipe(
    scan(({ last }, { at }) => ({ last: at, isGap: at - last > tickGapMs }), {
      last: Number.NEGATIVE_INFINITY,
      isGap: false,
    }),
    filter(({ isGap }) => isGap),
  )

type Past = () => Observable<readonly IndexTick[]>
/**
 * The index prices of one market, oldest first: each new tick, and the ticks of `past` before the first and in gaps.
 */
export const ticks$ = (prices$: Observable<Live<PriceRow>>, past: Past): Observable<readonly IndexTick[]> =>
  prices$.pipe(
    map(({ value }) => value),
    filter((row) => row !== null),
    distinctUntilChanged((a, b) => a.at_ms === b.at_ms),
    map(({ at_ms, index }): IndexTick => ({ at: at_ms, price: index })),
    connect((rows$) => merge(rows$, gaps$(rows$).pipe(exhaustMap(past)))),
    scan<IndexTick | readonly IndexTick[], readonly IndexTick[]>((held, next) => {
      if (!('price' in next)) return merged(held, next).slice(-maxHeld)
      return next.at <= (held.at(-1)?.at ?? 0) ? held : [...held.slice(1 - maxHeld), next]
    }, []),
  )
