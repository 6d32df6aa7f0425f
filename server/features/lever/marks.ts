import { formatDec, parseDec } from '#contract/wire/money.ts'
import { hazardRate, isBurst, isEntryReached, riskTenth, stopReached } from '#contract/lever-risk.ts'
import { liquidationRate, markOf, mayFire, mayLiquidate, pendingOf, riskOf, tradingOf, warnRate } from './account.ts'
import { hasRoom, noteFlow } from './caps.ts'
import { noteOpened } from './fills.ts'
import { isLeadDue, noteSeen, takeLead } from './lead.ts'
import { isDeep, liquidate } from './liquidate.ts'
import { earnFee, emitPosition, moveLever } from './move.ts'
import { settleLever } from './settle.ts'
import { liquidationText, rateText } from './view.ts'
import type { AsyncContext } from '#server/core/context.ts'
import { isHalted } from '#server/core/halt.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverAccount, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const warnEveryMs = 5000
type Account = { user: number; quote: number }

/** Activates a pending entry whose price is reached; it keeps its limit price, and its margin is already held. */
function activate(ctx: LeverContext, row: LeverRow) {
  const at = ctx.now()
  const { price } = markOf(ctx, row.pair)
  earnFee(ctx, row)
  const opened = moveLever(ctx, 'activate', row, { origin: price, openedAt: at, stopsAt: at })
  noteOpened(ctx, opened)
  noteFlow(ctx, opened, 'open')
  emitPosition(ctx, opened, 'activated')
}
const isActivationDue = (ctx: LeverContext, row: LeverRow) => {
  const mark = markOf(ctx, row.pair)
  return mark.isFresh && mark.rights.opens && hasRoom(ctx, row.pair, row.side, row.number) && isEntryReached(row.side, row.price, mark.price, parseDec(ctx.tables.pairs.need(row.pair).spread))
}
/** The stop that is reached, if any. A stop only acts on mark prices later than its setting (P6). */
const stopDue = (ctx: LeverContext, row: LeverRow) => {
  const mark = markOf(ctx, row.pair)
  return mayFire(mark) && mark.at > row.stopsAt ? stopReached(row.side, row, mark.price) : null
}

function emitRisk(ctx: LeverContext, { user, quote }: Account) {
  const { settings, tables, now } = ctx
  const risk = riskOf(ctx, user, quote)
  ctx.emit(user, {
    ev: 'lever.riskRose',
    v: {
      legal_id: quote, legal_name: tables.coins.need(quote).name, hazard_rate: rateText(hazardRate(risk)),
      warn: formatDec(parseDec(settings.lever.warnHazardRate)), burst: formatDec(parseDec(settings.lever.burstHazardRate)),
      positions: tradingOf(ctx, user, quote).map(({ id, pair }) => ({ id, liquidation_price: liquidationText(ctx, risk, pair) })),
      at_ms: now(),
    },
  })
}

const accountsOf = ({ tables }: LeverContext): Account[] => [
  ...new Map([...tables.leverPositions.all()].map(({ user, quote }) => [leverAccount(user, quote), { user, quote }])).values(),
]

/**
 * Checks all positions at current mark prices: pending entries, stops, and accounts near liquidation. The checks only read; each
 * action that is due is a separate command, which makes its decision again.
 */
export function createMarks({ ctx, command }: Pick<AsyncContext<LeverContext>, 'ctx' | 'command'>) {
  const { riskWarnings: warnings } = ctx

  /** Runs a command; if it is refused (its mark price is not fresh), a later tick tries again. */
  const attempt = (work: (commandCtx: LeverContext) => void) =>
    command(work).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
    })

  const checkPosition = (row: LeverRow): Promise<unknown>[] => {
    const currentRow = (commandCtx: LeverContext) => commandCtx.tables.leverPositions.get(row.id)
    const { id } = row
    const commands: Promise<unknown>[] = []
    if (isLeadDue(ctx, row)) commands.push(attempt((commandCtx) => takeLead(commandCtx, commandCtx.tables.leverPositions.need(id))))
    if (row.status === 'pending' && isActivationDue(ctx, row)) commands.push(attempt((commandCtx) => activate(commandCtx, commandCtx.tables.leverPositions.need(id))))
    const now = currentRow(ctx)
    const reason = now?.status === 'trading' ? stopDue(ctx, now) : null
    if (reason !== null) commands.push(attempt((commandCtx) => settleLever(commandCtx, commandCtx.tables.leverPositions.need(id), reason)))
    return commands
  }
  const checkAccount = (account: Account): Promise<unknown>[] => {
    const { user, quote } = account
    const key = leverAccount(user, quote)
    if (!mayLiquidate(ctx, user, quote)) return []
    const risk = riskOf(ctx, user, quote)
    if (isBurst(risk, liquidationRate(ctx))) {
      const pausedUntil = ctx.tables.leverPauses.get(key)?.until ?? 0
      if (ctx.now() < pausedUntil && !isDeep(ctx, risk)) return []
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
    /** Checks everything once; runs after each price command. */
    step: async () => {
      if (isHalted(ctx)) return
      const commands: Promise<unknown>[] = []
      for (const account of accountsOf(ctx)) {
        const { user, quote } = account
        for (const row of [...pendingOf(ctx, user, quote), ...tradingOf(ctx, user, quote)]) commands.push(...checkPosition(row))
        commands.push(...checkAccount(account))
      }
      await Promise.all(commands)
      noteSeen(ctx)
    },
  }
}
