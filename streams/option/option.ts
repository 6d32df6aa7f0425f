import {
  isOptionOrderAhead,
  isOptionOrderOver,
  option,
  type OptionOrder,
  type OptionStatus,
} from '#contract/option/option.ts'
import type { Pair } from '#contract/market/market.ts'
import type { PriceRow } from '#contract/market/market.ts'
import { memoize, shared } from '#streams/kit/deps.ts'
import { firstOf, type Live } from '#streams/kit/live.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import { distinctUntilChanged, filter, map, switchMap, type Observable } from 'rxjs'
import { untilAnswered$ } from '#streams/kit/poll.ts'
import { optionEnds$ } from './ends.ts'
import { rounds$, type Rounds } from './rounds.ts'
import { ticks$ } from './ticks.ts'

/** The caller's option orders that are open or await their result. */
export const optionOrders = createOwnList<OptionOrder, OptionStatus>({
  isAhead: isOptionOrderAhead,
  isOver: isOptionOrderOver,
  entityOf: (event) => (event.ev === 'option.orderChanged' || event.ev === 'option.settled' ? event.v : null),
  statuses: ['open', 'closing'],
  readPage: async (read, asked) => {
    const reply = await read(option.list, asked)
    return reply.ok ? { ok: true, value: reply.value.data } : reply
  },
})

/** The market streams that rounds depend on. */
type MarketFeeds = {
  readonly pair$: (market: string) => Observable<Live<Pair>>
  readonly price$: (market: string) => Observable<Live<PriceRow>>
}

/** The rounds, which are public, and the caller's own streams of the options. */
export function optionFeedsOf(deps: FeedDeps, { pair$, price$ }: MarketFeeds) {
  const { own, read, time } = deps
  const pastTicks$ = (market: string) =>
    firstOf(pair$(market)).pipe(
      switchMap(({ id }) => untilAnswered$(() => read(option.ticks, { match_id: id }), time)),
      map(({ ticks }) => ticks.map(([at, price]) => ({ at, price }))),
    )
  const byName = memoize((name): Observable<Live<Rounds>> => {
    const [market = '', seconds = ''] = name.split(' ')
    return rounds$(market, Number(seconds), deps, firstOf(pair$(market))).pipe(shared(time))
  })
  const optionOrders$ = own.live(optionOrders.live$)
  const open$ = optionOrders$.pipe(
    map(({ value }) => value),
    filter((open) => open !== null),
    distinctUntilChanged(),
  )
  return {
    /** The rounds of one market and length in seconds. */
    round$: (market: string, seconds: number) => byName(`${market} ${seconds}`),
    /** The index price of one market: of the last minutes, and each new tick. */
    ticks$: memoize((market) => ticks$(price$(market), () => pastTicks$(market)).pipe(shared(time))),
    /** The caller's option orders that are open or await their result, newest first. */
    optionOrders$,
    /** Each option order that has just been settled or refunded. */
    optionHistory$: own.stream(({ read }) => optionEnds$(optionOrders.received$(own.events$), open$, read, time)),
  }
}
