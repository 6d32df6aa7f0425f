import { marketOf, type Pair, type QuoteCoin, type TickerRow } from '#contract/market/market.ts'
import { distinctUntilChanged, filter, map, merge, scan, type Observable } from 'rxjs'
import type { Live, Update } from '#streams/kit/live.ts'
import type { TickerEvent } from './ticker-rows.ts'

/** Every pair of a poll, in the order of the quote coins. */
export const pairsOf = (coins: readonly QuoteCoin[]): readonly Pair[] => coins.flatMap(({ quotation }) => quotation)

export type PriceScales = Readonly<Record<string, number>>
/**
 * The decimals of the price of each pair, by its symbol: prices come several times a second, their decimals hardly ever
 * change.
 */
export const priceScales$ = (tickers$: Observable<Live<readonly Pair[]>>): Observable<PriceScales> =>
  tickers$.pipe(
    map(({ value }) => value),
    filter((pairs) => pairs !== null),
    distinctUntilChanged(),
    scan((known: PriceScales, pairs) => {
      const isSame =
        pairs.length === Object.keys(known).length &&
        pairs.every(({ symbol, price_scale }) => known[symbol] === price_scale)
      return isSame ? known : Object.fromEntries(pairs.map(({ symbol, price_scale }) => [symbol, price_scale]))
    }, {}),
    distinctUntilChanged(),
  )

type Held = {
  readonly pairs: readonly Pair[] | null
  /** Ticker rows received before the first poll. */
  readonly early: readonly TickerRow[]
  readonly update: Update<readonly Pair[]> | null
}

/** Polls bring the pairs, ticker events their prices; the newest price wins, whichever source it came from. */
export const tickerUpdates$ = (
  polls$: Observable<readonly Pair[]>,
  tickerEvents$: Observable<TickerEvent>,
): Observable<Update<readonly Pair[]>> =>
  merge(polls$, tickerEvents$).pipe(
    scan((held: Held, input) => ('type' in input ? takeEvent(held, input) : takePoll(held, input)), {
      pairs: null,
      early: [],
      update: null,
    }),
    map(({ update }) => update),
    filter((update) => update !== null),
  )

function takePoll({ pairs, early }: Held, polled: readonly Pair[]): Held {
  const held = new Map(pairs?.map((pair) => [pair.id, pair]))
  const newest = polled.map((pair) => newerPrice(pair, held.get(pair.id)))
  const value = applyRows(newest, early)
  return { pairs: value, early: [], update: { type: 'value', value } }
}

function takeEvent({ pairs, early }: Held, message: TickerEvent): Held {
  if (message.type !== 'rows') return { pairs, early, update: { type: message.type } }
  const { rows } = message
  if (pairs === null) return { pairs, early: [...early, ...rows].slice(-500), update: null }
  const value = applyRows(pairs, rows)
  return { pairs: value, early: [], update: { type: 'value', value } }
}

/** A polled pair; with the held price if that one is newer. */
function newerPrice(pair: Pair, held: Pair | undefined): Pair {
  if (held === undefined || held.at_ms <= pair.at_ms) return pair
  const { now_price, change, high, low, volume, amount, at_ms } = held
  return { ...pair, now_price, change, high, low, volume, amount, at_ms }
}

/** Pairs with the prices of newer rows; pairs that did not change stay the same objects. */
function applyRows(pairs: readonly Pair[], rows: readonly TickerRow[]): readonly Pair[] {
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

/** One pair of all; a missing market, or one that the venue itself marks as stale, is stale. */
export function pick(all: Live<readonly Pair[]>, market: string): Live<Pair> {
  const value = all.value?.find(({ symbol }) => marketOf(symbol) === market) ?? null
  if (value === null) return { value, freshness: all.value === null ? 'loading' : 'stale', ageMs: null }
  return { value, freshness: value.stale && all.freshness === 'live' ? 'stale' : all.freshness, ageMs: all.ageMs }
}
