import {
  finance,
  isHostingAhead,
  isHostingOver,
  type HostingOrder,
  type HostingWhy,
} from '#contract/finance/finance.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import { filter, map } from 'rxjs'

/** The caller's running hosting orders. */
const hostingOrders = createOwnList<HostingOrder, 'hosting'>({
  isAhead: isHostingAhead,
  isOver: isHostingOver,
  entityOf: (event) => (event.ev === 'finance.changed' ? event.v : null),
  statuses: ['hosting'],
  readPage: async (read, { status, page, limit }) => {
    const reply = await read(finance.orders, { status, page, limit })
    return reply.ok ? { ok: true, value: reply.value.order_list } : reply
  },
})
/** One copy of an order, and what happened to it. */
export type HostingNews = { readonly order: HostingOrder; readonly why: HostingWhy | null }

/** The caller's own streams of hosting. */
export const financeFeedsOf = ({ own }: FeedDeps) => ({
  /** All running orders of the caller, newest first. */
  hostingOrders$: own.live(hostingOrders.live$),
  /** Each change of an order, with its reason. */
  hostingNews$: own.events$.pipe(
    map((event): HostingNews | null =>
      event.ev === 'finance.changed' ? { order: event.v, why: event.why ?? null } : null,
    ),
    filter((news) => news !== null),
  ),
})
