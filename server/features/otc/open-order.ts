import { logTypes } from '#contract/wire/booking.ts'
import { formatDec } from '#contract/wire/money.ts'
import { useMethod as keepMethod } from '#server/features/wallet/bank/methods.ts'
import { kycOf } from '#server/identity/people.ts'
import { lockPart } from './ads.ts'
import { orderRef, putOrder, setPayDeadline } from './settle.ts'
import { orderHold, type OrderRow } from './rows.ts'
import type { checkTake } from './check-order.ts'
import type { OtcContext } from './context.ts'

const minuteMs = 60_000
type Taken = ReturnType<typeof checkTake>

const partyOf = ({ tables }: OtcContext, user: number) => ({
  user,
  nickname: tables.users.need(user).nickname,
  realName: kycOf({ tables }, user, 1).name ?? '',
})

/** Opens an order on an ad: price, names and payee are copied, the coins are set aside, the time to pay begins. */
export function openOrder(
  ctx: OtcContext,
  { row, number, total, fee, payee, method, isSale, seller, buyer }: Taken,
): OrderRow {
  const at = ctx.now()
  const order: OrderRow = {
    id: ctx.tables.otcOrders.nextId(),
    ad: row.id,
    buyer: partyOf(ctx, buyer),
    seller: partyOf(ctx, seller),
    feePayer: isSale ? 'buyer' : 'seller',
    coin: row.coin,
    fiat: row.fiat,
    price: row.price,
    number: formatDec(number),
    total: formatDec(total),
    fee,
    way: payee.way,
    ...(method !== 0 && { more: method }),
    payee,
    vouchers: [],
    appeals: [],
    ruling: null,
    status: 'to_be_paid',
    reason: null,
    createdAt: at,
    paidAt: null,
    payDeadline: at + row.payMinutes * minuteMs,
    confirmDeadline: null,
    movedMs: 0,
    offers: [],
    split: null,
    ratings: [],
    booked: null,
    endedAt: null,
    updatedAt: at,
    rev: 0,
  }
  if (isSale)
    ctx.ledger.hold(orderHold(order), { owner: seller, asset: row.coin, kind: 'legal' }, number, logTypes.otcEscrow)
  // The ad may be taken back or changed before the order ends.
  keepMethod(ctx, seller, payee.way, orderRef(order.id), method)
  lockPart(ctx, row, order)
  setPayDeadline(ctx, order)
  return putOrder(ctx, order, 'taken')
}
