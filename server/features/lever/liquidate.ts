import { equityOf, isBurst, marginSum, one, valueOf, type RiskAccount } from '#contract/lever/lever-risk.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { freeOf, liquidationRate, mayLiquidate, profitNow, riskOf, tradingOf } from './account.ts'
import { takeLeads } from './lead.ts'
import { closeAll, emitAll, lapseAll } from './settle.ts'
import { leverAccount, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

/** True if the equity has fallen below two thirds of what liquidates: then everything is closed at once. */
const isDeep = (ctx: LeverContext, risk: RiskAccount) =>
  equityOf(risk) * 300n * one <= 2n * liquidationRate(ctx) * marginSum(risk)

const valueAt = ({ price, number }: LeverRow) => valueOf(price, number)
const total = (rows: readonly LeverRow[]) => rows.reduce((sum, row) => sum + valueAt(row), 0n)

/**
 * What a liquidation closes. A small account is closed whole, and so is one that has fallen deep; of a large one the
 * positions with the largest losses, until a fifth of its value is closed.
 */
function firstToClose(ctx: LeverContext, rows: readonly LeverRow[], risk: RiskAccount): readonly LeverRow[] {
  const value = total(rows)
  if (value <= parseDec(ctx.settings.lever.partialFrom) || isDeep(ctx, risk)) return rows
  const worstFirst = rows
    .map((row) => ({ row, profit: profitNow(ctx, row) }))
    .toSorted((a, b) => (a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.row.id - b.row.id))
  const chosen: LeverRow[] = []
  for (const { row } of worstFirst) {
    if (total(chosen) * 5n >= value) break
    chosen.push(row)
  }
  return chosen
}

/**
 * True if the account must be liquidated now: burst at marks that may decide it, and not left alone after a part was
 * closed.
 */
export function isLiquidationDue(ctx: LeverContext, user: number, quote: number): boolean {
  const risk = riskOf(ctx, user, quote)
  if (!mayLiquidate(ctx, user, quote) || !isBurst(risk, liquidationRate(ctx))) return false
  return ctx.now() >= (ctx.tables.leverPauses.get(leverAccount(user, quote))?.until ?? 0) || isDeep(ctx, risk)
}

/**
 * Liquidates an account whose hazard rate has reached the liquidation rate. First its waiting entries are cancelled:
 * nobody loses a position while there is money of theirs in an order. If that is enough, nothing more happens; else
 * positions are closed at the mark.
 */
export function liquidate(ctx: LeverContext, user: number, quote: number) {
  takeLeads(ctx, user, quote)
  if (!isLiquidationDue(ctx, user, quote)) return
  const free = freeOf(ctx, user, quote)
  const lapsed = lapseAll(ctx, user, quote)
  if (!isLiquidationDue(ctx, user, quote)) {
    emitAll(ctx, lapsed)
    const released = formatDec(freeOf(ctx, user, quote) - free)
    const { name: legal_name } = ctx.tables.coins.need(quote)
    ctx.emit(user, {
      ev: 'lever.entriesCancelled',
      v: { legal_id: quote, legal_name, ids: lapsed.map(({ row }) => row.id), released, at_ms: ctx.now() },
    })
    return
  }
  const rows = tradingOf(ctx, user, quote)
  const closing = firstToClose(ctx, rows, riskOf(ctx, user, quote))
  if (closing.length < rows.length)
    ctx.tables.leverPauses.put({
      account: leverAccount(user, quote),
      until: ctx.now() + ctx.settings.lever.partialPauseMs,
    })
  const ended = closeAll(
    ctx,
    { user, quote, free, rows },
    closing.map((row) => ({ row, reason: 'liquidated' as const })),
    'liquidated',
  )
  emitAll(ctx, [...lapsed, ...ended])
}
