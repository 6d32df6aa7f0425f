import type { Lock } from '#contract/account/account.ts'
import type { Services } from '#src/actors/services.tsx'
import type { Feeds } from '#streams/feeds.ts'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import { BehaviorSubject, NEVER, of, type Observable } from 'rxjs'
import { balances, book, candles, deals, fallen, live, market, order, pair, stale } from './samples.ts'

const hourMs = 3_600_000
const view = (state: ConnectionView['state']): Observable<ConnectionView> =>
  new BehaviorSubject({ state, reason: null, rttMs: 38, clockErrorMs: 6 })
/** The line in each of its states. */
export const lines = {
  live: view('live'),
  checking: view('checking'),
  connecting: view('connecting'),
  reconnecting: view('reconnecting'),
  polling: view('polling'),
  offline: view('offline'),
  stopped: view('stopped'),
}

const open: Lock = {
  account_lock: false,
  account_until_ms: null,
  trade_lock: false,
  trade_until_ms: null,
  withdraw_lock: false,
  withdraw_until_ms: null,
  pay_password_until_ms: null,
  reason: null,
  server_now_ms: 0,
}
const lockedUntil = (untilMs: number) =>
  new BehaviorSubject(live({ ...open, trade_lock: true, trade_until_ms: untilMs, reason: 'credential' }))
const never = () => NEVER
/** A request that is never answered: from the gallery nothing is sent. */
const unanswered = () => new Promise<never>(() => {})
const candlesOf = (shown: typeof candles) => {
  const candles$ = of(live({ market, period: '1min' as const, candles: shown, hasOlder: false }))
  return () => ({ candles$, loadOlder: () => {} })
}
/** What a part is told by the streams, where one state is shown beside another. */
export const told = {
  staleBalances: { balances$: of(stale(balances)) },
  noBars: { candles: candlesOf([]) },
  stale: { pair$: constant(of(stale(pair))), orderBook$: constant(of(stale(book))) },
  noBook: { orderBook$: constant(NEVER) },
  noDeals: { deals$: constant(of(live({ market, deals: [] }))) },
} satisfies Readonly<Record<string, Partial<Feeds>>>
function constant<T>(value: T) {
  return () => value
}

/** The services of the gallery: samples instead of a venue. What the page has of its own stays. */
export const stageOf = (services: Services, nowMs: number): Services => ({
  ...services,
  request: { ...services.request, read: unanswered, change: unanswered },
  upload: unanswered,
  serverNow: Date.now,
  feeds: {
    ...services.feeds,
    balances$: of(live(balances)),
    connection$: lines.live,
    tickers$: of(live([pair, fallen])),
    pair$: constant(of(live(pair))),
    orderBook$: constant(of(live(book))),
    deals$: constant(of(live({ market, deals }))),
    candles: candlesOf(candles),
    lock$: lockedUntil(nowMs + hourMs),
    otcTurns$: of(3),
    spotOrders$: of(live([order])),
    leverPositions$: of(live([])),
    events$: NEVER,
    renewed$: NEVER,
    serverTime$: NEVER,
    ownLive: never,
  },
})
