import type { Ad, Merchant } from '#contract/otc/otc-order.ts'
import type { Friend, FriendApply } from '#contract/chat/chat-people.ts'
import type { Packet } from '#contract/chat/chat-packet.ts'
import type { HostingOrder, HostingWhy } from '#contract/finance/finance.ts'
import type { JoinedPlan } from '#contract/finance/follow.ts'
import type { Event } from '#contract/events.ts'
import type { Pair, PriceRow } from '#contract/market/market.ts'
import type { Mining } from '#contract/mining/mining.ts'
import type { OtcOrder, OtcOrderWhy } from '#contract/otc/otc-order.ts'
import type { SpotQueued } from '#contract/spot/spot.ts'
import { memoize, shared, type StreamDeps } from '#streams/kit/deps.ts'
import type { Later } from '#streams/kit/later.ts'
import { firstOf, loading, type Live } from '#streams/kit/live.ts'
import type { createOwn } from '#streams/kit/own-channel.ts'
import { distinctUntilChanged, EMPTY, filter, map, of, switchMap, type Observable } from 'rxjs'
import { lineTo } from './chat/line.ts'
import type { Rounds } from './option/rounds.ts'
import type { OwnParts } from './own-parts.ts'

/** A warning by the venue that an account has come nearer to its liquidation. */
export type RiskRose = Extract<Event, { ev: 'lever.riskRose' }>['v']
/** One copy of an order, and what happened to it. */
export type OtcOrderNews = { readonly order: OtcOrder; readonly why: OtcOrderWhy | null }
export type HostingNews = { readonly order: HostingOrder; readonly why: HostingWhy | null }

type OwnDeps = StreamDeps & {
  readonly own: ReturnType<typeof createOwn<OwnParts>>
  readonly later: Later<OwnParts>
}

/** What a list of the caller comes to; nothing of it is loaded before there is a list. */
const cameTo = <T, R>(
  { later }: OwnDeps,
  live$: Observable<Live<T>>,
  none: R,
  sum: (parts: OwnParts, value: T) => R,
): Observable<R> =>
  live$.pipe(
    switchMap(({ value }) => (value === null ? of(none) : later((parts) => of(sum(parts, value)), EMPTY))),
    distinctUntilChanged(),
  )

/** The caller's own streams. */
export const ownFeedsOf = (deps: OwnDeps) => ({
  ...accountFeeds(deps),
  ...contractFeeds(deps),
  ...otcFeeds(deps),
  ...chatFeeds(deps),
  ...financeFeeds(deps),
})

const accountFeeds = ({ own, later, ...deps }: OwnDeps) => ({
  /** What is locked, until when and why. */
  lock$: own.live(({ lock$ }) => lock$),
  /** What the caller has, by account. */
  balances$: own.live(({ balances$ }) => balances$),
  /** All open spot orders of the caller, newest first. */
  spotOrders$: own.live(({ spotOrders }) => spotOrders.live$),
  /** Each spot order that has just ended, for history lists to add. */
  spotHistory$: own.stream(
    ({ spotOrders }) =>
      () =>
        spotOrders.ended$(own.events$),
  ),
  /** Where the caller's orders of one pair stand in their queues. */
  spotQueue$: (pair: {
    readonly currency_id: number
    readonly legal_id: number
  }): Observable<Live<readonly SpotQueued[]>> => later(({ spotQueue$ }) => spotQueue$(deps, pair), of(loading)),
})

const contractFeeds = (deps: OwnDeps) => {
  const { own } = deps
  const leverPositions$ = own.live(({ leverPositions }) => leverPositions.live$)
  const none: readonly string[] = []
  return {
    /** Every position of the caller that is pending, trading or closing, newest first. */
    leverPositions$,
    /** The names of the markets in which the caller has trading positions. */
    tradedMarkets$: cameTo(deps, leverPositions$, none, ({ tradedMarkets }, positions) => tradedMarkets(positions)),
    /** Each position that has just ended. */
    leverHistory$: own.stream(
      ({ leverPositions }) =>
        () =>
          leverPositions.ended$(own.events$),
    ),
    /** Each warning that liquidation has come nearer. */
    leverRisk$: own.told((event): RiskRose | null => (event.ev === 'lever.riskRose' ? event.v : null)),
  }
}

const otcFeeds = (deps: OwnDeps) => {
  const { own } = deps
  const otcOrders$ = own.live(({ otcOrders }) => otcOrders.live$)
  return {
    /** All open OTC orders of the caller, newest first. */
    otcOrders$,
    /** How many of them wait for the caller. */
    otcTurns$: cameTo(deps, otcOrders$, 0, ({ isMyTurn }, orders) => orders.filter(isMyTurn).length),
    /** Each change of an order, with its reason. */
    otcOrderNews$: own.told((event): OtcOrderNews | null =>
      event.ev === 'otc.orderChanged' ? { order: event.v, why: event.why ?? null } : null,
    ),
    /** Each change of an ad of the caller. */
    otcAd$: own.told((event): Ad | null => (event.ev === 'otc.adChanged' ? event.v : null)),
    /** Each change of the caller's deposit and record. */
    otcMerchant$: own.told((event): Merchant | null => (event.ev === 'otc.merchantChanged' ? event.v : null)),
  }
}

