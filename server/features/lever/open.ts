import type { InputOf } from '#contract/wire/endpoint.ts'
import { logTypes } from '#contract/wire/booking.ts'
import type { lever } from '#contract/lever/lever.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import type { Caller } from '#server/core/context.ts'
import { noteFlow } from './caps.ts'
import { checkContract, type Checked } from './check.ts'
import type { LeverContext } from './context.ts'
import { noteOpened } from './fills.ts'
import { addHouseLots } from './house.ts'
import { emitPosition, payFee } from './move.ts'
import { leverExpiry, leverHold, type LeverRow } from './rows.ts'

/** The row of a new position, or of an entry that waits. */
function newRow(ctx: LeverContext, user: number, checked: Checked): LeverRow {
  const { pair, mark, side, isPending, lots, multiple, price, number, margin, fee, takeProfit, stopLoss } = checked
  const at = ctx.now()
  return {
    id: ctx.tables.leverPositions.nextId(),
    user,
    pair: pair.id,
    quote: pair.quote,
    side,
    entry: isPending ? 'limit' : 'market',
    status: isPending ? 'pending' : 'trading',
    reason: null,
    lots,
    number,
    multiple,
    origin: isPending ? price : mark.price,
    price,
    closePrice: null,
    takeProfit,
    stopLoss,
    stopsAt: at,
    firstMargin: margin,
    margin,
    fee,
    nightMoney: 0n,
    nightDay: 0,
    haircut: 0n,
    lead: 0n,
    receipt: null,
    partOf: null,
    profit: 0n,
    createdAt: at,
    openedAt: isPending ? null : at,
    updatedAt: at,
    closingAt: null,
    endedAt: null,
    rev: 1,
    ...(isPending && checked.expiresAt !== undefined && { expiresAt: checked.expiresAt }),
  }
}

/** Opens a position, or places an entry that waits, after all checks; with the triggers that close it. */
export function openPosition(
  ctx: LeverContext,
  caller: Pick<Caller, 'user'>,
  input: InputOf<typeof lever.submit>,
): { row: LeverRow; told: Position } {
  const { tables, ledger, leverHooks } = ctx
  const made = newRow(ctx, caller.user, checkContract(ctx, caller, input))
  const { id, user, quote, margin, fee, expiresAt } = made
  ledger.hold(leverHold(id), { asset: quote, kind: 'lever', owner: user }, margin + fee, logTypes.leverMargin)
  const row = tables.leverPositions.put(made)
  const isPending = row.status === 'pending'
  if (expiresAt !== undefined) ctx.deadlines.set(leverExpiry, String(id), expiresAt)
  if (!isPending) {
    addHouseLots(tables, row)
    payFee(ctx, row)
    noteOpened(ctx, row)
    noteFlow(ctx, row, 'open')
  }
  const told = emitPosition(ctx, row, isPending ? 'pending' : 'opened')
  leverHooks.onStops(row)
  if (input.legs) leverHooks.attach(row, input.legs)
  return { row, told }
}
