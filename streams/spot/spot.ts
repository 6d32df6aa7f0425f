import {
  isSpotOrderAhead,
  isSpotOrderOver,
  spot,
  type SpotOrder,
  type SpotQueued,
  type SpotStatus,
} from '#contract/spot/spot.ts'
import type { StreamDeps } from '#streams/kit/deps.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import type { Live } from '#streams/kit/live.ts'
import { watched$ } from '#streams/kit/watched.ts'
import type { Observable } from 'rxjs'

const queuePace = { primaryMs: 2000, everyMs: 250 }

/** The caller's waiting orders. Read newest first, so that an order placed during the read only repeats a row. */
export const spotOrders = createOwnList<SpotOrder, SpotStatus>({
  isAhead: isSpotOrderAhead,
  isOver: isSpotOrderOver,
  entityOf: (event) => (event.ev === 'spot.orderChanged' ? event.v : null),
  statuses: ['waiting'],
  readPage: (read, asked) => read(spot.list, asked),
})

/** Where the caller's orders of one pair stand in their queues. */
export const spotQueue$ = (
  deps: StreamDeps,
  pair: { readonly currency_id: number; readonly legal_id: number },
): Observable<Live<readonly SpotQueued[]>> => watched$(deps, () => deps.read(spot.queue, pair), queuePace)
