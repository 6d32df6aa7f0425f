import { finance, isHostingAhead, type HostingOrder } from '#contract/finance/finance.ts'
import type { Services } from '#src/actors/services.tsx'
import { readAgain$ } from '#src/actors/read-again.ts'
import type { Followed } from '#src/actors/use-followed.ts'
import { map, merge, mergeMap } from 'rxjs'

const newest = 50

/** Newer copies of hosting orders: as they are pushed, and read again after a hole. */
export const hostingCopies = ({ feeds, request }: Pick<Services, 'feeds' | 'request'>): Followed<HostingOrder> => ({
  live$: feeds.hostingOrders$,
  ended$: merge(
    feeds.hostingNews$.pipe(map(({ order }) => order)),
    // The list holds what runs; what has ended meanwhile is among the newest of all.
    readAgain$(feeds, () => request.read(finance.orders, { page: 1, limit: newest })).pipe(
      mergeMap(({ order_list }) => order_list),
    ),
  ),
  isAhead: isHostingAhead,
})
