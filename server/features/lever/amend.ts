import type { InputOf } from '#contract/wire/endpoint.ts'
import { logTypes } from '#contract/wire/booking.ts'
import type { lever } from '#contract/lever/lever.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Caller } from '#server/core/context.ts'
import { checkContract } from './check.ts'
import type { LeverContext } from './context.ts'
import { emitPosition, moveLever } from './move.ts'
import { leverHold, type LeverRow } from './rows.ts'

type Wish = Pick<InputOf<typeof lever.amend>, 'target_price' | 'share'>
/** Changes the price or the lots of an entry that waits; only the difference of its hold is set aside or comes back. */
export function amendEntry(
  ctx: LeverContext,
  caller: Pick<Caller, 'user'>,
  row: LeverRow,
  { target_price, share }: Wish,
): Position {
  const { pair } = ctx.markets.ofPair(row.pair)
  const had = row.margin + row.fee
  const { lots, price, number, margin, fee } = checkContract(
    ctx,
    caller,
    {
      currency_id: pair.base,
      legal_id: pair.quote,
      type: row.side,
      status: 'limit',
      share: share === undefined || share === '' ? row.lots : share,
      multiple: row.multiple,
      target_price: target_price || formatDec(row.price),
      target_profit_price: formatDec(row.takeProfit),
      stop_loss_price: formatDec(row.stopLoss),
    },
    had,
  )
  const more = margin + fee - had
  const cell = { asset: row.quote, kind: 'lever' as const, owner: row.user }
  if (more > 0n) ctx.ledger.grow(leverHold(row.id), cell, more, logTypes.leverMargin)
  if (more < 0n) ctx.ledger.release(leverHold(row.id), logTypes.leverCancel, -more)
  const moved = moveLever(ctx, 'amend', row, { lots, price, origin: price, number, firstMargin: margin, margin, fee })
  return emitPosition(ctx, moved, 'pending')
}
