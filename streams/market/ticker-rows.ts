import { ticker } from '#contract/market.ts'
import type { TickerRow } from '#contract/market.ts'
import { marketOf, type Pair } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import { filter, map, switchMap, timer, withLatestFrom, type Observable, type SchedulerLike } from 'rxjs'
import type { ChannelEvent } from '#streams/kit/cursor.ts'

/** The rows a `ticker:` channel tells; none when its data is not of the contract. */
export function tickerRows(told: ChannelEvent): readonly TickerRow[] {
  if (told.type !== 'snap' && told.type !== 'delta') return []
  const read = decode(ticker[told.type], told.data)
  return read.success ? read.data.rows : []
}

/** Newest rows by market. */
export type TickerRows = ReadonlyMap<string, TickerRow>

export function keepRows(held: TickerRows, rows: readonly TickerRow[]): TickerRows {
  const newer = rows.filter(({ m, at_ms }) => at_ms >= (held.get(m)?.at_ms ?? 0))
  return newer.length === 0 ? held : new Map([...held, ...newer.map((row) => [row.m, row] as const)])
}

const graceMs = 2000

/** Speaks when a poll was ahead of the channel and still is two seconds later: the channel is mute. */
export const mute$ = (
  polls$: Observable<readonly Pair[]>,
  rows$: Observable<TickerRows>,
  time?: SchedulerLike,
): Observable<'mute'> =>
  polls$.pipe(
    switchMap((pairs) => timer(graceMs, time).pipe(map(() => pairs))),
    withLatestFrom(rows$),
    filter(([pairs, rows]) => pairs.some(({ symbol, at_ms }) => isBehind(rows.get(marketOf(symbol)), at_ms))),
    map(() => 'mute' as const),
  )

const isBehind = (row: TickerRow | undefined, atMs: number) => row !== undefined && row.at_ms < atMs
