import { logTypes } from '#contract/wire/booking.ts'
import { emitPosition, moveLever } from './move.ts'
import { leverExpiry, leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

/** Ends a pending entry; margin and fee are returned. */
export function endPending(
  ctx: LeverContext,
  row: LeverRow,
  step: 'cancel' | 'lapse',
  more: Pick<LeverRow, 'endedWhy'> = {},
): LeverRow {
  ctx.ledger.release(leverHold(row.id), logTypes.leverCancel)
  if (row.expiresAt !== undefined) ctx.deadlines.clear(leverExpiry, String(row.id))
  const reason = more.endedWhy ? null : step === 'cancel' ? 'user' : 'liquidated'
  return moveLever(ctx, step, row, { reason, endedAt: ctx.now(), ...more })
}
/** Ends an entry whose instant has come. */
export function expireEntry(ctx: LeverContext, ref: string) {
  const row = ctx.tables.leverPositions.get(Number(ref))
  if (row?.status === 'pending') emitPosition(ctx, endPending(ctx, row, 'lapse', { endedWhy: 'expired' }), 'cancelled')
}
