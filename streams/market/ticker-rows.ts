import { marketOf, type Pair, type TickerRow } from '#contract/market/market.ts'
import { filter, map, switchMap, timer, withLatestFrom, type Observable, type SchedulerLike } from 'rxjs'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { readTickers } from './read-rows.ts'

/** A message of a `ticker:` channel as it is read, once for all who follow it. */
export type TickerEvent =
  | { readonly type: 'rows'; readonly rows: readonly TickerRow[] }
  | { readonly type: 'away' | 'syncing' | 'confirmed' }

/** Reads a message; no rows if its data does not match the contract. */
export function tickerEvent(message: ChannelEvent): TickerEvent {
  const { type } = message
  if (type === 'away' || type === 'syncing' || type === 'confirmed') return { type }
  if (type === 'off') return { type: 'away' }
  return { type: 'rows', rows: type === 'snap' || type === 'delta' ? (readTickers(message.data) ?? []) : [] }
}

/** Newest rows by market. */
export type TickerRows = ReadonlyMap<string, TickerRow>

export function storeRows(held: TickerRows, rows: readonly TickerRow[]): TickerRows {
  const newer = rows.filter(({ m, at_ms }) => at_ms >= (held.get(m)?.at_ms ?? 0))
  return newer.length === 0 ? held : new Map([...held, ...newer.map((row) => [row.m, row] as const)])
}

const graceMs = 2000

/** Emits when a poll was ahead of the channel and still is two seconds later: pushes have stopped. */
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
