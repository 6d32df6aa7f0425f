import type { Payee, PayWay } from '#contract/wallet/bank.ts'
import { ratingDays, type Ad, type OtcOrder, type OtcParty } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver, lateHours, otcMay, type OtcClock, type OtcRole } from '#contract/otc/otc-steps.ts'
import { isOpenAt } from '#contract/otc/otc-sums.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { formatDec } from '#contract/wire/money.ts'
import { maskAccount, methodsOf, moreOf, payeeIn } from '#server/features/wallet/bank/methods.ts'
import type { MethodsRow } from '#server/features/wallet/bank/rows.ts'
import { linkOf } from '#server/identity/links.ts'
import { isBot } from './bot-people.ts'
import { merchantOf } from './merchants.ts'
import { adHold, orderHold, type AdRow, type OrderRow } from './rows.ts'
import type { OtcContext } from './context.ts'

/** An ad in wire form, for this reader. */
export const adOf = (ctx: OtcContext, row: AdRow, reader: number): Ad => ({
  id: String(row.id),
  ad_no: numberOf('A', row.createdAt, row.id),
  side: row.side,
  currency_id: row.coin,
  currency_name: ctx.tables.coins.need(row.coin).name,
  fiat: row.fiat,
  price: row.price,
  total_number: row.total,
  surplus_number: row.surplus,
  locked_number: row.locked,
  done_number: row.done,
  min_amount: row.min,
  max_amount: row.max,
  ways: [...row.ways],
  methods: offeredBy(ctx, row),
  pay_minutes: row.payMinutes,
  remark: row.remark,
  escrow: row.user === reader ? formatDec(ctx.ledger.leftOf(adHold(row.id))) : '0',
  fee_rate: row.feeRate,
  status: row.status,
  merchant: publicOf(ctx, row.user, reader),
  mine: row.user === reader,
  create_time: timeOf(row.createdAt),
  rev: row.rev,
  margin: row.margin,
  hours: row.hours,
  is_open: isOpenAt(row.hours, ctx.now()),
})
/** The methods behind the ways of a sell ad, by their banks; of accounts nothing is told before an order. */
function offeredBy(ctx: OtcContext, { user, side, ways, more = [] }: AdRow): Ad['methods'] {
  if (side === 'buy') return []
  const first = methodsOf(ctx, user)
  const named = (row: MethodsRow | undefined, way: PayWay, id: number) => ({
    id,
    way,
    name: (row && payeeIn(ctx, row, way).bank_name) ?? '',
  })
  return ways.flatMap((way) => [
    named(first, way, 0),
    ...more.flatMap((id) => {
      const row = moreOf(ctx, user, id)
      return row?.way === way ? [named(row, way, id)] : []
    }),
  ])
}
/** Within an ad even its owner appears as others see them: the own fields come with the owner's own page. */
const publicOf = (ctx: OtcContext, user: number, reader: number) => merchantOf(ctx, user, user === reader ? 0 : reader)

/** A number that people can read out: its day and a running number. */
const numberOf = (kind: string, at: number, id: number) =>
  `${kind}${timeOf(at).slice(0, 10).replaceAll('-', '')}${String(id).padStart(6, '0')}`

export const orderNoOf = ({ createdAt, id }: Pick<OrderRow, 'createdAt' | 'id'>) => numberOf('C', createdAt, id)

/** Until when a buyer whose time to pay ran out may say that the money was sent; once. */
const lateUntilOf = ({ status, reason, appeals, endedAt }: OrderRow) =>
  status === 'cancelled' && reason === 'timeout' && appeals.length === 0 && endedAt !== null
    ? endedAt + lateHours * hourMs
    : null
