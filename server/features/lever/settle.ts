import { logTypes } from '#contract/assets.ts'
import { mayLeverStep, leverSteps, type CloseReason, type LeverStep } from '#contract/lever.ts'
import type { Rooms } from '#server/core/context.ts'
import type { Line } from '#server/core/ledger.ts'
import { freeOf, markOf, pendingOf, profitNow, tradingOf } from './account.ts'
import { standAgainst, stepAside } from './house.ts'
import { positionOf } from './view.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverHold, type LeverRow } from './rows.ts'

const kind = 'lever'
export type Why = 'opened' | 'pending' | 'activated' | 'stop_set' | 'overnight' | 'closed' | 'liquidated' | 'cancelled'

/** The one place where a position moves: a step that its life does not have is a bug. */
export function stepLever({ tables, now }: Pick<Rooms, 'tables' | 'now'>, step: LeverStep, row: LeverRow, change: Partial<LeverRow>): LeverRow {
  if (!mayLeverStep(step, row.status)) throw new Error(`position ${row.id}: ${step} from ${row.status}`)
  if (step === 'activate') standAgainst(tables, row)
  if (step === 'settle') stepAside(tables, row)
  return tables.leverPositions.put({ ...row, ...change, status: leverSteps[step].to, updatedAt: now(), rev: row.rev + 1 })
}
/** Tells the owner how a position is now. */
export const tellPosition = (rooms: Rooms, row: LeverRow, why: Why) => {
  const v = positionOf(rooms, row)
  rooms.tell(row.user, { ev: 'lever.positionChanged', v, why })
  return v
}

/** Ends one that waits: margin and fee come back. */
export function endPending(rooms: Rooms, row: LeverRow, step: 'cancel' | 'lapse'): LeverRow {
  const { ledger } = rooms
  const asset = row.quote
  ledger.release(leverHold(row.id), logTypes.leverCancel)
  if (row.fee > 0n) {
    const lines: Line[] = [{ owner: 'fee', asset, kind, free: -row.fee }, { owner: row.user, asset, kind, free: row.fee }]
    ledger.post({ type: logTypes.leverCancel, ref: leverHold(row.id), lines })
  }
  const reason = step === 'cancel' ? 'user' : 'liquidated'
  return stepLever(rooms, step, row, { reason, endedAt: rooms.now() })
}

type Ending = { row: LeverRow; reason: CloseReason; profit: bigint }
/** Pays what a position has brought or cost. What the owner no longer has, the insurance pays. */
function payProfit({ ledger }: Rooms, { row, reason, profit }: Ending, free: bigint) {
  if (profit === 0n) return
  const asset = row.quote
  const missing = free + profit < 0n ? -(free + profit) : 0n
  const lines: Line[] = [{ owner: 'house', asset, kind, free: -profit }]
  if (profit + missing !== 0n) lines.push({ owner: row.user, asset, kind, free: profit + missing })
  if (missing > 0n) lines.push({ owner: 'insurance', asset, kind, free: -missing })
  const type = reason === 'liquidated' ? logTypes.leverLiquidation : logTypes.leverClose
  ledger.post({ type, ref: leverHold(row.id), lines })
}
/** Closes positions of one account at the mark: all margins come free, then the best are paid first, so that they carry the others. */
function closeAll(rooms: Rooms, endings: readonly Omit<Ending, 'profit'>[]) {
  const at = rooms.now()
  const closing = endings.map(({ row, reason }): Ending => {
    rooms.ledger.release(leverHold(row.id), logTypes.leverClose)
    const step = reason === 'user' ? 'close' : 'end'
    return { row: stepLever(rooms, step, row, { reason, closingAt: at }), reason, profit: profitNow(rooms, row) }
  })
  const bestFirst = closing.toSorted((a, b) => (a.profit > b.profit ? -1 : a.profit < b.profit ? 1 : a.row.id - b.row.id))
  for (const each of bestFirst) payProfit(rooms, each, freeOf(rooms, each.row.user, each.row.quote))
  return closing.map(({ row, reason, profit }) => {
    const ended = stepLever(rooms, 'settle', row, { closePrice: markOf(rooms, row.pair).price, profit, endedAt: at })
    return { row: ended, why: reason === 'liquidated' ? ('liquidated' as const) : ('closed' as const) }
  })
}

const lapseAll = (rooms: Rooms, user: number, quote: number) =>
  pendingOf(rooms, user, quote).map((row) => ({ row: endPending(rooms, row, 'lapse'), why: 'cancelled' as const }))
const tellAll = (rooms: Rooms, ended: readonly { row: LeverRow; why: Why }[]) => {
  for (const { row, why } of ended) tellPosition(rooms, row, why)
}

/**
 * Closes one position. A loss beyond its margin and the free money is paid by the same account: first what waits is given back,
 * then what else is open is closed, the most valuable first. So nobody takes a loss to the insurance and a profit home.
 */
export function settleLever(rooms: Rooms, row: LeverRow, reason: CloseReason): LeverRow {
  const { user, quote } = row
  const worth = (each: LeverRow) => each.margin + profitNow(rooms, each)
  const set = [{ row, reason }]
  const lapsed: { row: LeverRow; why: Why }[] = []
  if (freeOf(rooms, user, quote) + worth(row) < 0n) {
    lapsed.push(...lapseAll(rooms, user, quote))
    let there = freeOf(rooms, user, quote) + worth(row)
    const others = tradingOf(rooms, user, quote).filter(({ id }) => id !== row.id)
    const dearestFirst = others.map((each) => ({ row: each, worth: worth(each) })).toSorted((a, b) => (a.worth > b.worth ? -1 : a.worth < b.worth ? 1 : a.row.id - b.row.id))
    for (const other of dearestFirst) {
      if (there >= 0n) break
      if (!markOf(rooms, other.row.pair).isFresh) throw new Refusal('feed_stale')
      set.push({ row: other.row, reason: 'liquidated' })
      there += other.worth
    }
  }
  const ended = closeAll(rooms, set)
  tellAll(rooms, [...lapsed, ...ended])
  return ended[0]?.row ?? row
}

/** Ends everything of one account: the money there has fallen to what the burst rate asks for. */
export function liquidate(rooms: Rooms, user: number, quote: number) {
  const lapsed = lapseAll(rooms, user, quote)
  const ended = closeAll(rooms, tradingOf(rooms, user, quote).map((row) => ({ row, reason: 'liquidated' as const })))
  tellAll(rooms, [...lapsed, ...ended])
}
