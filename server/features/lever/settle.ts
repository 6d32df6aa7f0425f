import { logTypes } from '#contract/wire/booking.ts'
import { mayLeverTransition, leverTransitions, type CloseReason, type LeverTransition } from '#contract/lever.ts'
import type { Posting } from '#server/core/ledger.ts'
import { freeOf, markOf, pendingOf, profitNow, tradingOf } from './account.ts'
import { addHouseLots, removeHouseLots } from './house.ts'
import { positionOf } from './view.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const kind = 'lever'
export type Why = 'opened' | 'pending' | 'activated' | 'stop_set' | 'overnight' | 'closed' | 'liquidated' | 'cancelled'

/** The only code that changes a position's status. An illegal transition throws: it is a bug. */
export function moveLever({ tables, now }: Pick<LeverContext, 'tables' | 'now'>, step: LeverTransition, row: LeverRow, change: Partial<LeverRow>): LeverRow {
  if (!mayLeverTransition(step, row.status)) throw new Error(`position ${row.id}: ${step} from ${row.status}`)
  if (step === 'activate') addHouseLots(tables, row)
  if (step === 'settle') removeHouseLots(tables, row)
  return tables.leverPositions.put({ ...row, ...change, status: leverTransitions[step].to, updatedAt: now(), rev: row.rev + 1 })
}
/** Sends the owner the position's current state; returns it in wire form. */
export const emitPosition = (ctx: LeverContext, row: LeverRow, why: Why) => {
  const v = positionOf(ctx, row)
  ctx.emit(row.user, { ev: 'lever.positionChanged', v, why })
  return v
}

/** Ends a pending entry; margin and fee are returned. */
export function endPending(ctx: LeverContext, row: LeverRow, step: 'cancel' | 'lapse'): LeverRow {
  const { ledger } = ctx
  const asset = row.quote
  ledger.release(leverHold(row.id), logTypes.leverCancel)
  if (row.fee > 0n) {
    const postings: Posting[] = [{ owner: 'fee', asset, kind, free: -row.fee }, { owner: row.user, asset, kind, free: row.fee }]
    ledger.post({ type: logTypes.leverCancel, ref: leverHold(row.id), postings })
  }
  const reason = step === 'cancel' ? 'user' : 'liquidated'
  return moveLever(ctx, step, row, { reason, endedAt: ctx.now() })
}

type Closing = { row: LeverRow; reason: CloseReason; profit: bigint }
/** Books the profit or loss of a position against the house. A loss beyond the owner's free balance is paid by the insurance account (P3). */
function payProfit({ ledger }: LeverContext, { row, reason, profit }: Closing, free: bigint) {
  if (profit === 0n) return
  const asset = row.quote
  const missing = free + profit < 0n ? -(free + profit) : 0n
  const postings: Posting[] = [{ owner: 'house', asset, kind, free: -profit }]
  if (profit + missing !== 0n) postings.push({ owner: row.user, asset, kind, free: profit + missing })
  if (missing > 0n) postings.push({ owner: 'insurance', asset, kind, free: -missing })
  const type = reason === 'liquidated' ? logTypes.leverLiquidation : logTypes.leverClose
  ledger.post({ type, ref: leverHold(row.id), postings })
}
/** Closes positions of one account at the mark price: first all margins are released, then the highest profits are booked first, so that they cover the losses. */
function closeAll(ctx: LeverContext, closings: readonly Omit<Closing, 'profit'>[]) {
  const at = ctx.now()
  const closed = closings.map(({ row, reason }): Closing => {
    ctx.ledger.release(leverHold(row.id), logTypes.leverClose)
    const step = reason === 'user' ? 'close' : 'end'
    return { row: moveLever(ctx, step, row, { reason, closingAt: at }), reason, profit: profitNow(ctx, row) }
  })
  const bestFirst = closed.toSorted((a, b) => (a.profit > b.profit ? -1 : a.profit < b.profit ? 1 : a.row.id - b.row.id))
  for (const each of bestFirst) payProfit(ctx, each, freeOf(ctx, each.row.user, each.row.quote))
  return closed.map(({ row, reason, profit }) => {
    const ended = moveLever(ctx, 'settle', row, { closePrice: markOf(ctx, row.pair).price, profit, endedAt: at })
    return { row: ended, why: reason === 'liquidated' ? ('liquidated' as const) : ('closed' as const) }
  })
}

const lapseAll = (ctx: LeverContext, user: number, quote: number) =>
  pendingOf(ctx, user, quote).map((row) => ({ row: endPending(ctx, row, 'lapse'), why: 'cancelled' as const }))
const emitAll = (ctx: LeverContext, ended: readonly { row: LeverRow; why: Why }[]) => {
  for (const { row, why } of ended) emitPosition(ctx, row, why)
}

/**
 * Closes one position. If its loss exceeds its margin and the free balance, the rest of the account covers it: first pending entries
 * are cancelled and refunded, then other positions are closed, the most valuable first. Otherwise a user could leave a loss to the
 * insurance account and keep a profit.
 */
export function settleLever(ctx: LeverContext, row: LeverRow, reason: CloseReason): LeverRow {
  const { user, quote } = row
  const worth = (each: LeverRow) => each.margin + profitNow(ctx, each)
  const positions = [{ row, reason }]
  const lapsed: { row: LeverRow; why: Why }[] = []
  if (freeOf(ctx, user, quote) + worth(row) < 0n) {
    lapsed.push(...lapseAll(ctx, user, quote))
    let available = freeOf(ctx, user, quote) + worth(row)
    const others = tradingOf(ctx, user, quote).filter(({ id }) => id !== row.id)
    const mostValuableFirst = others.map((each) => ({ row: each, worth: worth(each) })).toSorted((a, b) => (a.worth > b.worth ? -1 : a.worth < b.worth ? 1 : a.row.id - b.row.id))
    for (const other of mostValuableFirst) {
      if (available >= 0n) break
      if (!markOf(ctx, other.row.pair).isFresh) throw new Refusal('feed_stale')
      positions.push({ row: other.row, reason: 'liquidated' })
      available += other.worth
    }
  }
  const ended = closeAll(ctx, positions)
  emitAll(ctx, [...lapsed, ...ended])
  return ended[0]?.row ?? row
}

/** Liquidates an account whose hazard rate has reached the liquidation rate: cancels pending entries and closes all positions. */
export function liquidate(ctx: LeverContext, user: number, quote: number) {
  const lapsed = lapseAll(ctx, user, quote)
  const ended = closeAll(ctx, tradingOf(ctx, user, quote).map((row) => ({ row, reason: 'liquidated' as const })))
  emitAll(ctx, [...lapsed, ...ended])
}
