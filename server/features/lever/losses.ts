import { formatDec, parseDec } from '#contract/wire/money.ts'
import { one } from '#contract/lever/lever-risk.ts'
import { mayFire, markOf, profitNow } from './account.ts'
import { emitPosition, moveLever } from './move.ts'
import type { LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const dayMs = 86_400_000
/** Who paid a loss that an account could not. */
export type Shares = { fund: bigint; house: bigint; haircut: bigint }
export const noShares: Shares = { fund: 0n, house: 0n, haircut: 0n }

/** What the fund still has; the insurance account stands below zero by what it has paid. */
const fundLeft = ({ ledger, settings }: LeverContext, quote: number) => {
  const left = parseDec(settings.lever.fund) + ledger.balance({ owner: 'insurance', asset: quote, kind: 'lever' }).free
  return left < 0n ? 0n : left
}
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/**
 * How a loss is split that no money of its account covers: the fund first, then the house up to its limit of the day,
 * then the winners.
 */
export function shareLoss(ctx: LeverContext, quote: number, missing: bigint): Shares {
  const fund = least(missing, fundLeft(ctx, quote))
  const day = Math.floor(ctx.now() / dayMs)
  const known = ctx.tables.leverLosses.get(quote)
  const paid = known?.day === day ? parseDec(known.paid) : 0n
  const limit = parseDec(ctx.settings.lever.houseLossPerDay)
  const room = limit > paid ? limit - paid : 0n
  const house = least(missing - fund, room)
  if (house > 0n) ctx.tables.leverLosses.put({ quote, day, paid: formatDec(paid + house) })
  return { fund, house, haircut: missing - fund - house }
}

/**
 * Takes a loss from all positions in profit in a quote coin, in proportion to their profits: each opening price moves
 * toward the mark. No position is closed, none is taken before another, and none loses more than its profit. What
 * cannot be taken stays with the house. Returns what was taken.
 */
export function cutWinners(ctx: LeverContext, quote: number, loss: bigint): bigint {
  if (loss <= 0n) return 0n
  const winners: { row: LeverRow; profit: bigint }[] = []
  for (const row of ctx.tables.leverPositions.all()) {
    if (row.status !== 'trading' || row.quote !== quote || !mayFire(markOf(ctx, row.pair))) continue
    const profit = profitNow(ctx, row)
    if (profit > 0n) winners.push({ row, profit })
  }
  const total = winners.reduce((sum, { profit }) => sum + profit, 0n)
  let taken = 0n
  for (const { row, profit } of winners) {
    // Rounded down to a whole move of the price, so that nobody pays more than the share.
    const move = (((least(loss, total) * profit) / total) * one) / row.number
    if (move === 0n) continue
    const moved = moveLever(ctx, 'haircut', row, { price: row.side === 'long' ? row.price + move : row.price - move })
    const cut = profit - profitNow(ctx, moved)
    emitPosition(ctx, ctx.tables.leverPositions.put({ ...moved, haircut: row.haircut + cut }), 'haircut')
    taken += cut
  }
  return taken
}
