import { logTypes } from '#contract/wire/booking.ts'
import { leadMs, tailPrice } from '#contract/lever/lever-fill.ts'
import { one, profitOf } from '#contract/lever/lever-risk.ts'
import { endPending } from './pending.ts'
import { freeOf, markOf, pendingOf, tradingOf } from './account.ts'
import { noteClosed } from './fills.ts'
import { isLeadOver } from './lead.ts'
import { emitPosition, moveLever } from './move.ts'
import { leverAccount, leverBodyOf, leverHold, leverRowOf, type LeverRow, type LeverTailRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const least = (a: bigint, b: bigint) => (a < b ? a : b)
/**
 * True if the owner chose the moment: closed by hand, or by a stop that was set so shortly before that its level may
 * have been known to be reached.
 */
const isChosen = ({ reason, stopsAt, endedAt }: LeverRow) =>
  reason === 'user' || (reason !== 'liquidated' && (endedAt ?? 0) - stopsAt <= leadMs)

/** Follows a position that was closed for as long as a price may have been known elsewhere before. */
export function followTail({ tables, settings }: LeverContext, row: LeverRow, fill: number) {
  if (!settings.lever.isQuickCharged || !isChosen(row)) return
  const { id, user, quote, closePrice } = row
  tables.leverTails.put({ id, user, quote, body: leverBodyOf(row), first: String(closePrice ?? 0n), fill })
}
const closeNow = (ctx: LeverContext, { body, first }: LeverTailRow) => {
  const row = leverRowOf(body)
  const price = row.closePrice ?? 0n
  const isOver = isLeadOver(ctx, row.pair, row.endedAt ?? 0)
  const terms = { mark: markOf(ctx, row.pair).price, fee: row.fee, number: row.number, first: BigInt(first) }
  return { row, isOver, price: isOver ? price : tailPrice(row.side, price, terms) }
}
export const isTailDue = (ctx: LeverContext, tail: LeverTailRow) => {
  const { row, isOver, price } = closeNow(ctx, tail)
  return isOver || price !== row.closePrice
}
export const tailsOf = ({ tables }: Pick<LeverContext, 'tables'>, user: number, quote: number) =>
  tables.leverTails.group('account', leverAccount(user, quote))

/**
 * Takes an amount out of the account: what is free first, then what waiting entries hold, then from margins; returns
 * what was there. Nothing leaves the account meanwhile, so that nobody can put the money aside.
 */
function take(ctx: LeverContext, { id, user, quote }: LeverRow, amount: bigint): bigint {
  const { ledger } = ctx
  const missing = () => amount - freeOf(ctx, user, quote)
  if (missing() > 0n) ctx.leverHooks.lapse(user, quote)
  if (missing() > 0n)
    for (const row of pendingOf(ctx, user, quote)) emitPosition(ctx, endPending(ctx, row, 'lapse'), 'cancelled')
  for (const row of tradingOf(ctx, user, quote)) {
    const part = least(missing(), row.margin)
    if (part <= 0n) continue
    ledger.release(leverHold(row.id), logTypes.leverClose, part)
    emitPosition(ctx, moveLever(ctx, 'lead', row, { margin: row.margin - part }))
  }
  const paid = least(amount, freeOf(ctx, user, quote))
  const cell = { asset: quote, kind: 'lever' } as const
  const postings = [{ ...cell, owner: 'house', free: paid } as const, { ...cell, owner: user, free: -paid }]
  if (paid > 0n) ledger.post({ type: logTypes.leverClose, ref: leverHold(id), postings })
  return paid
}
/**
 * Moves the closing price of a position that the mark has run away from; when its time is over the result is final, and
 * told so.
 */
export function takeTail(ctx: LeverContext, id: number) {
  const tail = ctx.tables.leverTails.get(id)
  if (!tail) return
  const { row, isOver, price } = closeNow(ctx, tail)
  if (isOver) {
    ctx.tables.leverTails.remove(id)
    emitPosition(ctx, moveLever(ctx, 'tail', row, {}))
    return
  }
  if (price === row.closePrice) return
  const due = row.profit - profitOf(row.side, row.price, price, row.number)
  const paid = due <= 0n ? 0n : take(ctx, row, due)
  const short = row.number === 0n ? 0n : ((due - paid) * one) / row.number
  const moved = moveLever(ctx, 'tail', row, {
    closePrice: row.side === 'long' ? price + short : price - short,
    profit: row.profit - paid,
    lead: row.lead + paid,
  })
  noteClosed(ctx, moved, tail.fill)
  ctx.tables.leverTails.put({ ...tail, body: leverBodyOf(moved) })
  emitPosition(ctx, moved)
}
