import { isOtcStepInTime } from '#contract/otc/otc-steps.ts'
import { cancelOrder, otcConfirm, setPayDeadline, tellOverdue } from './settle.ts'
import { clockOf } from './view.ts'
import type { OtcContext } from './context.ts'

/** The time to pay is over: cancels the order. After a payment no deadline cancels (E5). */
export function lapsePay(ctx: OtcContext, ref: string) {
  const row = ctx.tables.otcOrders.get(Number(ref))
  if (row?.status !== 'to_be_paid') return
  if (isOtcStepInTime('timeout', clockOf(row), ctx.now())) cancelOrder(ctx, row, 'timeout')
  else setPayDeadline(ctx, row)
}
/** The time to confirm is over: from now on the buyer may appeal. */
export function lapseConfirm(ctx: OtcContext, ref: string) {
  const row = ctx.tables.otcOrders.get(Number(ref))
  if (row?.status !== 'to_be_confirmed' || row.confirmDeadline === null) return
  if (isOtcStepInTime('overdue', clockOf(row), ctx.now())) tellOverdue(ctx, row)
  else ctx.deadlines.set(otcConfirm, ref, row.confirmDeadline)
}