/** The caller's chats. Messages travel on a channel of each chat, which is followed while it is open. */
const chatFeeds = (deps: OwnDeps) => {
  const { own, connection, time } = deps
  const chats$ = own.live((parts) => parts.chats$)
  return {
    /** The caller's chats that are not hidden, in the order of the list. */
    chats$,
    /** How many requests to become friends wait for the caller's answer. */
    asks$: cameTo(
      deps,
      own.live((parts) => parts.asks$),
      0,
      (_, asks) => asks.length,
    ),
    /** Unread messages in all of them; null until they are known. */
    unread$: cameTo(deps, chats$, null, ({ unreadIn }, chats) => unreadIn(chats)),
    /** The log of one chat, as it grows. */
    roomOf: memoize((chat) =>
      own.stream(
        ({ room$ }) =>
          (deps) =>
            room$(deps, chat),
      ),
    ),
    /** Who is typing in a chat; null when they have stopped. */
    typingIn: memoize((chat) =>
      own
        .stream(
          ({ typing$ }) =>
            (deps) =>
              typing$(deps, chat),
        )
        .pipe(shared(time)),
    ),
    /** Each change of the caller's packets, friends and requests. */
    packet$: own.told((event): Packet | null => (event.ev === 'chat.packetChanged' ? event.v : null)),
    friend$: own.told((event): Friend | null => (event.ev === 'chat.friendChanged' ? event.v : null)),
    apply$: own.told((event): FriendApply | null => (event.ev === 'chat.applyChanged' ? event.v : null)),
    /** A chat that is not the caller's any more, and why. */
    /** Each message that the caller has deleted for themselves, on any device. */
    dropped$: own.told((event) => (event.ev === 'chat.messageDropped' ? event.v : null)),
    chatGone$: own.told((event) =>
      event.ev === 'chat.groupGone' ? { chat: event.v.chatGroupId, why: event.why ?? 'removed' } : null,
    ),
    chatLineOf: lineTo(connection, time),
  }
}

const financeFeeds = ({ own }: OwnDeps) => ({
  /** All running hosting orders of the caller, newest first. */
  hostingOrders$: own.live(({ hostingOrders }) => hostingOrders.live$),
  /** Each change of such an order, with its reason. */
  hostingNews$: own.told((event): HostingNews | null =>
    event.ev === 'finance.changed' ? { order: event.v, why: event.why ?? null } : null,
  ),
  /** All joined plans in progress, newest first. */
  joinedPlans$: own.live(({ joinedPlans }) => joinedPlans.live$),
  /** Each change of a joined plan. */
  joinedPlan$: own.told((event): JoinedPlan | null => (event.ev === 'follow.changed' ? event.v : null)),
  /** Each change of mining and pledges, whole. */
  mining$: own.told((event): Mining | null => (event.ev === 'mining.changed' ? event.v : null)),
})

/** The market streams that rounds depend on. */
type MarketFeeds = {
  readonly pair$: (market: string) => Observable<Live<Pair>>
  readonly price$: (market: string) => Observable<Live<PriceRow>>
}

/** The rounds, which are public, and the caller's own streams of the options. */
export function optionFeedsOf({ own, later, ...deps }: OwnDeps, { pair$, price$ }: MarketFeeds) {
  const { time } = deps
  const first = (market: string) => firstOf(pair$(market))
  const byName = memoize((name): Observable<Live<Rounds>> => {
    const [market = '', seconds = ''] = name.split(' ')
    return later(({ rounds$ }) => rounds$(market, Number(seconds), deps, first(market)), of(loading)).pipe(shared(time))
  })
  const optionOrders$ = own.live(({ optionOrders }) => optionOrders.live$)
  const open$ = optionOrders$.pipe(
    map(({ value }) => value),
    filter((open) => open !== null),
    distinctUntilChanged(),
  )
  return {
    /** The rounds of one market and length in seconds. */
    round$: (market: string, seconds: number) => byName(`${market} ${seconds}`),
    /** The index price of one market: of the last minutes, and each new tick. */
    ticks$: memoize((market) =>
      later(({ ticksOf$ }) => ticksOf$(deps, price$(market), first(market)), EMPTY).pipe(shared(time)),
    ),
    /** The caller's option orders that are open or await their result, newest first. */
    optionOrders$,
    /** Each option order that has just been settled or refunded. */
    optionHistory$: own.stream(
      ({ optionOrders, optionEnds$ }) =>
        ({ read }) =>
          optionEnds$(optionOrders.received$(own.events$), open$, read, time),
    ),
  }
}
