import type { otc } from '#contract/otc/otc.ts'
import type { OtcAction, OtcStatus } from '#contract/otc/otc-steps.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkPin } from '#server/identity/pins.ts'
import { ad, ads, editAd, market, merchantAds, myAds, publish, shelf, takeBack } from './ad-handlers.ts'
import { block, blocked } from './blocks.ts'
import { checkAppealRoom, checkSplit, checkStep, checkTake, proofOf, refuseOrder } from './check-order.ts'
import { agent, bail, refund } from './merchant-handlers.ts'
import { openOrder } from './open-order.ts'
import { receipt } from './receipt.ts'
import {
  addStatement,
  appealLate,
  agreeSplit,
  cancelOrder,
  confirmOrder,
  markPaid,
  offerSplit,
  replaceVouchers,
  undoPaid,
  putOrder,
} from './settle.ts'
import { readAd, readOrder } from './stored.ts'
import { orderOf, mayRate, roleIn } from './view.ts'
import type { AdRow, OrderRow } from './rows.ts'
import type { AsyncOtcContext, OtcContext } from './context.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { countRating, recordOf } from './merchants.ts'
import { ratingTable, sideId, type RatingRow, orderTable, sideTable, type OrderSide } from './rows.ts'

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
const appealOn = (findAd: (ctx: OtcContext) => AdRow | undefined) =>
  stepOf<InputOf<typeof otc.appeal>>(
    () => 'appeal',
    (ctx, user, { row, role, step }, { problem, vouchers }) => {
      if (!problem) throw new Refusal('problem_required')
      checkAppealRoom(row.appeals, role)
      const proof = proofOf(ctx, user, vouchers)
      if (proof.length === 0 && step !== 'statement') throw new Refusal('voucher_required')
      const said = { problem, vouchers: proof }
      if (step !== 'appealLate') return addStatement(ctx, row, role, said)
      const ad = findAd(ctx)
      if (!ad) throw new Refusal('coins_gone')
      return appealLate(ctx, row, ad, said)
    },
  )
const appeal: Prepared<typeof otc.appeal, OtcContext> = {
  prepare: async (asyncCtx, caller, input) => {
    const row = (await readOrder(asyncCtx, input.id))(asyncCtx.ctx)
    // The ad of an ended order may be in the store alone.
    const findAd = row === undefined ? () => undefined : await readAd(asyncCtx, String(row.ad))
    return appealOn(findAd).prepare(asyncCtx, caller, input)
  },
}

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

const rate: Prepared<typeof otc.rate, OtcContext> = {
  prepare: async (asyncCtx, { user }, { id, is_good, word = '' }) => {
    const find = await readOrder(asyncCtx, id)
    return (ctx) => {
      const row = find(ctx)
      const by = row ? roleIn(row, user) : null
      if (!row || by === null) throw new Refusal('not_found')
      if (!mayRate(row, ctx.now())) throw new Refusal('too_late')
      const about = by === 'buyer' ? row.seller.user : row.buyer.user
      const before = row.ratings.find((each) => each.by === by)?.is_good ?? null
      countRating(ctx, about, is_good, before)
      ctx.tables.otcRatings.put({
        id: sideId(row.id, by),
        order: row.id,
        user,
        about,
        isGood: is_good,
        word,
        at: ctx.now(),
      })
      const ratings = [...row.ratings.filter((each) => each.by !== by), { by, is_good, word, at_ms: ctx.now() }]
      return orderOf(ctx, putOrder(ctx, { ...row, ratings }, 'rated'), user)
    }
  },
}

const ratingIn = (body: string): RatingRow => JSON.parse(body)
const ratings: Prepared<typeof otc.ratings, OtcContext> = {
  prepare: async (asyncCtx, { user }, { user_id, page = 1, limit = defaultLimit }) => {
    if (user_id !== user && recordOf(asyncCtx.ctx, user_id).since === null) throw new Refusal('not_found')
    const { bodies, total } = await asyncCtx.store.page({
      table: ratingTable,
      where: { about: user_id },
      limit,
      offset: (page - 1) * limit,
    })
    const rows = bodies.map(ratingIn)
    return (ctx) => ({
      list: rows.map((row) => ({
        id: row.id,
        by: `${[...(ctx.tables.users.get(row.user)?.nickname ?? '')][0] ?? ''}***`,
        is_good: row.isGood,
        word: row.word,
        create_time: timeOf(row.at),
      })),
      count: total,
      page,
      limit,
    })
  },
}

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

type Asked = InputOf<typeof otc.orders>
const nothing = { ids: [], total: 0 }
const sideIn = (body: string): OrderSide => JSON.parse(body)
const idIn = (body: string): string => {
  const { id }: { id: number } = JSON.parse(body)
  return String(id)
}
/**
 * The ids of one page of orders of an ad: all of them for its owner, their own for takers. Side and coin of an ad never
 * change.
 */
async function pageOfAd(
  asyncCtx: AsyncOtcContext,
  user: number,
  { ad_id = '', filter, role, currency_id, page = 1, limit = defaultLimit }: Asked,
) {
  const ad = (await readAd(asyncCtx, ad_id))(asyncCtx.ctx)
  if (!ad) return nothing
  const isSeller = (ad.user === user) === (ad.side === 'sell')
  if (
    (role !== undefined && role !== (isSeller ? 'seller' : 'buyer')) ||
    (currency_id !== undefined && currency_id !== ad.coin)
  )
    return nothing
  const where = { ad: ad.id, ...(ad.user !== user && { taker: user }), ...(filter && { filter }) }
  const { bodies, total } = await asyncCtx.store.page({ table: orderTable, where, limit, offset: (page - 1) * limit })
  return { ids: bodies.map(idIn), total }
}
async function pageOf(
  { store }: AsyncOtcContext,
  user: number,
  { filter, role, currency_id, page = 1, limit = defaultLimit }: Asked,
) {
  const where = {
    user,
    ...(filter && { filter }),
    ...(role && { role }),
    ...(currency_id !== undefined && { coin: currency_id }),
  }
  const { bodies, total } = await store.page({ table: sideTable, where, limit, offset: (page - 1) * limit })
  return { ids: bodies.map((body) => String(sideIn(body).order)), total }
}
const orders: Prepared<typeof otc.orders, OtcContext> = {
  prepare: async (asyncCtx, { user }, asked) => {
    const { ids, total } = await (asked.ad_id === undefined
      ? pageOf(asyncCtx, user, asked)
      : pageOfAd(asyncCtx, user, asked))
    const finders = await Promise.all(ids.map((id) => readOrder(asyncCtx, id)))
    return (ctx) => {
      ctx.otcSeen.set(user, ctx.now())
      const rows = finders.map((find) => find(ctx)).filter((row) => row !== undefined)
      return {
        list: rows.map((row) => orderOf(ctx, row, user)),
        count: total,
        page: asked.page ?? 1,
        limit: asked.limit ?? defaultLimit,
        server_now_ms: ctx.now(),
      }
    }
  },
}

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
  merchantAds,
}
