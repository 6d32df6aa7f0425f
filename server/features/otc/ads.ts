import type { PayWay } from '#contract/wallet/bank.ts'
import { ad as adSchema, type AdWhy } from '#contract/otc/otc-order.ts'
import { adTransitions, isAdOver, mayAdTransition, type AdStatus, type AdTransition } from '#contract/otc/otc-steps.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { releaseMethod, useMethod as keepMethod } from '#server/features/wallet/bank/methods.ts'
import { adOf } from './view.ts'
import { adHold, orderHold, type AdRow, type OrderRow } from './rows.ts'
import type { OtcContext } from './context.ts'

const refuseAd = (ctx: OtcContext, row: AdRow, reason: 'state_moved' | 'step_refused') =>
  new Refusal(reason, {
    now: encode(adSchema, adOf(ctx, row, row.user)),
    ...(reason === 'step_refused' && { may: [] }),
  })
/** Refuses a step of the owner that the ad's status does not allow, or that was meant for another status. */
export function checkAdStep(ctx: OtcContext, row: AdRow, step: AdTransition, expect: AdStatus | undefined) {
  if (expect !== undefined && expect !== row.status) throw refuseAd(ctx, row, 'state_moved')
  if (!mayAdTransition(step, row.status)) throw refuseAd(ctx, row, 'step_refused')
}

/** The only code that changes an ad. An illegal transition throws: it is a bug. */
export function moveAd(ctx: OtcContext, step: AdTransition, row: AdRow, change: Partial<AdRow>, why?: AdWhy): AdRow {
  if (!mayAdTransition(step, row.status)) throw new Error(`otc ad ${row.id}: ${step} from ${row.status}`)
  const { to } = adTransitions[step]
  return putAd(ctx, { ...row, ...change, status: to === 'same' ? row.status : to }, why)
}
/** Stores an ad with its next rev and sends it to its owner. */
export function putAd(ctx: OtcContext, row: AdRow, why?: AdWhy): AdRow {
  const stored = ctx.tables.otcAds.put({ ...row, updatedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'otc.adChanged', v: adOf(ctx, stored, row.user), ...(why && { why }) })
  return stored
}

const adRef = (id: number) => `otc-ad:${id}`
/** Keeps the receiving methods that an ad offers from being changed or removed. Only a seller is paid. */
export function keepWays(
  ctx: OtcContext,
  { id, user, side }: AdRow,
  before: readonly PayWay[],
  after: readonly PayWay[],
) {
  if (side === 'buy') return
  for (const way of before) if (!after.includes(way)) releaseMethod(ctx, way, adRef(id))
  for (const way of after) keepMethod(ctx, user, way, adRef(id))
}
/** Ends what an ad holds: the rest of its escrow and its methods. */
const letGo = (ctx: OtcContext, row: AdRow) => {
  ctx.ledger.release(adHold(row.id), logTypes.otcReturned)
  keepWays(ctx, row, row.ways, [])
}
export function takeBackAd(ctx: OtcContext, row: AdRow): AdRow {
  letGo(ctx, row)
  return moveAd(ctx, 'takeBack', row, { surplus: '0', takenBack: sum(row.takenBack, row.surplus) }, 'taken_back')
}

const sum = (a: string, b: string) => formatDec(parseDec(a) + parseDec(b))
const less = (a: string, b: string) => formatDec(parseDec(a) - parseDec(b))
/** Moves a part of an ad's surplus into a new order; of a sell ad its coins and their fee as well. */
export function lockPart(ctx: OtcContext, row: AdRow, order: Pick<OrderRow, 'id' | 'number' | 'fee'>) {
  if (row.side === 'sell')
    ctx.ledger.shift(adHold(row.id), orderHold(order.id), parseDec(order.number) + parseDec(order.fee))
  return moveAd(
    ctx,
    'lock',
    row,
    { surplus: less(row.surplus, order.number), locked: sum(row.locked, order.number) },
    'locked',
  )
}
/**
 * The ad's side of an ended order, of which `given` went to the buyer. What was not sold grows back while the ad is
 * open; otherwise it returns to the seller. An ad of which nothing is left and no order is open is sold out.
 */
export function unlockPart(ctx: OtcContext, order: OrderRow, given: string) {
  const row = ctx.tables.otcAds.need(order.ad)
  const locked = less(row.locked, order.number)
  const kept = less(order.number, given)
  // Of a split the seller keeps a part: it returns to the account and not to the ad, as both have agreed.
  if (given !== '0') {
    ctx.ledger.release(orderHold(order.id), logTypes.otcReturned)
    return sellOutIfEmpty(
      ctx,
      moveAd(ctx, 'settle', row, { locked, done: sum(row.done, given), takenBack: sum(row.takenBack, kept) }),
    )
  }
  const growsBack = !isAdOver(row)
  if (growsBack && row.side === 'sell')
    ctx.ledger.shift(orderHold(order.id), adHold(row.id), ctx.ledger.leftOf(orderHold(order.id)))
  else ctx.ledger.release(orderHold(order.id), logTypes.otcReturned)
  const returned = growsBack
    ? { surplus: sum(row.surplus, order.number) }
    : { takenBack: sum(row.takenBack, order.number) }
  moveAd(ctx, 'settle', row, { locked, ...returned }, 'returned')
}
function sellOutIfEmpty(ctx: OtcContext, row: AdRow) {
  if (isAdOver(row) || row.surplus !== '0' || row.locked !== '0') return
  letGo(ctx, row)
  moveAd(ctx, 'sellOut', row, {}, 'sold_out')
}
