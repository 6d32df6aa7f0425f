import { logTypes } from '#contract/wire/booking.ts'
import { mayLeverTransition, leverTransitions, type CloseReason, type LeverTransition } from '#contract/lever.ts'
import type { Posting } from '#server/core/ledger.ts'
import { freeOf, markOf, pendingOf, profitNow, tradingOf } from './account.ts'
import { standAgainst, stepAside } from './house.ts'
import { positionOf } from './view.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const kind = 'lever'
export type Why = 'opened' | 'pending' | 'activated' | 'stop_set' | 'overnight' | 'closed' | 'liquidated' | 'cancelled'

/** The one place where a position moves: a step that its life does not have is a bug. */
export function moveLever({ tables, now }: Pick<LeverContext, 'tables' | 'now'>, step: LeverTransition, row: LeverRow, change: Partial<LeverRow>): LeverRow {
  if (!mayLeverTransition(step, row.status)) throw new Error(`position ${row.id}: ${step} from ${row.status}`)
  if (step === 'activate') standAgainst(tables, row)
  if (step === 'settle') stepAside(tables, row)
  return tables.leverPositions.put({ ...row, ...change, status: leverTransitions[step].to, updatedAt: now(), rev: row.rev + 1 })
}
/** Tells the owner how a position is now. */
export const emitPosition = (ctx: LeverContext, row: LeverRow, why: Why) => {
  const v = positionOf(ctx, row)
  ctx.emit(row.user, { ev: 'lever.positionChanged', v, why })
  return v
}

/** Ends one that waits: margin and fee come back. */
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

type Ending = { row: LeverRow; reason: CloseReason; profit: bigint }
/** Pays what a position has brought or cost. What the owner no longer has, the insurance pays. */
function payProfit({ ledger }: LeverContext, { row, reason, profit }: Ending, free: bigint) {
  if (profit === 0n) return
  const asset = row.quote
  const missing = free + profit < 0n ? -(free + profit) : 0n
  const postings: Posting[] = [{ owner: 'house', asset, kind, free: -profit }]
  if (profit + missing !== 0n) postings.push({ owner: row.user, asset, kind, free: profit + missing })
  if (missing > 0n) postings.push({ owner: 'insurance', asset, kind, free: -missing })
  const type = reason === 'liquidated' ? logTypes.leverLiquidation : logTypes.leverClose
  ledger.post({ type, ref: leverHold(row.id), postings })
}
/** Closes positions of one account at the mark: all margins come free, then the best are paid first, so that they carry the others. */
function closeAll(ctx: LeverContext, endings: readonly Omit<Ending, 'profit'>[]) {
  const at = ctx.now()
  const closing = endings.map(({ row, reason }): Ending => {
    ctx.ledger.release(leverHold(row.id), logTypes.leverClose)
    const step = reason === 'user' ? 'close' : 'end'
    return { row: moveLever(ctx, step, row, { reason, closingAt: at }), reason, profit: profitNow(ctx, row) }
  })
  const bestFirst = closing.toSorted((a, b) => (a.profit > b.profit ? -1 : a.profit < b.profit ? 1 : a.row.id - b.row.id))
  for (const each of bestFirst) payProfit(ctx, each, freeOf(ctx, each.row.user, each.row.quote))
  return closing.map(({ row, reason, profit }) => {
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
 * Closes one position. A loss beyond its margin and the free money is paid by the same account: first what waits is given back,
 * then what else is open is closed, the most valuable first. So nobody takes a loss to the insurance and a profit home.
 */
export function settleLever(ctx: LeverContext, row: LeverRow, reason: CloseReason): LeverRow {
  const { user, quote } = row
  const worth = (each: LeverRow) => each.margin + profitNow(ctx, each)
  const set = [{ row, reason }]
  const lapsed: { row: LeverRow; why: Why }[] = []
  if (freeOf(ctx, user, quote) + worth(row) < 0n) {
    lapsed.push(...lapseAll(ctx, user, quote))
    let there = freeOf(ctx, user, quote) + worth(row)
    const others = tradingOf(ctx, user, quote).filter(({ id }) => id !== row.id)
    const dearestFirst = others.map((each) => ({ row: each, worth: worth(each) })).toSorted((a, b) => (a.worth > b.worth ? -1 : a.worth < b.worth ? 1 : a.row.id - b.row.id))
    for (const other of dearestFirst) {
      if (there >= 0n) break
      if (!markOf(ctx, other.row.pair).isFresh) throw new Refusal('feed_stale')
      set.push({ row: other.row, reason: 'liquidated' })
      there += other.worth
    }
  }
  const ended = closeAll(ctx, set)
  emitAll(ctx, [...lapsed, ...ended])
  return ended[0]?.row ?? row
}

/** Ends everything of one account: the money there has fallen to what the burst rate asks for. */
export function liquidate(ctx: LeverContext, user: number, quote: number) {
  const lapsed = lapseAll(ctx, user, quote)
  const ended = closeAll(ctx, tradingOf(ctx, user, quote).map((row) => ({ row, reason: 'liquidated' as const })))
  emitAll(ctx, [...lapsed, ...ended])
}
