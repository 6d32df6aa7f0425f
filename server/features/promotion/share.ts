import { inviteLevels } from '#contract/promotion/promotion.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import type { EarnedFee, Posting } from '#server/core/ledger.ts'
import { worthOf } from '#server/features/market/view.ts'
import type { User } from '#server/identity/rows.ts'
import { rebateDayId, type RebateRow } from './rows.ts'
import { dayOf, oldestDayKept } from './spans.ts'
import { rebateOf } from './view.ts'
import type { PromotionContext } from './context.ts'

/** Who stands above an account, nearest first. Nobody twice, and never the account itself, whatever the rows say. */
export function invitersOf({ tables }: Pick<PromotionContext, 'tables'>, user: number): User[] {
  const above: User[] = []
  let next = tables.users.get(user)?.inviter ?? null
  while (next !== null && next !== user && above.length < inviteLevels && above.every(({ id }) => id !== next)) {
    const inviter = tables.users.get(next)
    if (!inviter) break
    above.push(inviter)
    next = inviter.inviter
  }
  return above
}

/** Adds up what is earned, for the ranking and the summary; days that no span reaches any more are dropped. */
function addUp({ tables, markets, now }: PromotionContext, { user, coin, value, day }: RebateRow) {
  const worth = mulDec(parseDec(value), worthOf({ markets }, coin) ?? 0n)
  const plus = (held: string | undefined) => formatDec(parseDec(held ?? '0') + worth)
  const id = rebateDayId(user, day)
  const total = tables.rebateTotals.get(user)
  const ofDay = tables.rebateDays.get(id)
  tables.rebateTotals.put({ user, worth: plus(total?.worth), at: now() })
  tables.rebateDays.put({ id, user, day, worth: plus(ofDay?.worth), at: now() })
  if (ofDay) return
  for (const old of tables.rebateDays.group('user', user))
    if (old.day < oldestDayKept(now())) tables.rebateDays.remove(old.id)
}

/**
 * Shares one fee among the inviters of who paid it, out of the account the fee is in. A locked inviter's share stays
 * there.
 */
function shareFee(ctx: PromotionContext, { payer, asset, kind, amount, ref }: EarnedFee) {
  const { tables, ledger, settings, now } = ctx
  const { scale } = tables.coins.need(asset)
  const unit = 10n ** BigInt(8 - scale)
  let left = amount
  const shares = invitersOf(ctx, payer).flatMap((inviter, at) => {
    const rate = parseDec(settings.promotion.rates[inviter.agentLevel]?.[at] ?? '0')
    const exact = mulDec(amount, rate)
    const wished = exact - (exact % unit)
    const value = wished < left ? wished : left
    if (value <= 0n || inviter.accountUntil > now()) return []
    left -= value
    return [{ user: inviter.id, level: at + 1, value }]
  })
  if (shares.length === 0) return
  const postings: Posting[] = shares.map(({ user, value }) => ({ owner: user, asset, kind: 'change', free: value }))
  ledger.post({
    type: logTypes.rebate,
    ref,
    from: payer,
    info: '',
    postings: [{ owner: 'fee', asset, kind, free: left - amount }, ...postings],
  })
  for (const { user, level, value } of shares) {
    const row = tables.rebates.put({
      id: tables.rebates.nextId(),
      user,
      from: payer,
      level,
      coin: asset,
      value: formatDec(value),
      fee: formatDec(amount),
      ref,
      day: dayOf(now()),
      at: now(),
    })
    addUp(ctx, row)
    ctx.emit(user, { ev: 'promotion.rebateEarned', v: rebateOf(ctx, row) })
  }
}
export const shareFees = (ctx: PromotionContext, fees: readonly EarnedFee[]) =>
  fees.forEach((fee) => shareFee(ctx, fee))
