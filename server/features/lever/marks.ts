import { formatDec, parseDec } from '#contract/wire/money.ts'
import { hazardRate, isBurst, isEntryReached, riskTenth, stopReached } from '#contract/lever-risk.ts'
import { burstRate, isRiskFresh, markOf, pendingOf, riskOf, tradingOf, warnRate } from './account.ts'
import { liquidate, settleLever, moveLever, emitPosition } from './settle.ts'
import { liquidationText, rateText } from './view.ts'
import type { AsyncContext } from '#server/core/context.ts'
import { isHalted } from '#server/core/halt.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverAccount, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const warnEveryMs = 5000
type Account = { user: number; quote: number }

/** A waiting entry whose price has come opens at exactly that price, with what was set aside for it. */
function activate(ctx: LeverContext, row: LeverRow) {
  const at = ctx.now()
  const { price } = markOf(ctx, row.pair)
  emitPosition(ctx, moveLever(ctx, 'activate', row, { origin: price, openedAt: at, stopsAt: at }), 'activated')
}
const isActivationDue = (ctx: LeverContext, row: LeverRow) => {
  const mark = markOf(ctx, row.pair)
  return mark.isFresh && isEntryReached(row.side, row.price, mark.price, parseDec(ctx.tables.pairs.need(row.pair).spread))
}
/** A stop acts on marks later than its setting only. */
const stopDue = (ctx: LeverContext, row: LeverRow) => {
  const mark = markOf(ctx, row.pair)
  return mark.isFresh && mark.at > row.stopsAt ? stopReached(row.side, row, mark.price) : null
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
 * Watches the contracts at the mark: entries that wait, stops, accounts near their end. Looking is free; what is due is a command
 * of its own, decided again inside it.
 */
export function createMarks({ ctx, command }: Pick<AsyncContext<LeverContext>, 'ctx' | 'command'>) {
  const { riskWarnings: warned } = ctx

  /** A refusal (a mark too old to decide) leaves the work for a later tick. */
  const attempt = (work: (inside: LeverContext) => void) =>
    command(work).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
    })

  const watchOne = (row: LeverRow): Promise<unknown>[] => {
    const again = (inside: LeverContext) => inside.tables.leverPositions.get(row.id)
    const { id } = row
    const works: Promise<unknown>[] = []
    if (row.status === 'pending' && isActivationDue(ctx, row)) works.push(attempt((inside) => activate(inside, inside.tables.leverPositions.need(id))))
    const now = again(ctx)
    const reason = now?.status === 'trading' ? stopDue(ctx, now) : null
    if (reason !== null) works.push(attempt((inside) => settleLever(inside, inside.tables.leverPositions.need(id), reason)))
    return works
  }
  const watchRisk = (account: Account): Promise<unknown>[] => {
    const { user, quote } = account
    const key = leverAccount(user, quote)
    if (!isRiskFresh(ctx, user, quote)) return []
    const risk = riskOf(ctx, user, quote)
    if (isBurst(risk, burstRate(ctx))) {
      warned.delete(key)
      return [attempt((inside) => liquidate(inside, user, quote))]
    }
    const tenth = riskTenth(risk, warnRate(ctx), burstRate(ctx))
    const last = warned.get(key)
    if (tenth === null) {
      if (last) warned.set(key, { ...last, tenth: -1 })
      return []
    }
    if (last && (tenth <= last.tenth || ctx.now() - last.at < warnEveryMs)) return []
    warned.set(key, { tenth, at: ctx.now() })
    return [attempt((inside) => emitRisk(inside, account))]
  }

  return {
    /** One look at everything, after prices have moved. */
    step: async () => {
      if (isHalted(ctx)) return
      const works: Promise<unknown>[] = []
      for (const account of accountsOf(ctx)) {
        const { user, quote } = account
        for (const row of [...pendingOf(ctx, user, quote), ...tradingOf(ctx, user, quote)]) works.push(...watchOne(row))
        works.push(...watchRisk(account))
      }
      await Promise.all(works)
    },
  }
}
