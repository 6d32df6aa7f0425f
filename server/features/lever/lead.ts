import { leadMs, leadPrice } from '#contract/lever/lever-fill.ts'
import { one } from '#contract/lever/lever-risk.ts'
import { markOf, tradingOf } from './account.ts'
import { emitPosition, moveLever } from './move.ts'
import type { LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

/**
 * True if no mark counts any more for what was filled at an instant. Every mark of the first seconds counts, and the
 * first one after them: sources that fell silent just then would otherwise end the time.
 */
export function isLeadOver(ctx: LeverContext, pair: number, filledAt: number): boolean {
  const mark = markOf(ctx, pair)
  return Math.min(mark.at, ctx.leverSeen.get(pair) ?? mark.at) > filledAt + leadMs
}
/** The opening price after the current mark. */
function priceNow(ctx: LeverContext, { side, price, number, fee, pair, openedAt, createdAt }: LeverRow): bigint {
  const mark = markOf(ctx, pair)
  return isLeadOver(ctx, pair, openedAt ?? createdAt) || !ctx.settings.lever.isQuickCharged
    ? price
    : leadPrice(side, price, { mark: mark.price, fee, number })
}
export const isLeadDue = (ctx: LeverContext, row: LeverRow) =>
  row.status === 'trading' && priceNow(ctx, row) !== row.price

/** Moves the opening price of a position that the mark has run ahead of; it stays open. */
export function takeLead(ctx: LeverContext, row: LeverRow) {
  if (!isLeadDue(ctx, row)) return
  const price = priceNow(ctx, row)
  const ran = row.side === 'long' ? price - row.price : row.price - price
  emitPosition(ctx, moveLever(ctx, 'lead', row, { price, lead: row.lead + (ran * row.number) / one }))
}
/** The same for all positions of an account, before any of them is closed. */
export const takeLeads = (ctx: LeverContext, user: number, quote: number) => {
  for (const row of tradingOf(ctx, user, quote)) takeLead(ctx, row)
}
/** Notes the marks whose step has run. */
export const noteSeen = (ctx: LeverContext) => {
  for (const { pair } of ctx.markets.all()) ctx.leverSeen.set(pair.id, markOf(ctx, pair.id).at)
}
