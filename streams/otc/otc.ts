import { otc } from '#contract/otc/otc.ts'
import { isOtcOrderAhead, type OtcOrder } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's open orders, as buyer and as seller. */
export const otcOrders = createOwnList<OtcOrder, 'incomplete'>({
  isAhead: isOtcOrderAhead,
  isOver: isOtcOrderOver,
  entityOf: (event) => (event.ev === 'otc.orderChanged' ? event.v : null),
  statuses: ['incomplete'],
  readPage: async (read, { status, page, limit }) => {
    const reply = await read(otc.orders, { filter: status, page, limit })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  },
})
