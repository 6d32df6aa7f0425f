import { market as calls, period as periods, type PairBook, type Period } from '#contract/market.ts'
import { option } from '#contract/option.ts'
import { distinctUntilChanged, filter, ignoreElements, map, merge, of, scan, share, startWith, Subject, switchMap, take, tap, type Observable } from 'rxjs'
import { candles, type CandleFeed, type Now } from '#streams/market/candles.ts'
import { channel$ } from '#streams/kit/channel.ts'
import { dealUpdates$ } from '#streams/market/deals.ts'
import { orderBook$, type PollsOf } from '#streams/market/depth.ts'
import { live$, type Live } from '#streams/kit/live.ts'
import { roundUpdates$, ticks$, type Rounds } from './option.ts'
import { polled$ } from '#streams/kit/poll.ts'
import { pairsOf, pick, tickerUpdates$ } from '#streams/market/tickers.ts'
import { createPriceFeeds } from '#streams/market/prices.ts'
import { channelOf, once, shared, type StreamDeps } from '#streams/kit/deps.ts'
import { keepRows, mute$, tickerRows, type TickerRows } from '#streams/market/ticker-rows.ts'

const listMs = 250
const dealsMs = 250
const quoteFeedMs = 2000
const bookFeedMs = 4000
const renewMs = 4000
const roundsMs = 100
const roundFeedMs = 2000
const roundRefereeMs = 15_000

/** What everybody is told of the markets: each stream once, the same for the same question. `held$`: where the caller trades contracts. */
export function createMarketFeeds(deps: StreamDeps & Now, held$: Observable<readonly string[]>) {
  const { time } = deps
  const tickers$ = tickersOf(deps).pipe(shared(time))
  const pair$ = once((market) =>
    tickers$.pipe(
      map((all) => pick(all, market)),
      distinctUntilChanged((a, b) => a.value === b.value && a.freshness === b.freshness && a.freshness !== 'stale'),
      shared(time),
    ),
  )
  const idsOf = (market: string) =>
    pair$(market).pipe(
      map(({ value }) => value),
      filter((pair) => pair !== null),
      take(1),
    )
  const pollsOf = once((market): PollsOf => pairPolls(deps, idsOf(market)))
  const books = once((market) => orderBook$(market, deps, pollsOf(market)).pipe(shared(time)))
  const deals = once((market) => dealsOf(market, deps, pollsOf(market)(of(false))).pipe(shared(time)))
  const charts = once((name): CandleFeed => {
    const [market = '', period = ''] = name.split(' ')
    return candles(market, periods.options.find((known) => known === period) ?? '1min', deps)
  })
  const quotes = createPriceFeeds(deps, idsOf, held$)
  const rounds = once((name): Observable<Live<Rounds>> => {
    const [market = '', seconds = ''] = name.split(' ')
    return roundsOf(market, Number(seconds), deps, idsOf(market)).pipe(shared(time))
  })
  return {
    tickers$,
    pair$,
    orderBook$: books,
    deals$: deals,
    candles: (market: string, period: Period) => charts(`${market} ${period}`),
    ...quotes,
    round$: (market: string, seconds: number) => rounds(`${market} ${seconds}`),
    ticks$: once((market) => ticks$(quotes.price$(market)).pipe(shared(time))),
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

function roundsOf(market: string, seconds: number, deps: StreamDeps, ids$: Observable<{ id: number }>): Observable<Live<Rounds>> {
  const { pollMode$, read, time } = deps
  const events$ = channel$(`round:${market}:${seconds}`, { ...channelOf(deps), kind: 'state', isActive$: deps.visible$, renewMs })
  const polls$ = ids$.pipe(
    switchMap(({ id }) => polled$(pollMode$, () => read(option.list, { match_id: id, seconds, limit: 1 }), { feedMs: roundFeedMs, refereeMs: roundRefereeMs, isPatient: true, time })),
    map(({ rounds }) => rounds),
  )
  return live$(roundUpdates$(market, seconds, events$, polls$), { ...deps, everyMs: roundsMs })
}
