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
/** What an ad offers to be paid by: ways, and further methods of them. */
type Offered = Pick<AdRow, 'ways' | 'more'>
/** Keeps the receiving methods that an ad offers from being changed or removed. Only a seller is paid. */
export function keepWays(ctx: OtcContext, { id, user, side }: AdRow, before: Offered, after: Offered) {
  if (side === 'buy') return
  const { tables } = ctx
  for (const way of before.ways) if (!after.ways.includes(way)) releaseMethod(ctx, way, adRef(id))
  for (const way of after.ways) keepMethod(ctx, user, way, adRef(id))
  const wayOf = (more: number) => tables.moreMethods.need(more).way
  for (const more of before.more ?? [])
    if (!after.more?.includes(more)) releaseMethod(ctx, wayOf(more), adRef(id), more)
  for (const more of after.more ?? []) keepMethod(ctx, user, wayOf(more), adRef(id), more)
}
export const nothingOffered: Offered = { ways: [], more: [] }
/** Ends what an ad holds: the rest of its escrow and its methods. */
const letGo = (ctx: OtcContext, row: AdRow) => {
  ctx.ledger.release(adHold(row.id), logTypes.otcReturned)
  keepWays(ctx, row, row, nothingOffered)
}
export function takeBackAd(ctx: OtcContext, row: AdRow): AdRow {
  letGo(ctx, row)
  return moveAd(ctx, 'takeBack', row, { surplus: '0', takenBack: sum(row.takenBack, row.surplus) }, 'taken_back')
}

const sum = (a: string, b: string) => formatDec(parseDec(a) + parseDec(b))
const less = (a: string, b: string) => formatDec(parseDec(a) - parseDec(b))
/** Moves a part of an ad's surplus into a new order; of a sell ad its coins and their fee as well. */
export function lockPart(ctx: OtcContext, row: AdRow, order: Pick<OrderRow, 'id' | 'number' | 'fee' | 'isLate'>) {
  if (row.side === 'sell')
    ctx.ledger.shift(adHold(row.id), orderHold(order), parseDec(order.number) + parseDec(order.fee))
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
    ctx.ledger.release(orderHold(order), logTypes.otcReturned)
    return sellOutIfEmpty(
      ctx,
      moveAd(ctx, 'settle', row, { locked, done: sum(row.done, given), takenBack: sum(row.takenBack, kept) }),
    )
  }
  const growsBack = !isAdOver(row)
  if (growsBack && row.side === 'sell')
    ctx.ledger.shift(orderHold(order), adHold(row.id), ctx.ledger.leftOf(orderHold(order)))
  else ctx.ledger.release(orderHold(order), logTypes.otcReturned)
  const returned = growsBack
    ? { surplus: sum(row.surplus, order.number) }
    : { takenBack: sum(row.takenBack, order.number) }
  moveAd(ctx, 'settle', row, { locked, ...returned }, 'returned')
}
/**
 * Sets the coins of an order aside again that ended by the clock: out of its ad while that is open, else out of the
 * seller's account. Refuses where they are not there any more.
 */
export function relockPart(ctx: OtcContext, row: AdRow, order: OrderRow) {
  const isOpen = !isAdOver(row)
  const part = isOpen ? row.surplus : row.takenBack
  const needed = parseDec(order.number) + (order.feePayer === 'seller' ? parseDec(order.fee) : 0n)
  const cell = { owner: order.seller.user, asset: order.coin, kind: 'legal' } as const
  const isInAd = isOpen && row.side === 'sell'
  const isThere = parseDec(part) >= parseDec(order.number) && (isInAd || ctx.ledger.balance(cell).free >= needed)
  if (!isThere || !mayAdTransition('relock', row.status)) throw new Refusal('coins_gone')
  if (isInAd) ctx.ledger.shift(adHold(row.id), orderHold(order), needed)
  else ctx.ledger.hold(orderHold(order), cell, needed, logTypes.otcEscrow)
  const rest = less(part, order.number)
  const locked = sum(row.locked, order.number)
  moveAd(ctx, 'relock', row, { locked, ...(isOpen ? { surplus: rest } : { takenBack: rest }) }, 'locked')
}
function sellOutIfEmpty(ctx: OtcContext, row: AdRow) {
  if (isAdOver(row) || row.surplus !== '0' || row.locked !== '0') return
  letGo(ctx, row)
  moveAd(ctx, 'sellOut', row, {}, 'sold_out')
}