export const clockOf = (row: OrderRow): OtcClock => ({
  status: row.status,
  payDeadlineMs: row.payDeadline,
  confirmDeadlineMs: row.confirmDeadline,
  lateUntilMs: lateUntilOf(row),
  offerBy: row.offers.at(-1)?.by ?? null,
})
/** A completed order may be rated for a while after its end. */
export const mayRate = ({ status, endedAt }: OrderRow, now: number) =>
  status === 'confirmed' && endedAt !== null && now < endedAt + ratingDays * dayMs
/** The role of a user in an order; null for third persons. */
export const roleIn = ({ buyer, seller }: Pick<OrderRow, 'buyer' | 'seller'>, user: number): OtcRole | null =>
  buyer.user === user ? 'buyer' : seller.user === user ? 'seller' : null

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maskedOrNull = (text: string | null) => (text === null ? null : maskAccount(text))
/** The payee with links to its pictures; of an ended order only the ends of account numbers are shown. */
function payeeView(ctx: OtcContext, payee: Payee, isOver: boolean, reader: number): Payee {
  const picture = (path: string | null) => (path === null || isOver ? null : linkOf(ctx, path, reader))
  const account = isOver ? maskedOrNull : (text: string | null) => text
  return {
    ...payee,
    bank_account: account(payee.bank_account),
    alipay_account: account(payee.alipay_account),
    wechat_account: account(payee.wechat_account),
    ...(isOver && { residence_address: null, postal_code: null, bank_address: null }),
    alipay_qr_code: picture(payee.alipay_qr_code),
    wechat_qr_code: picture(payee.wechat_qr_code),
  }
}

/** An order in wire form, for one of its parties. */
export function orderOf(ctx: OtcContext, row: OrderRow, reader: number): OtcOrder {
  const role = roleIn(row, reader) ?? 'buyer'
  const links = (paths: readonly string[]) => paths.map((path) => linkOf(ctx, path, reader))
  const partyOf = ({ user, nickname, realName }: OrderRow['buyer']): OtcParty => {
    const avatar = ctx.tables.users.get(user)?.avatar ?? null
    return {
      user_id: user,
      chat_user_id: String(user),
      nickname,
      avatar: avatar === null ? null : linkOf(ctx, avatar, reader),
      real_name: realName,
      is_bot: isBot(ctx, user),
    }
  }
  const isOver = isOtcOrderOver(row)
  const now = ctx.now()
  return {
    id: String(row.id),
    order_no: orderNoOf(row),
    ad_id: String(row.ad),
    my_role: role,
    side: role === 'buyer' ? 'buy' : 'sell',
    buyer: partyOf(row.buyer),
    seller: partyOf(row.seller),
    currency_id: row.coin,
    currency_name: ctx.tables.coins.need(row.coin).name,
    fiat: row.fiat,
    unit_price: row.price,
    number: row.number,
    total_amount: row.total,
    way: row.way,
    payee: payeeView(ctx, row.payee, isOver, reader),
    fee: row.fee,
    fee_payer: row.feePayer,
    escrow: isOver ? '0' : formatDec(ctx.ledger.leftOf(orderHold(row))),
    payment_vouchers: links(row.vouchers),
    appeals: row.appeals.map((each) => ({ ...each, vouchers: links(each.vouchers) })),
    ruling: row.ruling && { to: row.ruling.to, reason: row.ruling.reason, at_ms: row.ruling.at },
    status: row.status,
    cancel_reason: row.reason,
    create_time: timeOf(row.createdAt),
    create_ms: row.createdAt,
    paid_ms: row.paidAt,
    pay_deadline_ms: row.payDeadline,
    confirm_deadline_ms: row.confirmDeadline,
    late_until_ms: lateUntilOf(row),
    moved_ms: row.movedMs,
    ended_ms: row.endedAt,
    server_now_ms: now,
    may: otcMay(role, clockOf(row), now),
    rev: row.rev,
    offers: [...row.offers],
    split: row.split,
    ratings: [...row.ratings],
    may_rate: mayRate(row, now) && !row.ratings.some(({ by }) => by === role),
  }
}
