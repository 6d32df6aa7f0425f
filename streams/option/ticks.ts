import type { PriceRow } from '#contract/market.ts'
import { tickGapMs } from '#contract/option.ts'
import { connect, distinctUntilChanged, exhaustMap, filter, map, merge, scan, type Observable } from 'rxjs'
import type { Live } from '#streams/kit/live.ts'

/** One price of the index, as it came. */
export type IndexTick = { readonly at: number; readonly price: string }
const maxHeld = 2500

/** Both in the order of time, each instant once. */
function joined(held: readonly IndexTick[], some: readonly IndexTick[]): readonly IndexTick[] {
  const known = new Set(held.map(({ at }) => at))
  return [...held, ...some.filter(({ at }) => !known.has(at))].toSorted((a, b) => a.at - b.at)
}

/** At the first tick, and whenever one comes long after the one before: what lies between has to be asked for. */
const holes$ = (rows$: Observable<IndexTick>) =>
  rows$.pipe(
    scan(({ last }, { at }) => ({ last: at, isHole: at - last > tickGapMs }), { last: Number.NEGATIVE_INFINITY, isHole: false }),
    filter(({ isHole }) => isHole),
  )

/** The index of one market, oldest first: as it comes, and what `past` brings of the time before and of the holes. */
export const ticks$ = (prices$: Observable<Live<PriceRow>>, past: () => Observable<readonly IndexTick[]>): Observable<readonly IndexTick[]> =>
  prices$.pipe(
    map(({ value }) => value),
    filter((row) => row !== null),
    distinctUntilChanged((a, b) => a.at_ms === b.at_ms),
    map(({ at_ms, index }): IndexTick => ({ at: at_ms, price: index })),
    connect((rows$) => merge(rows$, holes$(rows$).pipe(exhaustMap(past)))),
    scan<IndexTick | readonly IndexTick[], readonly IndexTick[]>((held, told) => {
      if (!('price' in told)) return joined(held, told).slice(-maxHeld)
      return told.at <= (held.at(-1)?.at ?? 0) ? held : [...held.slice(1 - maxHeld), told]
    }, []),
  )
