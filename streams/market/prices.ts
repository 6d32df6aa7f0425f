import { quotes } from '#contract/market.ts'
import type { PriceRow } from '#contract/market.ts'
import { market as calls, marketOf, type Pair, type PairBook } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import {
  distinctUntilChanged, filter, ignoreElements, map, merge, of, scan, share, Subject, switchMap, tap, throttleTime, type Observable,
} from 'rxjs'
import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { polled$ } from '#streams/kit/poll.ts'
import { channelOf, once, shared, type StreamDeps } from '#streams/kit/deps.ts'

/** Index and mark by market: what rounds settle on and contracts are counted at. */
export type Prices = ReadonlyMap<string, PriceRow>
const none: Prices = new Map()

/** The rows the `quotes` channel tells; none when its data is not of the contract. */
export function priceRows(told: ChannelEvent): readonly PriceRow[] {
  if (told.type !== 'snap' && told.type !== 'delta') return []
  const read = decode(quotes[told.type], told.data)
  return read.success ? read.data.rows : []
}

/** What a poll of one market says of its mark; it bears the time of the price, so that a newer push is never overwritten. */
export const polledPrice = ({ symbol, id, index, mark, at_ms, stale, mode, mode_why, move_cost }: PairBook): PriceRow => ({
  m: marketOf(symbol), match_id: id, tick: `p${at_ms}`, index, mark, sources: 0, at_ms, stale,
  ...(mode && { mode, mode_why }), ...(move_cost !== undefined && { move_cost }),
})

/** Newest row by market; those untouched stay the same objects. */
export function mergePrices(held: Prices, rows: readonly PriceRow[]): Prices {
  const newer = rows.filter(({ m, at_ms }) => at_ms >= (held.get(m)?.at_ms ?? 0))
  return newer.length === 0 ? held : new Map([...held, ...newer.map((row) => [row.m, row] as const)])
}

type Held = { readonly quotes: Prices; readonly update: Update<Prices> | null }

/** Pushes and polls as signs: the newest mark of each market wins, whichever road it came by. */
export const priceUpdates$ = (events$: Observable<ChannelEvent>, polls$: Observable<PriceRow>): Observable<Update<Prices>> =>
  merge(events$, polls$).pipe(
    scan(
      ({ quotes }: Held, news): Held => {
        if (!('type' in news)) return valued(mergePrices(quotes, [news]))
        if (news.type === 'snap' || news.type === 'delta') return valued(mergePrices(quotes, priceRows(news)))
        if (news.type === 'off' || news.type === 'away') return { quotes, update: { type: 'away' } }
        return { quotes, update: news.type === 'syncing' || news.type === 'confirmed' ? { type: news.type } : null }
      },
      { quotes: none, update: null },
    ),
    map(({ update }) => update),
    filter((update) => update !== null),
  )
const valued = (quotes: Prices): Held => ({ quotes, update: { type: 'value', value: quotes } })

/** One market out of all; a missing one, or one the venue itself calls stale, is stale. */
export const pickPrice = (all$: Observable<Live<Prices>>, market: string): Observable<Live<PriceRow>> =>
  all$.pipe(
    map(({ value, freshness, ageMs }): Live<PriceRow> => {
      const row = value?.get(market) ?? null
      if (row === null) return { value: null, freshness: value === null ? 'loading' : 'stale', ageMs: null }
      return { value: row, freshness: row.stale && freshness === 'live' ? 'stale' : freshness, ageMs }
    }),
    distinctUntilChanged((a, b) => a.value === b.value && a.freshness === b.freshness && a.freshness !== 'stale'),
  )

const isSameList = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((name, at) => name === b[at])

const quotesMs = 250
const marksMs = 1000
const renewMs = 4000
const feedMs = 2000

/** Names the coins of a market. */
type IdsOf = (market: string) => Observable<Pick<Pair, 'currency_id' | 'legal_id'>>
/** Marks as everybody is told them: all, all at the pace of a profit, one market. `held$` names the markets in which the caller trades contracts. */
export function createPriceFeeds(deps: StreamDeps, idsOf: IdsOf, held$: Observable<readonly string[]>) {
  const { time, pollMode$, read } = deps
  const polls$ = new Subject<PriceRow>()
  const events$ = channel$('quotes', { ...channelOf(deps), kind: 'latest', isVisible$: deps.visible$, renewMs })
  const prices$ = live$(priceUpdates$(events$, polls$), { ...deps, everyMs: quotesMs }).pipe(shared(time))
  // No list of all marks can be polled: where the socket is away, each market that is looked at, or stood in, brings its own.
  const alone$ = pollMode$.pipe(map((mode) => (mode === 'primary' ? mode : 'idle')))
  const pollsOf = once((market) =>
    idsOf(market).pipe(
      switchMap(({ currency_id, legal_id }) => polled$(alone$, () => read(calls.pair, { currency_id, legal_id }), { feedMs, time })),
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
    /** Index and mark of every market. */
    prices$,
    /** The same, told at most once a second: what profits are counted at. */
    marks$: merge(prices$, heldPolls$).pipe(throttleTime(marksMs, time, { leading: true, trailing: true }), shared(time)),
    /** Index and mark of one market. */
    price$: once((market) => merge(pickPrice(prices$, market), pollsOf(market)).pipe(shared(time))),
  }
}
