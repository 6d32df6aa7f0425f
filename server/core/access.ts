import type { Who } from '#contract/wire/endpoint.ts'
import type { Caller, CommandContext } from './context.ts'
import { kycOf } from '#server/identity/people.ts'
import { Refusal } from './refusal.ts'

/** Refuses who may not make this call at all: not logged in, KYC too low, a power that is missing. */
export const checkWho = (ctx: CommandContext, caller: Caller, who: Who) => {
  if (caller.isMismatched) throw new Refusal('token_mismatch')
  if (who === 'any') return
  if (caller.user === 0 || !ctx.tables.users.get(caller.user)) throw new Refusal('not_logged_in')
  if (who === 'in') return
  if (who === 'k1' || who === 'k2') {
    const level = who === 'k1' ? 1 : 2
    const { status } = kycOf(ctx, caller.user, level)
    const codes = { none: 0, underReview: 1, passed: 2, rejected: 3 }
    if (status !== 'passed') throw new Refusal('kyc_needed', { level, status: codes[status] })
    return
  }
  if (!ctx.tables.users.need(caller.user).powers.includes(who.slice(3))) throw new Refusal('forbidden')
}

/** Refuses a change by a locked account or a client that is too old. */
export const checkMayChange = (ctx: CommandContext, caller: Caller) => {
  if (caller.appVersion !== null && caller.appVersion < ctx.settings.minVersionCode) throw new Refusal('app_too_old')
  const until_ms = ctx.tables.users.get(caller.user)?.accountUntil ?? 0
  if (until_ms > ctx.now()) throw new Refusal('account_locked', { until_ms })
}

/** Refuses new steps that take money while trading is locked for this person, or halted for all. */
export const checkMayTrade = (ctx: CommandContext, user: number) => {
  if (ctx.settings.isHalted) throw new Refusal('market_closed')
  const until_ms = ctx.tables.users.get(user)?.tradeUntil ?? 0
  if (until_ms > ctx.now()) throw new Refusal('trade_locked', { until_ms })
}
