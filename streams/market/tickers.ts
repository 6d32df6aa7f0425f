import type { TickerRow } from '#contract/market.ts'
import { marketOf, type Pair, type QuoteCoin } from '#contract/market.ts'
import { filter, map, merge, scan, type Observable } from 'rxjs'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import type { Live, Update } from '#streams/kit/live.ts'
import { tickerRows } from './ticker-rows.ts'

/** Every pair of a poll, in the order of the coins they are quoted in. */
export const pairsOf = (coins: readonly QuoteCoin[]): readonly Pair[] => coins.flatMap(({ quotation }) => quotation)

type Held = { readonly pairs: readonly Pair[] | null; readonly early: readonly TickerRow[]; readonly update: Update<readonly Pair[]> | null }

/** Polls bring the pairs, tickers their prices; the newest price wins, whichever road it came by. */
export const tickerUpdates$ = (polls$: Observable<readonly Pair[]>, tickerEvents$: Observable<ChannelEvent>): Observable<Update<readonly Pair[]>> =>
  merge(polls$, tickerEvents$).pipe(
    scan((held: Held, news) => ('type' in news ? takeTold(held, news) : takePoll(held, news)), {
      pairs: null,
      early: [],
      update: null,
    }),
    map(({ update }) => update),
    filter((update) => update !== null),
  )

function takePoll({ pairs, early }: Held, polled: readonly Pair[]): Held {
  const held = new Map(pairs?.map((pair) => [pair.id, pair]))
  const kept = polled.map((pair) => newerPrice(pair, held.get(pair.id)))
  const value = quote(kept, early)
  return { pairs: value, early: [], update: { type: 'value', value } }
}

function takeTold({ pairs, early }: Held, told: ChannelEvent): Held {
  if (told.type === 'away' || told.type === 'syncing') return { pairs, early, update: { type: told.type } }
  if (told.type === 'confirmed') return { pairs, early, update: { type: 'confirmed' } }
  if (told.type === 'off') return { pairs, early, update: { type: 'away' } }
  const rows = tickerRows(told)
  if (pairs === null) return { pairs, early: [...early, ...rows].slice(-500), update: null }
  const value = quote(pairs, rows)
  return { pairs: value, early: [], update: { type: 'value', value } }
}

/** What a poll says about a pair, with the price that is held if that one is newer. */
function newerPrice(pair: Pair, held: Pair | undefined): Pair {
  if (held === undefined || held.at_ms <= pair.at_ms) return pair
  const { now_price, change, high, low, volume, amount, at_ms } = held
  return { ...pair, now_price, change, high, low, volume, amount, at_ms }
}

/** Pairs with newer rows taken in; those untouched stay the same objects. */
export function quote(pairs: readonly Pair[], rows: readonly TickerRow[]): readonly Pair[] {
  if (rows.length === 0) return pairs
  const newest = new Map<string, TickerRow>()
  for (const row of rows) if (row.at_ms >= (newest.get(row.m)?.at_ms ?? 0)) newest.set(row.m, row)
  return pairs.map((pair) => {
    const row = newest.get(marketOf(pair.symbol))
    if (row === undefined || row.at_ms <= pair.at_ms) return pair
    const { last, change, high, low, volume, amount, at_ms } = row
    return { ...pair, now_price: last, change, high, low, volume, amount, at_ms, stale: false }
  })
}

/** One pair out of all; a market that is missing, or that the venue itself calls stale, is stale. */
export function pick(all: Live<readonly Pair[]>, market: string): Live<Pair> {
  const value = all.value?.find(({ symbol }) => marketOf(symbol) === market) ?? null
  if (value === null) return { value, freshness: all.value === null ? 'loading' : 'stale', ageMs: null }
  return { value, freshness: value.stale && all.freshness === 'live' ? 'stale' : all.freshness, ageMs: all.ageMs }
}
