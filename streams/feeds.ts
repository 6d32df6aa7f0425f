import type { Event, QuoteRow } from '#contract/wire/down.ts'
import type { Position } from '#contract/lever.ts'
import type { Pair, Period } from '#contract/market.ts'
import type { OptionOrder } from '#contract/option.ts'
import type { SpotOrder } from '#contract/spot.ts'
import { combineLatest, distinctUntilChanged, map, startWith, type Observable, type SchedulerLike } from 'rxjs'
import type { Balances as BalancesTold } from './assets.ts'
import type { Candle as CandleTold } from '#streams/market/bars.ts'
import type { Candles as CandlesTold } from '#streams/market/candles.ts'
import { belief$, latestAt, serverTime$, type Belief, type TimeSample } from '#streams/kit/clock.ts'
import type { MarketDeals } from '#streams/market/deals.ts'
import { tradedMarkets } from './lever.ts'
import type { Line } from '#streams/kit/connection.ts'
import { nothing, type Freshness as FreshnessTold, type Live as LiveTold } from '#streams/kit/live.ts'
import type { OrderBook as OrderBookTold } from '#streams/market/order-book.ts'
import { createMarketFeeds } from './market.ts'
import type { IndexTick as IndexTickTold, Rounds as RoundsTold } from './option.ts'
import { createOwnFeeds } from './own-feeds.ts'
import { pollMood$, type Read } from '#streams/kit/poll.ts'
import type { Quotes as QuotesTold } from '#streams/market/prices.ts'
import { shared, type Room } from '#streams/kit/deps.ts'

export type Freshness = FreshnessTold
export type Live<T> = LiveTold<T>
export type OrderBook = OrderBookTold
export type Candle = CandleTold
export type Candles = CandlesTold
export type Balances = BalancesTold
export type Quotes = QuotesTold
export type Rounds = RoundsTold
export type IndexTick = IndexTickTold
/** Liquidation comes nearer, as the venue told it. */
export type RiskRose = Extract<Event, { ev: 'lever.riskRose' }>['v']
/** What a widget shows until its stream has spoken. */
export const loading: Live<never> = nothing

/** How the socket is, in words a person can be told. */
export type LineView = {
  readonly state: 'live' | 'connecting' | 'reconnecting' | 'offline' | 'polling' | 'stopped'
  readonly reason: string | null
}
export type ConnectionView = LineView & { readonly rttMs: number | null; readonly clockErrorMs: number | null }

/** What the streams need from the world. */
export type FeedPorts = {
  /** The socket as `connectionLogic` hands it out. */
  readonly line: Line
  readonly view$: Observable<LineView>
  /** Grows with each login; null while nobody is logged in. Repeats its last value. */
  readonly login$: Observable<number | null>
  /** Asks over HTTP, quietly: no overlay, no toast. */
  readonly read: Read
  /** Every answer that told the server's time, by HTTP and by ping. */
  readonly samples$: Observable<TimeSample>
  /** The device slept or its clock was set: samples from before are worth nothing. */
  readonly jumps$: Observable<unknown>
  /** Milliseconds of a clock that never jumps. */
  readonly steadyMs: () => number
  /** Repeats its last value. */
  readonly visible$: Observable<boolean>
  /** Timers; the tests' own in tests. */
  readonly time?: SchedulerLike
  /** Values leave at most once per tick of it: the animation frame in the app. */
  readonly frame?: SchedulerLike
}

/** Everything the server tells, as pages hear it: shared, keyed by market, the same stream for the same question. */
export type Feeds = {
  /** The latest the server's clock can be; told at each of its whole seconds. */
  readonly serverTime$: Observable<number>
  /** The same at this instant; 0 until the server's time is known. */
  readonly serverNow: () => number
  readonly connection$: Observable<ConnectionView>
  /** Every pair. */
  readonly quotations$: Observable<Live<readonly Pair[]>>
  readonly pair$: (market: string) => Observable<Live<Pair>>
  readonly orderBook$: (market: string) => Observable<Live<OrderBook>>
  readonly deals$: (market: string) => Observable<Live<MarketDeals>>
  readonly candles: (market: string, period: Period) => { readonly bars$: Observable<Live<Candles>>; readonly older: () => void }
  readonly balances$: Observable<Live<Balances>>
  /** All open orders of the caller, newest first. */
  readonly spotOrders$: Observable<Live<readonly SpotOrder[]>>
  /** Each order that has just ended, for history lists to take in. */
  readonly spotHistory$: Observable<SpotOrder>
  /** Index and mark of every market; those at the pace of a profit, no more than one a second; those of one market. */
  readonly quotes$: Observable<Live<Quotes>>
  readonly marks$: Observable<Live<Quotes>>
  readonly quote$: (market: string) => Observable<Live<QuoteRow>>
  /** Every contract of the caller that waits, trades or is closing, newest first. */
  readonly leverPositions$: Observable<Live<readonly Position[]>>
  /** Each contract that has just ended. */
  readonly leverHistory$: Observable<Position>
  readonly leverRisk$: Observable<RiskRose>
  /** The rounds of one market and length. */
  readonly round$: (market: string, seconds: number) => Observable<Live<Rounds>>
  /** The index of one market since somebody looks. */
  readonly ticks$: (market: string) => Observable<readonly IndexTick[]>
  /** The caller's stakes that run or await their result, newest first. */
  readonly optionOrders$: Observable<Live<readonly OptionOrder[]>>
  /** Each stake that has just been settled or given back. */
  readonly optionHistory$: Observable<OptionOrder>
  /** Every event of the caller's own channel, in order. */
  readonly events$: Observable<Event>
}

/** Puts the streams together over what the world gives. Made once, for as long as the page lives. */
export function createFeeds(ports: FeedPorts): Feeds {
  const { line, read, samples$, jumps$, steadyMs, time, frame, view$, login$ } = ports
  const visible$ = ports.visible$.pipe(distinctUntilChanged())
  const believed$ = belief$(samples$, jumps$).pipe(shared(time))
  let belief: Belief | null = null
  // The one subscription of its own: whoever asks for the instant must not have to listen first.
  believed$.subscribe((next) => {
    belief = next ?? belief
  })
  const now = () => (belief ? Math.floor(latestAt(belief, steadyMs())) : 0)
  const time$ = serverTime$(believed$, steadyMs, time).pipe(shared(time))
  const room: Room = { line, read, visible$, mood$: pollMood$(line, visible$), steadyMs, time, frame }
  const own = createOwnFeeds(room, login$)
  const held$ = own.leverPositions$.pipe(map(({ value }) => tradedMarkets(value ?? [])))
  return {
    serverTime$: time$,
    serverNow: now,
    connection$: combineLatest([view$, believed$.pipe(startWith(null))]).pipe(
      map(([view, known]) => ({ ...view, rttMs: known?.tripMs ?? null, clockErrorMs: known ? known.tripMs / 2 : null })),
      shared(time),
    ),
    ...createMarketFeeds({ ...room, now, known$: time$ }, held$),
    ...own,
  }
}
