import { partOf } from '#contract/lever/lever-risk.ts'
import { moveLever } from './move.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

/**
 * Splits lots off a trading position as a position of their own, so that a part can be closed like any other. Margin,
 * fee, nights and haircut are divided by lots: the part is rounded down, the rest keeps what remains, so that nothing
 * is lost or made. No money leaves its hold. Returns the part.
 */
export function splitLever(ctx: LeverContext, row: LeverRow, lots: number): LeverRow {
  const { tables, ledger, now } = ctx
  const id = tables.leverPositions.nextId()
  const of = (amount: bigint) => partOf(amount, lots, row.lots)
  const part = {
    number: of(row.number),
    firstMargin: of(row.firstMargin),
    margin: of(row.margin),
    fee: of(row.fee),
    nightMoney: of(row.nightMoney),
    haircut: of(row.haircut),
    lead: of(row.lead),
  }
  if (part.margin > 0n) ledger.shift(leverHold(row.id), leverHold(id), part.margin)
  moveLever(ctx, 'reduce', row, {
    lots: row.lots - lots,
    number: row.number - part.number,
    firstMargin: row.firstMargin - part.firstMargin,
    margin: row.margin - part.margin,
    fee: row.fee - part.fee,
    nightMoney: row.nightMoney - part.nightMoney,
    haircut: row.haircut - part.haircut,
    lead: row.lead - part.lead,
  })
  return tables.leverPositions.put({ ...row, ...part, id, lots, partOf: row.id, updatedAt: now(), rev: 1 })
}
