import type { CloseReason } from '#contract/lever/lever-position.ts'
import type { LeverContext } from './context.ts'
import { emitPosition } from './move.ts'
import { settleLever } from './settle.ts'
import { splitLever } from './split.ts'
import type { LeverRow } from './rows.ts'

/** Why lots are closed: the price that was reached, and since when it stood. `endedWhy` is a finer word for it. */
type StopOut = Pick<LeverRow, 'endedWhy' | 'stopTrigger'> & {
  reason: Extract<CloseReason, 'take_profit' | 'stop_loss'>
  price: bigint
  since: number
}

/** Closes lots of a position by a stop or a target that was reached; returns what was closed. */
export function stopOut(ctx: LeverContext, row: LeverRow, lots: number, stop: StopOut): LeverRow {
  const { reason, price, since, ...more } = stop
  const part = lots < row.lots ? splitLever(ctx, row, lots) : row
  const isOwn = price === (reason === 'stop_loss' ? row.stopLoss : row.takeProfit)
  // The receipt tells the price that was reached, where it is not that of the pair of stops of the whole position.
  const own = {
    takeProfit: 0n,
    stopLoss: 0n,
    stopsAt: since,
    [reason === 'stop_loss' ? 'stopLoss' : 'takeProfit']: price,
  }
  const asked = ctx.tables.leverPositions.put({ ...part, ...more, ...(!isOwn && own) })
  const closed = settleLever(ctx, asked, reason)
  const rest = part === row ? undefined : ctx.tables.leverPositions.get(row.id)
  if (rest?.status === 'trading') emitPosition(ctx, rest)
  return closed
}
