import { logTypes } from '#contract/wire/booking.ts'
import { mayLeverTransition, leverTransitions, type LeverTransition } from '#contract/lever/lever-position.ts'
import { addHouseLots, removeHouseLots } from './house.ts'
import { positionOf } from './view.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

export type Why =
  | 'opened'
  | 'pending'
  | 'activated'
  | 'stop_set'
  | 'overnight'
  | 'haircut'
  | 'closed'
  | 'liquidated'
  | 'cancelled'

/** Steps after which a position has begun, has other lots, or is over. */
const toldSteps: readonly LeverTransition[] = ['activate', 'cancel', 'lapse', 'amend', 'reduce', 'settle']
/** The only code that changes a position's status. An illegal transition throws: it is a bug. */
export function moveLever(
  { tables, now, leverHooks }: Pick<LeverContext, 'tables' | 'now' | 'leverHooks'>,
  step: LeverTransition,
  row: LeverRow,
  change: Partial<LeverRow>,
): LeverRow {
  if (!mayLeverTransition(step, row.status)) throw new Error(`position ${row.id}: ${step} from ${row.status}`)
  if (step === 'activate') addHouseLots(tables, row)
  if (step === 'settle') removeHouseLots(tables, row)
  const moved = tables.leverPositions.put({
    ...row,
    ...change,
    status: leverTransitions[step].to,
    updatedAt: now(),
    rev: row.rev + 1,
  })
  if (toldSteps.includes(step)) leverHooks.onPosition(moved)
  return moved
}
/** Pays the fee of a position that opens out of its hold; that of a waiting entry stays held. */
export function payFee({ ledger }: Pick<LeverContext, 'ledger'>, { id, user, quote, fee }: LeverRow) {
  const cell = { asset: quote, kind: 'lever' } as const
  if (fee > 0n)
    ledger.spend(leverHold(id), fee, { type: logTypes.leverFee, postings: [{ ...cell, owner: 'fee', free: fee }] })
  ledger.noteFee({ ...cell, payer: user, amount: fee, ref: leverHold(id) })
}
/** Sends the owner the position's current state; returns it in wire form. */
export const emitPosition = (ctx: LeverContext, row: LeverRow, why?: Why) => {
  const v = positionOf(ctx, row)
  ctx.emit(row.user, { ev: 'lever.positionChanged', v, ...(why && { why }) })
  return v
}
