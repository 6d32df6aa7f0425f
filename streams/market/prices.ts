import {
  market as calls,
  marketOf,
  quotes,
  standingIn,
  type Pair,
  type PairBook,
  type PriceRow,
} from '#contract/market/market.ts'
import { decode } from '#contract/wire/coded.ts'
import {
  distinctUntilChanged,
  filter,
  ignoreElements,
  map,
  merge,
  of,
  scan,
  share,
  Subject,
  switchMap,
  tap,
  throttleTime,
  type Observable,
} from 'rxjs'
import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { polled$ } from '#streams/kit/poll.ts'
import { channelDeps, memoize, shared, type StreamDeps } from '#streams/kit/deps.ts'

/** Index and mark price by market: rounds settle on the index, positions are valued at the mark. */
export type Prices = ReadonlyMap<string, PriceRow>
const none: Prices = new Map()

/** The rows of a message of the `quotes` channel; none if its data does not match the contract. */
function priceRows(message: ChannelEvent): readonly PriceRow[] {
  if (message.type !== 'snap' && message.type !== 'delta') return []
  const read = decode(quotes[message.type], message.data)
  return read.success ? read.data.rows : []
}

/** The price row of a polled market. It carries the price's own time, so that a newer push is never overwritten. */
export const polledPrice = ({
  symbol,
  id,
  index,
  mark,
  sources,
  at_ms,
  as_of_ms,
  stale,
  ...rest
}: PairBook): PriceRow => ({
  m: marketOf(symbol),
  match_id: id,
  tick: `p${at_ms}`,
  index,
  mark,
  sources,
  at_ms,
  as_of_ms,
  stale,
  ...standingIn(rest),
})

/** Newest row by market; rows that did not change stay the same objects. */
function mergePrices(held: Prices, rows: readonly PriceRow[]): Prices {
  const newer = rows.filter(({ m, at_ms }) => at_ms >= (held.get(m)?.at_ms ?? 0))
  return newer.length === 0 ? held : new Map([...held, ...newer.map((row) => [row.m, row] as const)])
}

type Held = { readonly prices: Prices; readonly update: Update<Prices> | null }

/** Pushes and polls as updates: the newest row of each market wins, whichever source it came from. */
export const priceUpdates$ = (
  events$: Observable<ChannelEvent>,
  polls$: Observable<PriceRow>,
): Observable<Update<Prices>> =>
  merge(events$, polls$).pipe(
    scan(
      ({ prices }: Held, input): Held => {
        if (!('type' in input)) return valueOf(mergePrices(prices, [input]))
        const { type } = input
        if (type === 'snap' || type === 'delta') return valueOf(mergePrices(prices, priceRows(input)))
        if (type === 'off' || type === 'away') return { prices, update: { type: 'away' } }
        return { prices, update: type === 'syncing' || type === 'confirmed' ? { type } : null }
      },
      { prices: none, update: null },
    ),
    map(({ update }) => update),
    filter((update) => update !== null),
  )
const valueOf = (prices: Prices): Held => ({ prices, update: { type: 'value', value: prices } })

/** One market of all; a missing one, or one that the venue itself marks as stale, is stale. */
export const pickPrice = (all$: Observable<Live<Prices>>, market: string): Observable<Live<PriceRow>> =>
  all$.pipe(
    map(({ value, freshness, ageMs }): Live<PriceRow> => {
      const row = value?.get(market) ?? null
      if (row === null) return { value: null, freshness: value === null ? 'loading' : 'stale', ageMs: null }
      return { value: row, freshness: row.stale && freshness === 'live' ? 'stale' : freshness, ageMs }
    }),
    distinctUntilChanged((a, b) => a.value === b.value && a.freshness === b.freshness && a.freshness !== 'stale'),
  )

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, at) => name === b[at])

const pricesMs = 250
const marksMs = 1000
const refreshMs = 4000
const primaryMs = 2000

/** Looks up the coin ids of a market. */
type IdsOf = (market: string) => Observable<Pick<Pair, 'currency_id' | 'legal_id'>>
/** Index and mark prices. `held$` names the markets in which the caller has positions. */
export function createPriceFeeds(deps: StreamDeps, idsOf: IdsOf, held$: Observable<readonly string[]>) {
  const { time, pollMode$, read } = deps
  const polls$ = new Subject<PriceRow>()
  const options = { ...channelDeps(deps), kind: 'latest', isVisible$: deps.visible$, refreshMs } as const
  const prices$ = live$(priceUpdates$(channel$('quotes', options), polls$), { ...deps, everyMs: pricesMs }).pipe(
    shared(time),
  )
  // There is no call for all marks. While the socket is away, each market is polled that is watched or held.
  const whileAway$ = pollMode$.pipe(map((mode) => (mode === 'primary' ? mode : 'idle')))
  const pollsOf = memoize((market) =>
    idsOf(market).pipe(
      switchMap(({ currency_id, legal_id }) =>
        polled$(whileAway$, () => read(calls.pair, { currency_id, legal_id }), { primaryMs, time }),
      ),
      tap((book) => polls$.next(polledPrice(book))),
      ignoreElements(),
      share(),
    ),
  )
  const heldPolls$ = pollMode$.pipe(
    switchMap((mode) => (mode === 'primary' ? held$.pipe(distinctUntilChanged(isSameList)) : of([]))),
    switchMap((markets) => merge(...markets.map(pollsOf))),
  )
  return {
    /** Index and mark price of every market. */
    prices$,
    /** The same at most once a second, for the calculation of profits. */
    marks$: merge(prices$, heldPolls$).pipe(
      throttleTime(marksMs, time, { leading: true, trailing: true }),
      shared(time),
    ),
    /** Index and mark price of one market. */
    price$: memoize((market) => merge(pickPrice(prices$, market), pollsOf(market)).pipe(shared(time))),
  }
}
