import { finance, isHostingAhead, isHostingOver, type HostingOrder } from '#contract/finance/finance.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's running hosting orders. */
export const hostingOrders = createOwnList<HostingOrder, 'hosting'>({
  isAhead: isHostingAhead,
  isOver: isHostingOver,
  entityOf: (event) => (event.ev === 'finance.changed' ? event.v : null),
  statuses: ['hosting'],
  readPage: async (read, { status, page, limit }) => {
    const reply = await read(finance.orders, { status, page, limit })
    return reply.ok ? { ok: true, value: reply.value.order_list } : reply
  },
})
