import { otcOrder } from '#contract/otc/otc-order.ts'
import { isOtcStepFrom, type OtcRole } from '#contract/otc/otc-steps.ts'
import { encode } from '#contract/wire/coded.ts'
import { Refusal } from '#server/core/refusal.ts'
import { endByRuling, moveDeadlines } from './settle.ts'
import { orderOf } from './view.ts'
import type { OrderRow } from './rows.ts'
import type { OtcContext } from './context.ts'

// What operators may do with orders.

/** Rules an appeal: the coins go to the buyer, or back to the seller. Both parties see the reason. */
export function ruleOrder(ctx: OtcContext, id: string, { to, reason }: { to: OtcRole; reason: string }): OrderRow {
  const row = ctx.tables.otcOrders.need(Number(id))
  if (reason.trim() === '') throw new Refusal('reason_required')
  if (!isOtcStepFrom(to === 'buyer' ? 'ruleForBuyer' : 'ruleForSeller', row.status))
    throw new Refusal('step_refused', { now: encode(otcOrder, orderOf(ctx, row, row.buyer.user)), may: [] })
  return endByRuling(ctx, row, to, reason)
}

/** Moves the deadlines of all orders that were open in a declared outage later by its length; returns their number. */
export function declareOutage(ctx: OtcContext, { from_ms, to_ms }: { from_ms: number; to_ms: number }): number {
  const open = [...ctx.tables.otcOrders.all()].filter(
    (row) => isOtcStepFrom('outage', row.status) && row.createdAt < to_ms,
  )
  for (const row of open) moveDeadlines(ctx, row, to_ms - Math.max(from_ms, row.createdAt))
  return open.length
}
