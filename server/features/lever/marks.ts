import { formatDec, parseDec } from '#contract/wire/money.ts'
import { hazardRate, isBurst, riskTenth } from '#contract/lever/lever-risk.ts'
import { liquidationRate, mayLiquidate, pendingOf, riskOf, tradingOf, warnRate } from './account.ts'
import { openEntry, openingNow } from './entries.ts'
import { isLeadDue, noteSeen, takeLead } from './lead.ts'
import { isLiquidationDue, liquidate } from './liquidate.ts'
import { isTailDue, tailsOf, takeTail } from './tail.ts'
import { liquidationText, rateText } from './view.ts'
import type { AsyncContext } from '#server/core/context.ts'
import { isHalted } from '#server/core/halt.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverAccount, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const warnEveryMs = 5000
type Account = { user: number; quote: number }

function emitRisk(ctx: LeverContext, { user, quote }: Account) {
  const { settings, tables, now } = ctx
  const risk = riskOf(ctx, user, quote)
  ctx.emit(user, {
    ev: 'lever.riskRose',
    v: {
      legal_id: quote,
      legal_name: tables.coins.need(quote).name,
      hazard_rate: rateText(hazardRate(risk)),
      warn: formatDec(parseDec(settings.lever.warnHazardRate)),
      burst: formatDec(parseDec(settings.lever.burstHazardRate)),
      positions: tradingOf(ctx, user, quote).map(({ id, pair }) => ({
        id,
        liquidation_price: liquidationText(ctx, risk, pair),
      })),
      at_ms: now(),
    },
  })
}

const accountsOf = ({ tables }: LeverContext): Account[] => [
  ...new Map(
    [...tables.leverPositions.all(), ...tables.leverTails.all()].map(({ user, quote }) => [
      leverAccount(user, quote),
      { user, quote },
    ]),
  ).values(),
]

/**
 * Checks all accounts at current mark prices: first what the mark ran ahead of them, then what protects them, their
 * liquidation, and their waiting entries. The checks only read; each action that is due is a separate command, which
 * makes its decision again.
 */
export function createMarks({ ctx, command }: Pick<AsyncContext<LeverContext>, 'ctx' | 'command'>) {
  const { riskWarnings: warnings } = ctx

  /** Runs a command; if it is refused (its mark price is not fresh), a later tick tries again. */
  const attempt = (work: (commandCtx: LeverContext) => void) =>
    command(work).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
    })

  /** Runs an act on a position as it then is, if there still is one. */
  const onRow = ({ id }: LeverRow, act: (commandCtx: LeverContext, row: LeverRow) => void) =>
    attempt((commandCtx) => {
      const row = commandCtx.tables.leverPositions.get(id)
      if (row) act(commandCtx, row)
    })
  const checkLeads = ({ user, quote }: Account) =>
    tradingOf(ctx, user, quote).flatMap((row) => (isLeadDue(ctx, row) ? [onRow(row, takeLead)] : []))
  const checkTails = ({ user, quote }: Account) =>
    tailsOf(ctx, user, quote).flatMap((tail) =>
      isTailDue(ctx, tail) ? [attempt((commandCtx) => takeTail(commandCtx, tail.id))] : [],
    )
  const checkEntries = ({ user, quote }: Account) =>
    pendingOf(ctx, user, quote).flatMap((row) => (openingNow(ctx, row) === null ? [] : [onRow(row, openEntry)]))
  const checkAccount = (account: Account): Promise<unknown>[] => {
    const { user, quote } = account
    const key = leverAccount(user, quote)
    if (!mayLiquidate(ctx, user, quote)) return []
    const risk = riskOf(ctx, user, quote)
    if (isBurst(risk, liquidationRate(ctx))) {
      if (!isLiquidationDue(ctx, user, quote)) return []
      warnings.delete(key)
      return [attempt((commandCtx) => liquidate(commandCtx, user, quote))]
    }
    const tenth = riskTenth(risk, warnRate(ctx), liquidationRate(ctx))
    const lastWarning = warnings.get(key)
    if (tenth === null) {
      if (lastWarning) warnings.set(key, { ...lastWarning, tenth: -1 })
      return []
    }
    if (lastWarning && (tenth <= lastWarning.tenth || ctx.now() - lastWarning.at < warnEveryMs)) return []
    warnings.set(key, { tenth, at: ctx.now() })
    return [attempt((commandCtx) => emitRisk(commandCtx, account))]
  }

  return {
    /** Checks everything once; runs after each price command. What takes risk away comes before liquidations. */
    step: async () => {
      if (isHalted(ctx)) return
      const accounts = accountsOf(ctx)
      await Promise.all(accounts.flatMap((account) => [...checkLeads(account), ...checkTails(account)]))
      await ctx.leverHooks.protect(command)
      await Promise.all(accounts.flatMap((account) => [...checkAccount(account), ...checkEntries(account)]))
      await ctx.leverHooks.enter(command)
      noteSeen(ctx)
    },
  }
}
