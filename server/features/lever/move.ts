import { mayLeverTransition, leverTransitions, type LeverTransition } from '#contract/lever.ts'
import { addHouseLots, removeHouseLots } from './house.ts'
import { positionOf } from './view.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

export type Why = 'opened' | 'pending' | 'activated' | 'stop_set' | 'overnight' | 'haircut' | 'closed' | 'liquidated' | 'cancelled'

/** The only code that changes a position's status. An illegal transition throws: it is a bug. */
export function moveLever({ tables, now }: Pick<LeverContext, 'tables' | 'now'>, step: LeverTransition, row: LeverRow, change: Partial<LeverRow>): LeverRow {
  if (!mayLeverTransition(step, row.status)) throw new Error(`position ${row.id}: ${step} from ${row.status}`)
  if (step === 'activate') addHouseLots(tables, row)
  if (step === 'settle') removeHouseLots(tables, row)
  return tables.leverPositions.put({ ...row, ...change, status: leverTransitions[step].to, updatedAt: now(), rev: row.rev + 1 })
}
/** The fee of an opened position is earned for good; that of a waiting entry may still be given back. */
export const earnFee = ({ ledger }: Pick<LeverContext, 'ledger'>, { id, user, quote, fee }: LeverRow) =>
  ledger.noteFee({ payer: user, asset: quote, kind: 'lever', amount: fee, ref: leverHold(id) })
/** Sends the owner the position's current state; returns it in wire form. */
export const emitPosition = (ctx: LeverContext, row: LeverRow, why?: Why) => {
  const v = positionOf(ctx, row)
  ctx.emit(row.user, { ev: 'lever.positionChanged', v, ...(why && { why }) })
  return v
}
