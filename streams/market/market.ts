import {
  market as calls,
  period as periods,
  type PairBook,
  type Period,
  type MarketSources,
} from '#contract/market/market.ts'
import {
  distinctUntilChanged,
  ignoreElements,
  map,
  merge,
  of,
  scan,
  share,
  startWith,
  Subject,
  switchMap,
  tap,
  type Observable,
} from 'rxjs'
import { createCandleFeed, type CandleFeed, type Now } from './candles.ts'
import { channel$ } from '#streams/kit/channel.ts'
import { dealUpdates$ } from './deals.ts'
import { orderBook$, type PollsOf } from './depth.ts'
import { firstOf, live$ } from '#streams/kit/live.ts'
import { polled$, whileVisible$ } from '#streams/kit/poll.ts'
import { pairsOf, pick, priceScales$, tickerUpdates$ } from './tickers.ts'
import { createPriceFeeds } from './prices.ts'
import { createSparks } from './sparks.ts'
import { channelDeps, memoize, shared, type StreamDeps } from '#streams/kit/deps.ts'
import { mute$, storeRows, tickerEvent, type TickerRows } from './ticker-rows.ts'
import type { Live } from '#streams/kit/live.ts'
import { watched$ } from '#streams/kit/watched.ts'

const listMs = 250
const dealsMs = 250
const tickerPollMs = 2000
const bookPollMs = 4000
/** At the start of the app the socket is about to come, and brings the book itself. */
const socketFirstMs = 300
const refreshMs = 4000

/** The public streams of the markets, created once per market. `traded$`: markets in which the caller has positions. */
export function marketFeedsOf(deps: StreamDeps & Now, traded$: Observable<readonly string[]>) {
  const { time } = deps
  const tickers$ = tickersOf(deps).pipe(shared(time))
  const pair$ = memoize((market) =>
    tickers$.pipe(
      map((all) => pick(all, market)),
      distinctUntilChanged((a, b) => a.value === b.value && a.freshness === b.freshness && a.freshness !== 'stale'),
      shared(time),
    ),
  )
  const idsOf = (market: string) => firstOf(pair$(market))
  const pollsOf = memoize((market): PollsOf => pairPolls(deps, idsOf(market)))
  const books = memoize((market) => orderBook$(market, deps, pollsOf(market)).pipe(shared(time)))
  const deals = memoize((market) => dealsOf(market, deps, pollsOf(market)(of(false))).pipe(shared(time)))
  const charts = memoize((name): CandleFeed => {
    const [market = '', period = ''] = name.split(' ')
    return createCandleFeed(market, periods.options.find((known) => known === period) ?? '1min', deps)
  })
  return {
    /** Every pair. */
    tickers$,
    /** The decimals of the price of each pair; the same object until one of them changes. */
    priceScales$: priceScales$(tickers$).pipe(shared(time)),
    /** One pair of all. */
    pair$,
    /** The order book of one market. */
    orderBook$: books,
    /** The last trades of one market, newest first. */
    deals$: deals,
    /** The candles of one market and period; `loadOlder` requests the page before them. */
    candles: (market: string, period: Period) => charts(`${market} ${period}`),
    /** Where the price of each market comes from. */
    sources$: createSources(deps),
    /** The last 24 hours of each market as a short line of closing prices. */
    sparks$: createSparks(deps),
    ...createPriceFeeds(deps, idsOf, traded$),
  }
}

function tickersOf(deps: StreamDeps) {
  const { pollMode$, visible$, read, time } = deps
  const resubscribe$ = new Subject<'mute'>()
  const poll = () => read(calls.tickers, {})
  const polls$ = polled$(pollMode$, poll, { primaryMs: tickerPollMs, time }).pipe(map(pairsOf), share())
  const options = { ...channelDeps(deps), kind: 'latest', isVisible$: visible$, resubscribe$, refreshMs } as const
  const events$ = channel$('ticker:*', options).pipe(map(tickerEvent), share())
  const none: TickerRows = new Map()
  const rows$ = events$.pipe(
    map((event) => (event.type === 'rows' ? event.rows : [])),
    scan(storeRows, none),
    startWith(none),
  )
  const muted$ = pollMode$.pipe(
    switchMap((mode) => (mode === 'verify' ? mute$(polls$, rows$, time) : [])),
    tap((reason) => resubscribe$.next(reason)),
    ignoreElements(),
  )
  return live$(merge(muted$, tickerUpdates$(polls$, events$)), { ...deps, everyMs: listMs })
}

/** Polls for the order book and deals of one market; one stream for all subscribers at the same interval. */
type PairIds = { currency_id: number; legal_id: number }
function pairPolls({ pollMode$, read, time }: StreamDeps, ids$: Observable<PairIds>): PollsOf {
  const ask = (ids: PairIds) => () => read(calls.pair, { currency_id: ids.currency_id, legal_id: ids.legal_id })
  const options = { primaryMs: bookPollMs, firstMs: socketFirstMs, isVerifyDelayed: true, time }
  const atMode$: Observable<PairBook> = ids$.pipe(
    switchMap((ids) => polled$(pollMode$, ask(ids), options)),
    share(),
  )
  const asOnlySource$: Observable<PairBook> = ids$.pipe(
    switchMap((ids) => polled$(whileVisible$(pollMode$), ask(ids), options)),
  )
  return (isOnlySource$) =>
    isOnlySource$.pipe(
      distinctUntilChanged(),
      switchMap((isOnlySource) => (isOnlySource ? asOnlySource$ : atMode$)),
    )
}

function dealsOf(market: string, deps: StreamDeps, polls$: Observable<PairBook>) {
  const options = { ...channelDeps(deps), kind: 'state', isActive$: deps.visible$, refreshMs } as const
  const events$ = channel$(`deals:${market}`, options)
  const polledDeals$ = polls$.pipe(map(({ deals }) => deals))
  return live$(dealUpdates$(market, events$, polledDeals$), { ...deps, everyMs: dealsMs })
}

const pace = { primaryMs: 2000, everyMs: 250 }

/** The sources of every market's price. */
const createSources = (deps: StreamDeps): Observable<Live<readonly MarketSources[]>> =>
  watched$(deps, () => deps.read(calls.sources, {}), pace).pipe(shared(deps.time))
