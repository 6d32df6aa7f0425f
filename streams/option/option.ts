import {
  isOptionOrderAhead,
  isOptionOrderOver,
  option,
  type OptionOrder,
  type OptionStatus,
} from '#contract/option/option.ts'
import type { Pair, PriceRow } from '#contract/market/market.ts'
import type { StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import { untilAnswered$ } from '#streams/kit/poll.ts'
import { map, switchMap, type Observable } from 'rxjs'
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

/** The index price of one market: of the last minutes, and each new tick. */
export const ticksOf$ = ({ read, time }: StreamDeps, price$: Observable<Live<PriceRow>>, pair$: Observable<Pair>) =>
  ticks$(price$, () =>
    pair$.pipe(
      switchMap(({ id }) => untilAnswered$(() => read(option.ticks, { match_id: id }), time)),
      map(({ ticks }) => ticks.map(([at, price]) => ({ at, price }))),
    ),
  )
