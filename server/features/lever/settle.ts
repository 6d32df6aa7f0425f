import { logTypes } from '#contract/wire/booking.ts'
import type { CloseReason } from '#contract/lever/lever-position.ts'
import { quickPrice } from '#contract/lever/lever-fill.ts'
import { profitOf } from '#contract/lever/lever-risk.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Posting } from '#server/core/ledger.ts'
import { freeOf, markOf, mayFire, pendingOf, tradingOf } from './account.ts'
import { fillOf, noteFlow } from './caps.ts'
import { noteClosed } from './fills.ts'
import { takeLeads } from './lead.ts'
import { cutWinners, noShares, shareLoss, type Shares } from './losses.ts'
import { writeReceipt, type Filled } from './receipts.ts'
import { emitPosition, moveLever, type Why } from './move.ts'
import { endPending } from './pending.ts'
import { followTail } from './tail.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverHold, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const kind = 'lever'
type Closing = { row: LeverRow; reason: CloseReason }
type Account = { user: number; quote: number; free: bigint; rows: readonly LeverRow[] }

/**
 * How a position is filled when it is closed now: at the mark if it is liquidated, else at the worse of mark and book.
 */
function closingOf(ctx: LeverContext, { row, reason }: Closing): Filled {
  const { side, price, number, pair, openedAt, createdAt } = row
  const mark = markOf(ctx, pair).price
  const {
    book,
    shift,
    price: filled,
  } = reason === 'liquidated'
    ? { book: null, shift: 0n, price: mark }
    : fillOf(ctx, pair, { side, opens: false, number })
  const spread = ctx.settings.lever.isQuickCharged ? parseDec(ctx.tables.pairs.need(pair).spread) : 0n
  const ageMs = ctx.now() - (openedAt ?? createdAt)
  const close = reason === 'liquidated' ? filled : quickPrice(side, filled, { price, spread, ageMs })
  return { row, why: reason, book, shift, spread, price: close, profit: profitOf(side, price, close, number) }
}
/**
 * Books the profit or loss of a position against the house. A loss beyond the owner's free balance is paid by the
 * insurance account and then by the house (P3); returns who paid it.
 */
function payProfit(ctx: LeverContext, { row, why, profit }: Filled): Shares {
  if (profit === 0n) return noShares
  const { ledger } = ctx
  const { quote: asset, user } = row
  const free = freeOf(ctx, user, asset)
  const missing = free + profit < 0n ? -(free + profit) : 0n
  const shares = missing > 0n ? shareLoss(ctx, asset, missing) : noShares
  const postings: Posting[] = [{ owner: 'house', asset, kind, free: -profit - shares.house - shares.haircut }]
  if (profit + missing !== 0n) postings.push({ owner: user, asset, kind, free: profit + missing })
  if (shares.fund > 0n) postings.push({ owner: 'insurance', asset, kind, free: -shares.fund })
  const type = why === 'liquidated' ? logTypes.leverLiquidation : logTypes.leverClose
  ledger.post({ type, ref: leverHold(row.id), postings })
  return shares
}
const best = (a: Filled, b: Filled) => (a.profit > b.profit ? -1 : a.profit < b.profit ? 1 : a.row.id - b.row.id)
/**
 * Closes positions of one account: first all margins are released, then the highest profits are booked first, so that
 * they cover the
 * losses. A stop or a liquidation leaves a receipt; a loss beyond fund and house is shared by those in profit.
 */
export function closeAll(
  ctx: LeverContext,
  { user, quote, free, rows }: Account,
  closings: readonly Closing[],
  reason: CloseReason,
) {
  const at = ctx.now()
  const lapsed = freeOf(ctx, user, quote) - free
  const filled = closings.map((each) => closingOf(ctx, each))
  const closing = filled.map((each): Filled => {
    ctx.ledger.release(leverHold(each.row.id), logTypes.leverClose)
    return {
      ...each,
      row: moveLever(ctx, each.why === 'user' ? 'close' : 'end', each.row, { reason: each.why, closingAt: at }),
    }
  })
  const paid = closing
    .toSorted(best)
    .map((each) => payProfit(ctx, each))
    .reduce(
      (sum, each) => ({
        fund: sum.fund + each.fund,
        house: sum.house + each.house,
        haircut: sum.haircut + each.haircut,
      }),
      noShares,
    )
  const haircut = cutWinners(ctx, quote, paid.haircut)
  const shares = { fund: paid.fund, house: paid.house + paid.haircut - haircut, haircut }
  const isForced = filled.some(({ why }) => why !== 'user')
  const receipt = isForced ? writeReceipt(ctx, { user, quote, reason, free, rows, lapsed, filled, shares }) : null
  const ended = closing.map(({ row, why, price, profit }) => {
    const each = moveLever(ctx, 'settle', row, {
      closePrice: price,
      profit,
      endedAt: at,
      receipt: why === 'user' ? null : receipt,
    })
    followTail(ctx, each, noteClosed(ctx, each).id)
    if (why !== 'liquidated') noteFlow(ctx, each, 'close')
    return { row: each, why: why === 'liquidated' ? ('liquidated' as const) : ('closed' as const) }
  })
  return ended
}

/** Cancels all entries of an account that wait, so that what they hold is free. */
export function lapseAll(ctx: LeverContext, user: number, quote: number) {
  ctx.leverHooks.lapse(user, quote)
  return pendingOf(ctx, user, quote).map((row) => ({ row: endPending(ctx, row, 'lapse'), why: 'cancelled' as const }))
}
export const emitAll = (ctx: LeverContext, ended: readonly { row: LeverRow; why: Why }[]) => {
  for (const { row, why } of ended) emitPosition(ctx, row, why)
}

/**
 * Closes one position. If its loss exceeds its margin and the free balance, the rest of the account covers it: first
 * pending entries are cancelled and refunded, then other positions are closed, the most valuable first. Otherwise a
 * user could leave a loss to the insurance account and keep a profit.
 */
export function settleLever(ctx: LeverContext, asked: LeverRow, reason: CloseReason): LeverRow {
  const { user, quote } = asked
  takeLeads(ctx, user, quote)
  const row = ctx.tables.leverPositions.need(asked.id)
  const worth = (each: LeverRow, why: CloseReason) => each.margin + closingOf(ctx, { row: each, reason: why }).profit
  const before = { user, quote, free: freeOf(ctx, user, quote), rows: tradingOf(ctx, user, quote) }
  const positions: Closing[] = [{ row, reason }]
  const lapsed: { row: LeverRow; why: Why }[] = []
  if (before.free + worth(row, reason) < 0n) {
    lapsed.push(...lapseAll(ctx, user, quote))
    let available = freeOf(ctx, user, quote) + worth(row, reason)
    const others = tradingOf(ctx, user, quote).filter(({ id }) => id !== row.id)
    const mostValuableFirst = others
      .map((each) => ({ row: each, worth: worth(each, 'liquidated') }))
      .toSorted((a, b) => (a.worth > b.worth ? -1 : a.worth < b.worth ? 1 : a.row.id - b.row.id))
    for (const other of mostValuableFirst) {
      if (available >= 0n) break
      if (!mayFire(markOf(ctx, other.row.pair))) throw new Refusal('feed_stale')
      positions.push({ row: other.row, reason: 'liquidated' })
      available += other.worth
    }
  }
  const ended = closeAll(ctx, before, positions, reason)
  emitAll(ctx, [...lapsed, ...ended])
  return ended[0]?.row ?? row
}
