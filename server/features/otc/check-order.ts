import type { otc } from '#contract/otc/otc.ts'
import { appealMax, otcOrder } from '#contract/otc/otc-order.ts'
import { isOpenAt, opensAt, otcFee, otcSums } from '#contract/otc/otc-sums.ts'
import {
  isOtcOrderOver,
  isOtcStepAnswering,
  isOtcStepInTime,
  otcMay,
  otcStepOf,
  type OtcAction,
  type OtcRole,
  type OtcStatus,
  type OtcStep,
} from '#contract/otc/otc-steps.ts'
import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { moreOf, payeeOf } from '#server/features/wallet/bank/methods.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { fileOf } from '#server/identity/links.ts'
import { areBlocked } from './blocks.ts'
import { coinOf, fiatOf } from './check-ad.ts'
import { clockOf, orderOf, roleIn } from './view.ts'
import type { AdRow, OrderRow } from './rows.ts'
import type { OtcContext } from './context.ts'

const kind = 'legal'
type Taking = InputOf<typeof otc.take>

/** All checks of taking an ad but the fund password; `row` is null if it has ended. */
export function checkTake(ctx: OtcContext, user: number, input: Taking, row: AdRow | null) {
  checkMayTrade(ctx, user)
  if (row?.user === user) throw new Refusal('own_ad')
  // Who is blocked is told what they would be told of an ad that has ended.
  if (row?.status !== 'on_shelf' || areBlocked(ctx, user, row.user)) throw new Refusal('ad_gone')
  if (!isOpenAt(row.hours, ctx.now())) throw new Refusal('ad_closed', { at_ms: opensAt(row.hours, ctx.now()) })
  if (input.price !== undefined && parseDec(input.price) !== parseDec(row.price))
    throw new Refusal('price_moved', { price: row.price })
  if (!row.ways.includes(input.way)) throw new Refusal('way_unknown')
  const { value = '' } = input
  if (value === '' || parseDec(value) === 0n) throw new Refusal('amount_required')
  const coin = coinOf(ctx, row.coin)
  const fiat = fiatOf(ctx, row.fiat)
  const { number, total } = otcSums(input.means, value, row.price, { coinScale: coin.scale, fiatScale: fiat.scale })
  if (total < parseDec(row.min) || number === 0n) throw new Refusal('amount_below_min', { min: row.min })
  if (total > parseDec(row.max)) throw new Refusal('amount_above_max', { max: row.max })
  if (number > parseDec(row.surplus)) throw new Refusal('ad_short', { surplus: row.surplus })
  const { unfinishedMax } = ctx.settings.otc
  const unfinished = ctx.tables.otcOrders.group('taker', user).filter((order) => !isOtcOrderOver(order))
  if (unfinished.length >= unfinishedMax) throw new Refusal('orders_unfinished', { max: unfinishedMax })
  const isSale = row.side === 'buy'
  const seller = isSale ? user : row.user
  const { method = 0 } = input
  // A seller who takes an ad chooses among all of their own.
  if (method !== 0 && !isSale && row.more?.includes(method) !== true) throw new Refusal('way_unknown')
  if (method !== 0 && moreOf(ctx, seller, method)?.way !== input.way) throw new Refusal('way_unknown')
  const payee = payeeOf(ctx, seller, input.way, method)
  if (isSale && ctx.ledger.balance({ owner: user, asset: coin.id, kind }).free < number)
    throw new Refusal('insufficient_balance')
  return {
    row,
    number,
    total,
    fee: formatDec(otcFee(number, row.feeRate, coin.scale)),
    payee,
    method,
    isSale,
    seller,
    buyer: isSale ? row.user : user,
  }
}

/** The uploads that a party sends as proof: each their own, each once. */
export const proofOf = (ctx: OtcContext, user: number, paths: readonly string[] | undefined): string[] => [
  ...new Set((paths ?? []).map((path) => fileOf(ctx, user, path).id)),
]

export const refuseOrder = (ctx: OtcContext, row: OrderRow, user: number, reason: 'state_moved' | 'step_refused') => {
  const now = encode(otcOrder, orderOf(ctx, row, user))
  return new Refusal(
    reason,
    reason === 'state_moved' ? { now } : { now, may: otcMay(roleIn(row, user) ?? 'buyer', clockOf(row), ctx.now()) },
  )
}
/**
 * The step that a caller's action means, if the table allows it now. Third persons are told what they would be told of
 * a missing order (E7).
 */
export function checkStep(
  ctx: OtcContext,
  row: OrderRow | undefined,
  { user, action, expect }: { user: number; action: OtcAction; expect: OtcStatus | undefined },
): { row: OrderRow; step: OtcStep; role: OtcRole } {
  const role = row ? roleIn(row, user) : null
  if (!row || role === null) throw new Refusal('not_found')
  if (expect !== undefined && expect !== row.status) throw refuseOrder(ctx, row, user, 'state_moved')
  const step = otcStepOf(role, action, row.status)
  if (step === null || !isOtcStepAnswering(step, role, clockOf(row))) throw refuseOrder(ctx, row, user, 'step_refused')
  if (isOtcStepInTime(step, clockOf(row), ctx.now())) return { row, step, role }
  if (action === 'appeal' && step !== 'appealLate') throw new Refusal('too_early', { at_ms: row.confirmDeadline ?? 0 })
  if (action === 'cancelTradeOrder') throw refuseOrder(ctx, row, user, 'step_refused')
  throw new Refusal('too_late')
}

/** Refuses what one party says or offers more often than an appeal takes. */
export function checkAppealRoom(said: readonly { by: OtcRole }[], role: OtcRole) {
  if (said.filter(({ by }) => by === role).length >= appealMax) throw new Refusal('appeal_full', { max: appealMax })
}

/** The buyer's part of an offered split: more than nothing, at most all, in steps of the coin. */
export function checkSplit({ tables }: Pick<OtcContext, 'tables'>, row: OrderRow, toBuyer: string): bigint {
  if (toBuyer === '' || parseDec(toBuyer) === 0n) throw new Refusal('amount_required')
  const { scale } = tables.coins.need(row.coin)
  if (decimalsOf(toBuyer) > scale) throw new Refusal('amount_step', { scale })
  if (parseDec(toBuyer) > parseDec(row.number)) throw new Refusal('amount_above_max', { max: row.number })
  return parseDec(toBuyer)
}
