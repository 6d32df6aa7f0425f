import type { otc } from '#contract/otc.ts'
import type { OtcAction, OtcStatus } from '#contract/otc-steps.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkPin } from '#server/identity/pins.ts'
import { ad, ads, editAd, market, myAds, publish, shelf, takeBack } from './ad-handlers.ts'
import { block, blocked } from './blocks.ts'
import { checkSplit, checkStep, checkTake, proofOf, refuseOrder } from './check-order.ts'
import { agent, bail, refund } from './merchant-handlers.ts'
import { openOrder } from './open-order.ts'
import { rate, ratings } from './ratings.ts'
import { addStatement, agreeSplit, cancelOrder, confirmOrder, markPaid, offerSplit, replaceVouchers, undoPaid } from './settle.ts'
import { readAd, readOrder } from './stored.ts'
import { orderOf, roleIn } from './view.ts'
import { sideTable, type OrderRow, type OrderSide } from './rows.ts'
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
/** A party's step: found, checked against the table, taken. `before` runs first and may await, for the fund password. */
const stepOf = <I extends Target>(
  actionOf: (input: I) => OtcAction,
  act: (ctx: OtcContext, user: number, acted: Acted, input: I) => OrderRow,
  before?: (asyncCtx: AsyncOtcContext, user: number, input: I, acted: Acted) => Promise<void>,
) => ({
  prepare: async (asyncCtx: AsyncOtcContext, { user }: { user: number }, input: I) => {
    const find = await readOrder(asyncCtx, input.id)
    const check = (ctx: OtcContext) => checkStep(ctx, find(ctx), { user, action: actionOf(input), expect: input.expect })
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
const cancel: Prepared<typeof otc.cancelOrder, OtcContext> = stepOf(() => 'cancelTradeOrder', (ctx, _user, { row }) => cancelOrder(ctx, row, 'buyer'))
const appeal: Prepared<typeof otc.appeal, OtcContext> = stepOf(
  () => 'appeal',
  (ctx, user, { row, role, step }, { problem, vouchers }) => {
    if (!problem) throw new Refusal('problem_required')
    const proof = proofOf(ctx, user, vouchers)
    if (proof.length === 0 && step !== 'statement') throw new Refusal('voucher_required')
    return addStatement(ctx, row, role, { problem, vouchers: proof })
  },
)

const needsPin = async (asyncCtx: AsyncOtcContext, user: number, input: { pay_password?: string | undefined }, { role }: Acted) => {
  if (role === 'seller') await checkPin(asyncCtx, user, input.pay_password)
}
const offer: Prepared<typeof otc.offer, OtcContext> = stepOf<InputOf<typeof otc.offer>>(
  () => 'offer',
  (ctx, _user, { row, role }, { to_buyer = '' }) => offerSplit(ctx, row, role, checkSplit(ctx, row, to_buyer)),
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

const order: Prepared<typeof otc.order, OtcContext> = {
  prepare: async (asyncCtx, { user }, { id }) => {
    const find = await readOrder(asyncCtx, id)
    return (ctx) => {
      ctx.otcSeen.set(user, ctx.now())
      const row = find(ctx)
      if (!row || roleIn(row, user) === null) throw new Refusal('not_found')
      return orderOf(ctx, row, user)
    }
  },
}
const sideIn = (body: string): OrderSide => JSON.parse(body)
const orders: Prepared<typeof otc.orders, OtcContext> = {
  prepare: async (asyncCtx, { user }, { filter, role, currency_id, page = 1, limit = defaultLimit }) => {
    const where = { user, ...(filter && { filter }), ...(role && { role }), ...(currency_id !== undefined && { coin: currency_id }) }
    const { bodies, total } = await asyncCtx.store.page({ table: sideTable, where, limit, offset: (page - 1) * limit })
    const finders = await Promise.all(bodies.map((body) => readOrder(asyncCtx, String(sideIn(body).order))))
    return (ctx) => {
      ctx.otcSeen.set(user, ctx.now())
      const rows = finders.map((find) => find(ctx)).filter((row) => row !== undefined)
      return { list: rows.map((row) => orderOf(ctx, row, user)), count: total, page, limit, server_now_ms: ctx.now() }
    }
  },
}

export const otcHandlers: Handlers<typeof otc, OtcContext> = {
  market, ads, publish, myAds, ad, editAd, shelf, takeBack, take, pay, confirm, cancelOrder: cancel, appeal, offer, agree, rate, ratings, block, blocked, order, orders,
  bail, refund, agent,
}
