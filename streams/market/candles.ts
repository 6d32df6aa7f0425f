import { kline } from '#contract/market.ts'

import { market as marketCalls, periodSeconds, symbolOf, type Period } from '#contract/market.ts'
import { decode } from '#contract/wire/coded.ts'
import {
  concatMap, defer, EMPTY, exhaustMap, filter, map, merge, share, Subject, switchMap, take, type Observable,
} from 'rxjs'
import { candleOf, historyOf, mergeCandles, type Candle } from './bars.ts'
import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { answered$, polled$, untilAnswered$ } from '#streams/kit/poll.ts'
import { channelOf, shared, type StreamDeps } from '#streams/kit/deps.ts'

/** The bars of one market and period, oldest first. */
export type Candles = {
  readonly market: string
  readonly period: Period
  readonly bars: readonly Candle[]
  readonly hasOlder: boolean
}
export type CandleFeed = { readonly bars$: Observable<Live<Candles>>; readonly older: () => void }
/** The server's time at this instant, and the word that it is known. */
export type Now = { readonly now: () => number; readonly known$: Observable<unknown> }

const pageCandles = 500
const maxKept = 5000
const renewMs = 4000
const feedMs = 4000
const everyMs = 250

/** Bars by HTTP as history, by the socket as they grow; what was missed while away is filled in, older ones come on demand. */
export function candles(market: string, period: Period, deps: StreamDeps & Now): CandleFeed {
  const older$ = new Subject<void>()
  const bars$ = defer(() => {
    const { time, pollMode$ } = deps
    const keeper = createKeeper(market, period)
    const ask = createAsk(market, period, deps)
    const since = (from: number) => ask(from, Math.floor(deps.now() / 1000))
    const recent = () => since(keeper.lastTime())
    const whole = () => since(Math.floor(deps.now() / 1000) - pageCandles * periodSeconds[period])
    const whenKnown = <T>(then: () => Observable<T>) => deps.known$.pipe(take(1), switchMap(then))
    const events$ = channel$(`kline:${market}:${period}`, { ...channelOf(deps), kind: 'state', isActive$: deps.visible$, renewMs }).pipe(share())
    const gap$ = events$.pipe(
      map(keeper.gapFrom),
      filter((from) => from !== null),
      concatMap((from) => untilAnswered$(() => since(from), time)),
    )
    const polls$ = whenKnown(() => polled$(pollMode$, recent, { feedMs, isPatient: true, time }))
    const pages$ = older$.pipe(exhaustMap(() => olderPage$(keeper.oldest(), period, ask)))
    return merge(
      // First, so that a gap is seen before what follows it is taken in.
      gap$.pipe(map(keeper.takeHistory)),
      events$.pipe(map(keeper.take)),
      whenKnown(() => untilAnswered$(whole, time)).pipe(map(keeper.takeWhole)),
      polls$.pipe(map(keeper.takeHistory)),
      pages$.pipe(map(keeper.takeOlder)),
    ).pipe(filter((update) => update !== null))
  }).pipe((updates$) => live$(updates$, { ...deps, everyMs }), shared(deps.time))
  return { bars$, older: () => older$.next() }
}

type Asked = ReturnType<typeof createAsk>

const createAsk = (market: string, period: Period, { read }: StreamDeps) => async (fromSec: number, toSec: number) => {
  const input = { symbol: symbolOf(market), period, from: Math.max(0, fromSec), to: Math.max(0, toSec) }
  const reply = await read(marketCalls.candles, input)
  return reply.ok ? { ok: true as const, value: historyOf(reply.value) } : reply
}

const olderPage$ = (oldest: Candle | null, period: Period, ask: Asked) =>
  oldest === null ? EMPTY : answered$(() => ask(oldest.time - pageCandles * periodSeconds[period], oldest.time - 1))

/** Holds the bars; nothing is shown before the first history, for two bars would look like the whole chart. */
function createKeeper(market: string, period: Period) {
  let bars: readonly Candle[] = []
  let hasOlder = true
  let isWhole = false
  const put = (some: readonly Candle[]): Update<Candles> | null => {
    bars = mergeCandles(bars, some, maxKept)
    return isWhole ? { type: 'value', value: { market, period, bars, hasOlder } } : null
  }
  return {
    oldest: () => (isWhole && hasOlder ? (bars[0] ?? null) : null),
    /** From here on a bar may have changed since: the one before the newest may have been running. */
    lastTime: () => (bars.at(-1)?.time ?? 0) - periodSeconds[period],
    /** Where to read from when a word does not join on what is held: bars were missed, or the end of the newest one. */
    gapFrom: (told: ChannelEvent) => {
      const newest = bars.at(-1)
      const first = barsOf(told)?.[0]
      if (!isWhole || newest === undefined || first === undefined || first.time <= newest.time) return null
      return told.type === 'snap' || !newest.closed ? newest.time - periodSeconds[period] : null
    },
    take: (told: ChannelEvent): Update<Candles> | null => {
      if (told.type === 'off') return { type: 'away' }
      if (told.type === 'away' || told.type === 'syncing' || told.type === 'confirmed') return { type: told.type }
      const some = barsOf(told)
      return some && put(some)
    },
    takeHistory: put,
    takeWhole: (some: readonly Candle[]) => {
      isWhole = true
      return put(some)
    },
    takeOlder: (some: readonly Candle[]) => {
      hasOlder = some.length > 0 && bars.length + some.length < maxKept
      // What lies behind them is held already: the last of them is over as well.
      return put(some.map((bar) => ({ ...bar, closed: true })))
    },
  }
}

function barsOf(told: ChannelEvent): readonly Candle[] | null {
  if (told.type === 'snap') {
    const read = decode(kline.snap, told.data)
    return read.success ? read.data.bars.map(candleOf) : null
  }
  if (told.type !== 'delta') return null
  const read = decode(kline.delta, told.data)
  return read.success ? [candleOf(read.data.bar)] : null
}
