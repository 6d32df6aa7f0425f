import { market as calls, period as periods, type PairBook, type Period } from '#contract/market.ts'
import { distinctUntilChanged, ignoreElements, map, merge, of, scan, share, startWith, Subject, switchMap, tap, type Observable } from 'rxjs'
import { candles, type CandleFeed, type Now } from '#streams/market/candles.ts'
import { channel$ } from '#streams/kit/channel.ts'
import { dealUpdates$ } from '#streams/market/deals.ts'
import { orderBook$, type PollsOf } from '#streams/market/depth.ts'
import { firstOf, live$ } from '#streams/kit/live.ts'
import { polled$ } from '#streams/kit/poll.ts'
import { pairsOf, pick, tickerUpdates$ } from '#streams/market/tickers.ts'
import { createPriceFeeds } from '#streams/market/prices.ts'
import { createSources } from '#streams/market/sources.ts'
import { channelOf, once, shared, type StreamDeps } from '#streams/kit/deps.ts'
import { keepRows, mute$, tickerRows, type TickerRows } from '#streams/market/ticker-rows.ts'

const listMs = 250
const dealsMs = 250
const quoteFeedMs = 2000
const bookFeedMs = 4000
const renewMs = 4000

/** The public streams of the markets, each made once per question. `traded$`: where the caller trades contracts. */
export function marketFeedsOf(deps: StreamDeps & Now, traded$: Observable<readonly string[]>) {
  const { time } = deps
  const tickers$ = tickersOf(deps).pipe(shared(time))
  const pair$ = once((market) =>
    tickers$.pipe(
      map((all) => pick(all, market)),
      distinctUntilChanged((a, b) => a.value === b.value && a.freshness === b.freshness && a.freshness !== 'stale'),
      shared(time),
    ),
  )
  const idsOf = (market: string) => firstOf(pair$(market))
  const pollsOf = once((market): PollsOf => pairPolls(deps, idsOf(market)))
  const books = once((market) => orderBook$(market, deps, pollsOf(market)).pipe(shared(time)))
  const deals = once((market) => dealsOf(market, deps, pollsOf(market)(of(false))).pipe(shared(time)))
  const charts = once((name): CandleFeed => {
    const [market = '', period = ''] = name.split(' ')
    return candles(market, periods.options.find((known) => known === period) ?? '1min', deps)
  })
  return {
    /** Every pair. */
    tickers$,
    /** One pair out of all. */
    pair$,
    /** Both sides of one market. */
    orderBook$: books,
    /** The last trades of one market, newest first. */
    deals$: deals,
    /** The bars of one market and period; `older` asks for the page before them. */
    candles: (market: string, period: Period) => charts(`${market} ${period}`),
    /** Where the price of each market comes from. */
    sources$: createSources(deps),
    ...createPriceFeeds(deps, idsOf, traded$),
  }
}

function tickersOf(deps: StreamDeps) {
  const { pollMode$, visible$, read, time } = deps
  const resubscribe$ = new Subject<'mute'>()
  const polls$ = polled$(pollMode$, () => read(calls.tickers, {}), { feedMs: quoteFeedMs, time }).pipe(map(pairsOf), share())
  const events$ = channel$('ticker:*', { ...channelOf(deps), kind: 'latest', isVisible$: visible$, resubscribe$, renewMs }).pipe(share())
  const none: TickerRows = new Map()
  const rows$ = events$.pipe(map(tickerRows), scan(keepRows, none), startWith(none))
  const muted$ = pollMode$.pipe(
    switchMap((mode) => (mode === 'verify' ? mute$(polls$, rows$, time) : [])),
    tap((word) => resubscribe$.next(word)),
    ignoreElements(),
  )
  return live$(merge(muted$, tickerUpdates$(polls$, events$)), { ...deps, everyMs: listMs })
}

/** The polling form of a market's book and deals; one for all who listen at the same pace. */
function pairPolls({ pollMode$, read, time }: StreamDeps, ids$: Observable<{ currency_id: number; legal_id: number }>): PollsOf {
  const ask = (ids: { currency_id: number; legal_id: number }) => () =>
    read(calls.pair, { currency_id: ids.currency_id, legal_id: ids.legal_id })
  const pace = { feedMs: bookFeedMs, isPatient: true, time }
  const beside$: Observable<PairBook> = ids$.pipe(switchMap((ids) => polled$(pollMode$, ask(ids), pace)), share())
  const alone$: Observable<PairBook> = ids$.pipe(
    switchMap((ids) => polled$(pollMode$.pipe(map((mode) => (mode === 'idle' ? mode : 'primary'))), ask(ids), pace)),
  )
  return (isAlone$) => isAlone$.pipe(distinctUntilChanged(), switchMap((isAlone) => (isAlone ? alone$ : beside$)))
}

function dealsOf(market: string, deps: StreamDeps, polls$: Observable<PairBook>) {
  const events$ = channel$(`deals:${market}`, { ...channelOf(deps), kind: 'state', isActive$: deps.visible$, renewMs })
  return live$(dealUpdates$(market, events$, polls$.pipe(map(({ deals }) => deals))), { ...deps, everyMs: dealsMs })
}
