import type { otc } from '#contract/otc/otc.ts'
import type { OtcAction, OtcStatus } from '#contract/otc/otc-steps.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkPin } from '#server/identity/pins.ts'
import { ad, ads, editAd, market, myAds, publish, shelf, takeBack } from './ad-handlers.ts'
import { block, blocked } from './blocks.ts'
import { checkAppealRoom, checkSplit, checkStep, checkTake, proofOf, refuseOrder } from './check-order.ts'
import { agent, bail, refund } from './merchant-handlers.ts'
import { openOrder } from './open-order.ts'
import { order, orders } from './order-reads.ts'
import { rate, ratings } from './ratings.ts'
import { receipt } from './receipt.ts'
import {
  addStatement,
  agreeSplit,
  cancelOrder,
  confirmOrder,
  markPaid,
  offerSplit,
  replaceVouchers,
  undoPaid,
} from './settle.ts'
import { readAd, readOrder } from './stored.ts'
import { orderOf } from './view.ts'
import type { OrderRow } from './rows.ts'
import type { AsyncOtcContext, OtcContext } from './context.ts'

const take: Prepared<typeof otc.take, OtcContext> = {
  prepare: async (asyncCtx, { user }, input) => {
    const find = await readAd(asyncCtx, input.id)
    const check = (ctx: OtcContext) => {
      const row = find(ctx)
      if (!row) throw new Refusal('not_found')
      return checkTake(ctx, user, input, row)
    }
    const isSale = check(asyncCtx.ctx).isSale
    if (isSale) await checkPin(asyncCtx, user, input.pay_password)
    return (ctx) => {
      ctx.otcSeen.set(user, ctx.now())
      return orderOf(ctx, openOrder(ctx, check(ctx)), user)
    }
  },
}

type Acted = ReturnType<typeof checkStep>
type Target = { id: string; expect?: OtcStatus | undefined }
/**
 * A party's step: found, checked against the table, taken. `before` runs first and may await, for the fund password.
 */
const stepOf = <I extends Target>(
  actionOf: (input: I) => OtcAction,
  act: (ctx: OtcContext, user: number, acted: Acted, input: I) => OrderRow,
  before?: (asyncCtx: AsyncOtcContext, user: number, input: I, acted: Acted) => Promise<void>,
) => ({
  prepare: async (asyncCtx: AsyncOtcContext, { user }: { user: number }, input: I) => {
    const find = await readOrder(asyncCtx, input.id)
    const check = (ctx: OtcContext) =>
      checkStep(ctx, find(ctx), { user, action: actionOf(input), expect: input.expect })
    if (before) {
      const acted = check(asyncCtx.ctx)
      await before(asyncCtx, user, input, acted)
    }
    return (ctx: OtcContext) => {
      ctx.otcSeen.set(user, ctx.now())
      return orderOf(ctx, act(ctx, user, check(ctx), input), user)
    }
  },
})

const pay: Prepared<typeof otc.pay, OtcContext> = stepOf(
  ({ undo }) => (undo === true ? 'undo' : 'pay'),
  (ctx, user, { row, step }, { vouchers }) => {
    if (step === 'undo') return undoPaid(ctx, row)
    const proof = proofOf(ctx, user, vouchers)
    if (proof.length === 0) throw new Refusal('voucher_required')
    return step === 'pay' ? markPaid(ctx, row, proof) : replaceVouchers(ctx, row, proof)
  },
)
const confirm: Prepared<typeof otc.confirm, OtcContext> = stepOf(
  () => 'confirm',
  (ctx, _user, { row }) => confirmOrder(ctx, row),
  async (asyncCtx, user, { pay_password }) => checkPin(asyncCtx, user, pay_password),
)
const cancel: Prepared<typeof otc.cancelOrder, OtcContext> = stepOf(
  () => 'cancelTradeOrder',
  (ctx, _user, { row }) => cancelOrder(ctx, row, 'buyer'),
)
const appeal: Prepared<typeof otc.appeal, OtcContext> = stepOf(
  () => 'appeal',
  (ctx, user, { row, role, step }, { problem, vouchers }) => {
    if (!problem) throw new Refusal('problem_required')
    checkAppealRoom(row.appeals, role)
    const proof = proofOf(ctx, user, vouchers)
    if (proof.length === 0 && step !== 'statement') throw new Refusal('voucher_required')
    return addStatement(ctx, row, role, { problem, vouchers: proof })
  },
)

const needsPin = async (
  asyncCtx: AsyncOtcContext,
  user: number,
  input: { pay_password?: string | undefined },
  { role }: Acted,
) => {
  if (role === 'seller') await checkPin(asyncCtx, user, input.pay_password)
}
const offer: Prepared<typeof otc.offer, OtcContext> = stepOf<InputOf<typeof otc.offer>>(
  () => 'offer',
  (ctx, _user, { row, role }, { to_buyer = '' }) => {
    const toBuyer = checkSplit(ctx, row, to_buyer)
    checkAppealRoom(row.offers, role)
    return offerSplit(ctx, row, role, toBuyer)
  },
  needsPin,
)
const agree: Prepared<typeof otc.agree, OtcContext> = stepOf<InputOf<typeof otc.agree>>(
  () => 'agree',
  (ctx, user, { row }, { no }) => {
    if (row.offers.at(-1)?.no !== no) throw refuseOrder(ctx, row, user, 'state_moved')
    return agreeSplit(ctx, row)
  },
  needsPin,
)

export const otcHandlers: Handlers<typeof otc, OtcContext> = {
  market,
  ads,
  publish,
  myAds,
  ad,
  editAd,
  shelf,
  takeBack,
  take,
  pay,
  confirm,
  cancelOrder: cancel,
  appeal,
  offer,
  agree,
  rate,
  ratings,
  block,
  blocked,
  order,
  orders,
  receipt,
  bail,
  refund,
  agent,
}
