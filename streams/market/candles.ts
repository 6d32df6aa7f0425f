import { kline, market as marketCalls, periodSeconds, symbolOf, type Period } from '#contract/market/market.ts'
import { decode } from '#contract/wire/coded.ts'
import {
  concatMap,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  share,
  Subject,
  switchMap,
  take,
  type Observable,
} from 'rxjs'
import { candleOf, historyOf, mergeCandles, type Candle } from './merge-candles.ts'
import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { answered$, polled$, untilAnswered$ } from '#streams/kit/poll.ts'
import { channelDeps, shared, type StreamDeps } from '#streams/kit/deps.ts'

/** The candles of one market and period, oldest first. */
export type Candles = {
  readonly market: string
  readonly period: Period
  readonly candles: readonly Candle[]
  readonly hasOlder: boolean
}
export type CandleFeed = { readonly candles$: Observable<Live<Candles>>; readonly loadOlder: () => void }
/** `now`: the server's time in epoch milliseconds; `known$` emits once it is known. */
export type Now = { readonly now: () => number; readonly known$: Observable<unknown> }

const pageCandles = 500
const maxCandles = 5000
const refreshMs = 4000
const primaryMs = 4000
const everyMs = 250

/**
 * Candles by HTTP as history, by the socket as they grow. What was missed while away is read again; older candles are
 * read on demand.
 */
export function createCandleFeed(market: string, period: Period, deps: StreamDeps & Now): CandleFeed {
  const older$ = new Subject<void>()
  const candles$ = defer(() => {
    const { time, pollMode$ } = deps
    const store = createStore(market, period)
    const ask = createAsk(market, period, deps)
    const since = (from: number) => ask(from, Math.floor(deps.now() / 1000))
    const recent = () => since(store.lastTime())
    const whole = () => since(Math.floor(deps.now() / 1000) - pageCandles * periodSeconds[period])
    const whenKnown = <T>(then: () => Observable<T>) => deps.known$.pipe(take(1), switchMap(then))
    const options = { ...channelDeps(deps), kind: 'state', isActive$: deps.visible$, refreshMs } as const
    const events$ = channel$(`kline:${market}:${period}`, options).pipe(share())
    const gap$ = events$.pipe(
      map(store.gapFrom),
      filter((from) => from !== null),
      concatMap((from) => untilAnswered$(() => since(from), time)),
    )
    const polls$ = whenKnown(() => polled$(pollMode$, recent, { primaryMs, isVerifyDelayed: true, time }))
    const pages$ = older$.pipe(exhaustMap(() => olderPage$(store.oldest(), period, ask)))
    return merge(
      // Subscribed first, so that a gap is detected before the message that reveals it is stored.
      gap$.pipe(map(store.takeHistory)),
      events$.pipe(map(store.take)),
      whenKnown(() => untilAnswered$(whole, time)).pipe(map(store.takeWhole)),
      polls$.pipe(map(store.takeHistory)),
      pages$.pipe(map(store.takeOlder)),
    ).pipe(filter((update) => update !== null))
  }).pipe((updates$) => live$(updates$, { ...deps, everyMs }), shared(deps.time))
  return { candles$, loadOlder: () => older$.next() }
}

type AskCandles = ReturnType<typeof createAsk>

const createAsk =
  (market: string, period: Period, { read }: StreamDeps) =>
  async (fromSec: number, toSec: number) => {
    const input = { symbol: symbolOf(market), period, from: Math.max(0, fromSec), to: Math.max(0, toSec) }
    const reply = await read(marketCalls.candles, input)
    return reply.ok ? { ok: true as const, value: historyOf(reply.value) } : reply
  }

const olderPage$ = (oldest: Candle | null, period: Period, ask: AskCandles) =>
  oldest === null ? EMPTY : answered$(() => ask(oldest.time - pageCandles * periodSeconds[period], oldest.time - 1))

/** Stores the candles; emits nothing before the first history, because two candles would look like the whole chart. */
function createStore(market: string, period: Period) {
  let candles: readonly Candle[] = []
  let hasOlder = true
  let isWhole = false
  const put = (some: readonly Candle[]): Update<Candles> | null => {
    candles = mergeCandles(candles, some, maxCandles)
    return isWhole ? { type: 'value', value: { market, period, candles, hasOlder } } : null
  }
  return {
    oldest: () => (isWhole && hasOlder ? (candles[0] ?? null) : null),
    /** Candles may have changed from here on: the one before the newest may have been open when it was stored. */
    lastTime: () => (candles.at(-1)?.time ?? 0) - periodSeconds[period],
    /** Where to read from when candles, or the end of the newest one, are missing before a message; null otherwise. */
    gapFrom: (message: ChannelEvent) => {
      const newest = candles.at(-1)
      const first = candlesOf(message)?.[0]
      if (!isWhole || newest === undefined || first === undefined || first.time <= newest.time) return null
      return message.type === 'snap' || !newest.closed ? newest.time - periodSeconds[period] : null
    },
    take: (message: ChannelEvent): Update<Candles> | null => {
      const { type } = message
      if (type === 'off') return { type: 'away' }
      if (type === 'away' || type === 'syncing' || type === 'confirmed') return { type }
      const some = candlesOf(message)
      return some && put(some)
    },
    takeHistory: put,
    takeWhole: (some: readonly Candle[]) => {
      isWhole = true
      return put(some)
    },
    takeOlder: (some: readonly Candle[]) => {
      hasOlder = some.length > 0 && candles.length + some.length < maxCandles
      // A later candle is stored for each of them, so even the last one is closed.
      return put(some.map((candle) => ({ ...candle, closed: true })))
    },
  }
}

function candlesOf(message: ChannelEvent): readonly Candle[] | null {
  if (message.type === 'snap') {
    const read = decode(kline.snap, message.data)
    return read.success ? read.data.bars.map(candleOf) : null
  }
  if (message.type !== 'delta') return null
  const read = decode(kline.delta, message.data)
  return read.success ? [candleOf(read.data.bar)] : null
}
