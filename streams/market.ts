import { market as calls, period as periods, type PairBook, type Period } from '#contract/market.ts'
import { option } from '#contract/option.ts'
import { distinctUntilChanged, filter, ignoreElements, map, merge, of, scan, share, startWith, Subject, switchMap, take, tap, type Observable } from 'rxjs'
import { candles, type CandleFeed, type Now } from '#streams/market/candles.ts'
import { channel$ } from '#streams/kit/channel.ts'
import { dealSigns$ } from '#streams/market/deals.ts'
import { orderBook$, type PollsOf } from '#streams/market/depth.ts'
import { live$, type Live } from '#streams/kit/live.ts'
import { roundSigns$, ticks$, type Rounds } from './option.ts'
import { polled$ } from '#streams/kit/poll.ts'
import { pairsOf, pick, quotationSigns$ } from '#streams/market/tickers.ts'
import { createQuoteFeeds } from '#streams/market/prices.ts'
import { channelOf, once, shared, type Room } from '#streams/kit/deps.ts'
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
export function createMarketFeeds(room: Room & Now, held$: Observable<readonly string[]>) {
  const { time } = room
  const quotations$ = quotationsOf(room).pipe(shared(time))
  const pair$ = once((market) =>
    quotations$.pipe(
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
  const pollsOf = once((market): PollsOf => pairPolls(room, idsOf(market)))
  const books = once((market) => orderBook$(market, room, pollsOf(market)).pipe(shared(time)))
  const deals = once((market) => dealsOf(market, room, pollsOf(market)(of(false))).pipe(shared(time)))
  const charts = once((name): CandleFeed => {
    const [market = '', period = ''] = name.split(' ')
    return candles(market, periods.options.find((known) => known === period) ?? '1min', room)
  })
  const quotes = createQuoteFeeds(room, idsOf, held$)
  const rounds = once((name): Observable<Live<Rounds>> => {
    const [market = '', seconds = ''] = name.split(' ')
    return roundsOf(market, Number(seconds), room, idsOf(market)).pipe(shared(time))
  })
  return {
    quotations$,
    pair$,
    orderBook$: books,
    deals$: deals,
    candles: (market: string, period: Period) => charts(`${market} ${period}`),
    ...quotes,
    round$: (market: string, seconds: number) => rounds(`${market} ${seconds}`),
    ticks$: once((market) => ticks$(quotes.quote$(market)).pipe(shared(time))),
  }
}

function quotationsOf(room: Room) {
  const { mood$, visible$, read, time } = room
  const again$ = new Subject<'mute'>()
  const polls$ = polled$(mood$, () => read(calls.quotes, {}), { feedMs: quoteFeedMs, time }).pipe(map(pairsOf), share())
  const told$ = channel$('ticker:*', { ...channelOf(room), kind: 'latest', seen$: visible$, again$, renewMs }).pipe(share())
  const none: TickerRows = new Map()
  const rows$ = told$.pipe(map(tickerRows), scan(keepRows, none), startWith(none))
  const muted$ = mood$.pipe(
    switchMap((mood) => (mood === 'referees' ? mute$(polls$, rows$, time) : [])),
    tap((word) => again$.next(word)),
    ignoreElements(),
  )
  return live$(merge(muted$, quotationSigns$(polls$, told$)), { ...room, everyMs: listMs })
}

/** The polling form of a market's book and deals; one for all who listen at the same pace. */
function pairPolls({ mood$, read, time }: Room, ids$: Observable<{ currency_id: number; legal_id: number }>): PollsOf {
  const ask = (ids: { currency_id: number; legal_id: number }) => () =>
    read(calls.pair, { currency_id: ids.currency_id, legal_id: ids.legal_id })
  const pace = { feedMs: bookFeedMs, isPatient: true, time }
  const beside$: Observable<PairBook> = ids$.pipe(switchMap((ids) => polled$(mood$, ask(ids), pace)), share())
  const alone$: Observable<PairBook> = ids$.pipe(
    switchMap((ids) => polled$(mood$.pipe(map((mood) => (mood === 'rests' ? mood : 'feeds'))), ask(ids), pace)),
  )
  return (isAlone$) => isAlone$.pipe(distinctUntilChanged(), switchMap((isAlone) => (isAlone ? alone$ : beside$)))
}

function dealsOf(market: string, room: Room, polls$: Observable<PairBook>) {
  const told$ = channel$(`deals:${market}`, { ...channelOf(room), kind: 'state', heard$: room.visible$, renewMs })
  return live$(dealSigns$(market, told$, polls$.pipe(map(({ deals }) => deals))), { ...room, everyMs: dealsMs })
}

function roundsOf(market: string, seconds: number, room: Room, ids$: Observable<{ id: number }>): Observable<Live<Rounds>> {
  const { mood$, read, time } = room
  const told$ = channel$(`round:${market}:${seconds}`, { ...channelOf(room), kind: 'state', heard$: room.visible$, renewMs })
  const polls$ = ids$.pipe(
    switchMap(({ id }) => polled$(mood$, () => read(option.list, { match_id: id, seconds, limit: 1 }), { feedMs: roundFeedMs, refereeMs: roundRefereeMs, isPatient: true, time })),
    map(({ rounds }) => rounds),
  )
  return live$(roundSigns$(market, seconds, told$, polls$), { ...room, everyMs: roundsMs })
}
