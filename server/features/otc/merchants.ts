import type { Merchant } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec } from '#contract/wire/money.ts'
import { linkOf } from '#server/identity/links.ts'
import { kycOf } from '#server/identity/people.ts'
import { isBot } from './bot-people.ts'
import { blockId, type MerchantRow } from './rows.ts'
import type { OtcContext } from './context.ts'

const dayMs = 86_400_000
const shownDays = 30
const onlineMs = 5 * 60_000
const dayOf = (at: number) => Math.floor(at / dayMs)

export const recordOf = ({ tables }: Pick<OtcContext, 'tables'>, user: number): MerchantRow =>
  tables.otcMerchants.get(user) ?? {
    user,
    bail: 'none',
    bailNo: 0,
    bailAmount: '0',
    since: null,
    published: 0,
    done: 0,
    failed: 0,
    days: [],
    paySum: 0,
    payCount: 0,
    releaseSum: 0,
    releaseCount: 0,
    rev: 0,
    rated: 0,
    good: 0,
    won: 0,
    lost: 0,
  }

const hundredth = 10_000
/** Percentage of the orders that this person did not let fail, with two decimals; 100 before the first. */
const finishRate = ({ done, failed }: MerchantRow) => {
  const all = done + failed
  return all === 0 ? '100' : formatDec(BigInt(Math.floor((done * hundredth) / all)), 2)
}
/** Percentage of good ratings, with two decimals; null before the first. */
const ratingOf = ({ rated, good }: MerchantRow) =>
  rated === 0 ? null : formatDec(BigInt(Math.floor((good * hundredth) / rated)), 2)
const mean = (sum: number, count: number) => (count === 0 ? 0 : Math.round(sum / count))
const isOnline = ({ otcSeen, now }: Pick<OtcContext, 'otcSeen' | 'now'>, user: number) =>
  now() - (otcSeen.get(user) ?? -Infinity) < onlineMs

/** Open things of a person that need the deposit. */
export const openThingsOf = ({ tables }: Pick<OtcContext, 'tables'>, user: number) => ({
  ads: tables.otcAds.group('user', user).filter(({ status }) => status === 'on_shelf' || status === 'off_shelf').length,
  orders: [...tables.otcOrders.group('buyer', user), ...tables.otcOrders.group('seller', user)].filter(
    (order) => !isOtcOrderOver(order),
  ).length,
})

/** A person as anybody sees them, or as they see themselves. */
export function merchantOf(ctx: OtcContext, user: number, reader: number): Merchant {
  const person = ctx.tables.users.need(user)
  const row = recordOf(ctx, user)
  const isOwn = user === reader
  const { ads, orders } = openThingsOf(ctx, user)
  const mayPublish = row.bail === 'held' && kycOf(ctx, user, 2).status === 'passed'
  const mayRefund = row.bail === 'held' && ads === 0 && orders === 0
  return {
    user_id: user,
    nickname: person.nickname,
    avatar: person.avatar === null ? null : linkOf(ctx, person.avatar, reader),
    is_merchant: row.bail === 'held',
    is_bot: isBot(ctx, user),
    since_time: row.since === null ? null : timeOf(row.since),
    done_count: row.done,
    done_30d: row.days.filter(([day]) => day > dayOf(ctx.now()) - shownDays).reduce((sum, [, count]) => sum + count, 0),
    finish_rate: finishRate(row),
    avg_pay_s: mean(row.paySum, row.payCount),
    avg_release_s: mean(row.releaseSum, row.releaseCount),
    online: isBot(ctx, user) || isOnline(ctx, user),
    rating_count: row.rated,
    rating_good: ratingOf(row),
    is_blocked: ctx.tables.otcBlocks.get(blockId(reader, user)) !== undefined,
    bail_status: isOwn ? row.bail : null,
    bail_amount: isOwn ? row.bailAmount : null,
    bail_required: isOwn ? ctx.settings.otc.bail : null,
    bail_currency_id: isOwn ? baseCoin.id : null,
    published: isOwn ? row.published : null,
    open_ads: isOwn ? ads : null,
    open_orders: isOwn ? orders : null,
    may: !isOwn
      ? []
      : [
          ...(row.bail === 'held' ? [] : ['bail' as const]),
          ...(mayRefund ? ['refund' as const] : []),
          ...(mayPublish ? ['publish' as const] : []),
        ],
    rev: row.rev,
  }
}

/** Completed orders of the last thirty days, the oldest first. */
export const daysOf = (ctx: OtcContext, user: number): number[] => {
  const counts = new Map(recordOf(ctx, user).days)
  const today = dayOf(ctx.now())
  return Array.from({ length: shownDays }, (_, at) => counts.get(today - shownDays + 1 + at) ?? 0)
}

/** Stores a changed record and sends it to its owner. */
export function putRecord(ctx: OtcContext, row: MerchantRow, why?: string): Merchant {
  ctx.tables.otcMerchants.put({ ...row, rev: row.rev + 1 })
  const v = merchantOf(ctx, row.user, row.user)
  ctx.emit(row.user, { ev: 'otc.merchantChanged', v, ...(why !== undefined && { why }) })
  return v
}

const seconds = (from: number | null, to: number) => (from === null ? 0 : Math.max(0, Math.round((to - from) / 1000)))
const counted = (ctx: OtcContext, row: MerchantRow): MerchantRow => {
  const today = dayOf(ctx.now())
  const before = row.days.find(([day]) => day === today)?.[1] ?? 0
  return {
    ...row,
    done: row.done + 1,
    days: [...row.days.filter(([day]) => day !== today && day > today - shownDays), [today, before + 1]],
  }
}
/** Counts a completed order for both. */
export function countDone(
  ctx: OtcContext,
  { buyer, seller, createdAt, paidAt }: { buyer: number; seller: number; createdAt: number; paidAt: number | null },
) {
  const bought = counted(ctx, recordOf(ctx, buyer))
  putRecord(ctx, {
    ...bought,
    paySum: bought.paySum + seconds(createdAt, paidAt ?? createdAt),
    payCount: bought.payCount + 1,
  })
  const sold = counted(ctx, recordOf(ctx, seller))
  putRecord(ctx, {
    ...sold,
    releaseSum: sold.releaseSum + seconds(paidAt, ctx.now()),
    releaseCount: sold.releaseCount + 1,
  })
}
/** Counts a ruling of the desk for both. */
export function countRuling(ctx: OtcContext, winner: number, loser: number) {
  const won = recordOf(ctx, winner)
  putRecord(ctx, { ...won, won: won.won + 1 })
  const lost = recordOf(ctx, loser)
  putRecord(ctx, { ...lost, lost: lost.lost + 1, failed: lost.failed + 1 })
}
/** Counts a rating that this person received, in place of `before` if there was one. */
export function countRating(ctx: OtcContext, user: number, isGood: boolean, before: boolean | null) {
  const row = recordOf(ctx, user)
  const good = row.good + (isGood ? 1 : 0) - (before === true ? 1 : 0)
  putRecord(ctx, { ...row, rated: row.rated + (before === null ? 1 : 0), good })
}
/** Counts an order that this person let fail, or takes one back. */
export const countFailed = (ctx: OtcContext, user: number, count = 1) => {
  const row = recordOf(ctx, user)
  putRecord(ctx, { ...row, failed: Math.max(0, row.failed + count) })
}
