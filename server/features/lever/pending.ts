import { logTypes } from '#contract/wire/booking.ts'
import { moveLever } from './move.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

/** Ends a pending entry; margin and fee are returned. */
export function endPending(ctx: LeverContext, row: LeverRow, step: 'cancel' | 'lapse'): LeverRow {
  ctx.ledger.release(leverHold(row.id), logTypes.leverCancel)
  const reason = step === 'cancel' ? 'user' : 'liquidated'
  return moveLever(ctx, step, row, { reason, endedAt: ctx.now() })
}
