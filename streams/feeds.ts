import type { Event } from '#contract/endpoints.ts'
import type { PriceRow } from '#contract/market.ts'
import type { Position } from '#contract/lever.ts'
import type { Pair, Period } from '#contract/market.ts'
import type { OptionOrder } from '#contract/option.ts'
import type { SpotOrder } from '#contract/spot.ts'
import { combineLatest, distinctUntilChanged, map, startWith, type Observable, type SchedulerLike } from 'rxjs'
import type { Balances as BalancesTold } from './assets.ts'
import type { Candle as CandleTold } from '#streams/market/bars.ts'
import type { Candles as CandlesTold } from '#streams/market/candles.ts'
import { clockEstimate$, latestAt, serverTime$, type ClockEstimate, type TimeSample } from '#streams/kit/clock.ts'
import type { MarketDeals } from '#streams/market/deals.ts'
import { tradedMarkets } from './lever.ts'
import type { Connection } from '#streams/kit/connection.ts'
import { nothing, type Freshness as FreshnessTold, type Live as LiveTold } from '#streams/kit/live.ts'
import type { BookSnapshot as BookSnapshotTold } from '#streams/market/order-book.ts'
import { createMarketFeeds } from './market.ts'
import type { IndexTick as IndexTickTold, Rounds as RoundsReceived } from './option.ts'
import { createOwnFeeds } from './own-feeds.ts'
import { pollMood$, type Read } from '#streams/kit/poll.ts'
import type { Prices as PricesTold } from '#streams/market/prices.ts'
import { shared, type StreamDeps } from '#streams/kit/deps.ts'

export type Freshness = FreshnessTold
export type Live<T> = LiveTold<T>
export type BookSnapshot = BookSnapshotTold
export type Candle = CandleTold
export type Candles = CandlesTold
export type Balances = BalancesTold
export type Prices = PricesTold
export type Rounds = RoundsReceived
export type IndexTick = IndexTickTold
/** Liquidation comes nearer, as the venue told it. */
export type RiskRose = Extract<Event, { ev: 'lever.riskRose' }>['v']
/** What a widget shows until its stream has spoken. */
export const loading: Live<never> = nothing

/** How the socket is, in words a person can be told. */
export type ConnectionState = {
  readonly state: 'live' | 'connecting' | 'reconnecting' | 'offline' | 'polling' | 'stopped'
  readonly reason: string | null
}
export type ConnectionView = ConnectionState & { readonly rttMs: number | null; readonly clockErrorMs: number | null }

/** What the streams need from the world. */
export type FeedPorts = {
  /** The socket as `connectionLogic` hands it out. */
  readonly connection: Connection
  readonly view$: Observable<ConnectionState>
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
  readonly tickers$: Observable<Live<readonly Pair[]>>
  readonly pair$: (market: string) => Observable<Live<Pair>>
  readonly orderBook$: (market: string) => Observable<Live<BookSnapshot>>
  readonly deals$: (market: string) => Observable<Live<MarketDeals>>
  readonly candles: (market: string, period: Period) => { readonly bars$: Observable<Live<Candles>>; readonly older: () => void }
  readonly balances$: Observable<Live<Balances>>
  /** All open orders of the caller, newest first. */
  readonly spotOrders$: Observable<Live<readonly SpotOrder[]>>
  /** Each order that has just ended, for history lists to take in. */
  readonly spotHistory$: Observable<SpotOrder>
  /** Index and mark of every market; those at the pace of a profit, no more than one a second; those of one market. */
  readonly prices$: Observable<Live<Prices>>
  readonly marks$: Observable<Live<Prices>>
  readonly price$: (market: string) => Observable<Live<PriceRow>>
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
  const { connection, read, samples$, jumps$, steadyMs, time, frame, view$, login$ } = ports
  const visible$ = ports.visible$.pipe(distinctUntilChanged())
  const estimate$ = clockEstimate$(samples$, jumps$).pipe(shared(time))
  let estimate: ClockEstimate | null = null
  // The one subscription of its own: whoever asks for the instant must not have to listen first.
  estimate$.subscribe((next) => {
    estimate = next ?? estimate
  })
  const now = () => (estimate ? Math.floor(latestAt(estimate, steadyMs())) : 0)
  const time$ = serverTime$(estimate$, steadyMs, time).pipe(shared(time))
  const deps: StreamDeps = { connection, read, visible$, pollMode$: pollMood$(connection, visible$), steadyMs, time, frame }
  const own = createOwnFeeds(deps, login$)
  const held$ = own.leverPositions$.pipe(map(({ value }) => tradedMarkets(value ?? [])))
  return {
    serverTime$: time$,
    serverNow: now,
    connection$: combineLatest([view$, estimate$.pipe(startWith(null))]).pipe(
      map(([view, known]) => ({ ...view, rttMs: known?.tripMs ?? null, clockErrorMs: known ? known.tripMs / 2 : null })),
      shared(time),
    ),
    ...createMarketFeeds({ ...deps, now, known$: time$ }, held$),
    ...own,
  }
}
