import { equityOf, marginSum, one, valueOf, type RiskAccount } from '#contract/lever-risk.ts'
import { parseDec } from '#contract/wire/money.ts'
import { liquidationRate, profitNow, riskOf, tradingOf } from './account.ts'
import { takeLeads } from './lead.ts'
import { closeAll, emitAll, lapseAll } from './settle.ts'
import { leverAccount, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

/** True if the equity has fallen below two thirds of what liquidates: then everything is closed at once. */
export const isDeep = (ctx: LeverContext, risk: RiskAccount) =>
  equityOf(risk) * 300n * one <= 2n * liquidationRate(ctx) * marginSum(risk)

const valueAt = ({ price, number }: LeverRow) => valueOf(price, number)
const total = (rows: readonly LeverRow[]) => rows.reduce((sum, row) => sum + valueAt(row), 0n)

/**
 * What a liquidation closes. A small account is closed whole, and so is one that has fallen deep; of a large one the positions with the
 * largest losses, until a fifth of its value is closed.
 */
function firstToClose(ctx: LeverContext, rows: readonly LeverRow[], risk: RiskAccount): readonly LeverRow[] {
  const value = total(rows)
  if (value <= parseDec(ctx.settings.lever.partialFrom) || isDeep(ctx, risk)) return rows
  const worstFirst = rows.map((row) => ({ row, profit: profitNow(ctx, row) })).toSorted((a, b) => (a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.row.id - b.row.id))
  const chosen: LeverRow[] = []
  for (const { row } of worstFirst) {
    if (total(chosen) * 5n >= value) break
    chosen.push(row)
  }
  return chosen
}

/** Liquidates an account whose hazard rate has reached the liquidation rate: cancels pending entries and closes positions at the mark. */
export function liquidate(ctx: LeverContext, user: number, quote: number) {
  takeLeads(ctx, user, quote)
  const before = riskOf(ctx, user, quote)
  const rows = tradingOf(ctx, user, quote)
  const closing = firstToClose(ctx, rows, before)
  if (closing.length < rows.length) ctx.tables.leverPauses.put({ account: leverAccount(user, quote), until: ctx.now() + ctx.settings.lever.partialPauseMs })
  const lapsed = lapseAll(ctx, user, quote)
  const ended = closeAll(ctx, { user, quote, free: before.free, rows }, closing.map((row) => ({ row, reason: 'liquidated' as const })), 'liquidated')
  emitAll(ctx, [...lapsed, ...ended])
}
