import type { HostingOrder, HostingProduct } from '#contract/finance/finance.ts'
import { dailyInterest, penaltyOf } from '#contract/finance/finance-penalty.ts'
import { daysLeft, nextPaymentMs, termEndMs, termStartMs, type Term } from '#contract/finance/earnings-term.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { roomOf } from './earnings/house.ts'
import type { HostingRow, ProductRow } from './rows.ts'
import type { FinanceContext } from './context.ts'

/** The text of the rules of hosting among the rules of the venue. */
const ruleKey = 'rule-hosting'
const percent = 100n

export const termOf = ({ firstDay, days, paid }: HostingRow): Term => ({ firstDay, days, paid })
const scaleOf = ({ tables }: Pick<FinanceContext, 'tables'>, coin: number) => tables.coins.need(coin).scale
/** What is left of a product; null without a bound. */
export const leftOf = ({ total, taken }: ProductRow) =>
  parseDec(total) === 0n ? null : parseDec(total) - parseDec(taken)
/** What an amount earns over the whole term of a product. */
export const interestOf = (ctx: Pick<FinanceContext, 'tables'>, { coin, dayRate, days }: ProductRow, amount: bigint) =>
  dailyInterest(amount, parseDec(dayRate), scaleOf(ctx, coin)) * BigInt(days)
/** Whether the least amount can be hosted now: not when it is closed, taken, or more than the house may promise. */
function statusOf(ctx: FinanceContext, product: ProductRow): HostingProduct['status'] {
  const least = parseDec(product.min)
  const left = leftOf(product)
  if (!product.isOpen) return 'closed'
  if (left !== null && left < least) return 'sold_out'
  return interestOf(ctx, product, least) > roomOf(ctx, product.coin) ? 'closed' : 'open'
}
export function productOf(ctx: FinanceContext, product: ProductRow, lang: Lang): HostingProduct {
  const coin = ctx.tables.coins.need(product.coin)
  const left = leftOf(product)
  return {
    id: product.id,
    currency_id: coin.id,
    currency_name: coin.name,
    currency_logo: coin.logo,
    decimal_scale: coin.scale,
    interest_rate: formatDec(parseDec(product.dayRate) * BigInt(product.days) * percent),
    day_rate: product.dayRate,
    save_min: product.min,
    save_max: product.max,
    day: product.days,
    cycle: 'daily',
    penalty_rule: product.rule,
    penalty_ratio: product.ratio,
    left: left === null ? null : formatDec(left),
    total: left === null ? null : product.total,
    status: statusOf(ctx, product),
    rule_news_id: ctx.tables.news.one('key', `${ruleKey}|${lang}`)?.id ?? null,
    created_at: timeOf(product.createdAt),
    server_now_ms: ctx.now(),
  }
}
/** What leaving an order now would cost. */
export const costOf = (ctx: Pick<FinanceContext, 'tables'>, row: HostingRow) =>
  penaltyOf({
    rule: row.rule,
    amount: parseDec(row.amount),
    dayRate: parseDec(row.dayRate),
    ratio: parseDec(row.ratio),
    daysLeft: daysLeft(termOf(row)),
    scale: scaleOf(ctx, row.coin),
  })
export function hostingOf(ctx: FinanceContext, row: HostingRow): HostingOrder {
  const coin = ctx.tables.coins.need(row.coin)
  const isRunning = row.status === 'hosting'
  const times = (days: number) => formatDec(parseDec(row.daily) * BigInt(days))
  return {
    id: row.id,
    config_id: row.product,
    currency_id: coin.id,
    currency_name: coin.name,
    logo: coin.logo,
    decimal_scale: coin.scale,
    day: row.days,
    amount: row.amount,
    day_rate: row.dayRate,
    total_interest: times(row.days),
    earned: times(row.paid),
    daily: row.daily,
    start_at: timeOf(termStartMs(termOf(row))),
    end_at: timeOf(termEndMs(termOf(row))),
    end_ms: termEndMs(termOf(row)),
    next_ms: isRunning ? nextPaymentMs(termOf(row)) : null,
    remain_day: isRunning ? daysLeft(termOf(row)) : 0,
    status: row.status,
    is_cancel: row.isCancelled,
    cancel_fee: isRunning ? formatDec(costOf(ctx, row)) : row.cancelFee,
    penalty_rule: row.rule,
    penalty_ratio: row.ratio,
    finish_at: row.finishedAt === null ? null : timeOf(row.finishedAt),
    created_at: timeOf(row.createdAt),
    updated_at: timeOf(row.updatedAt),
    server_now_ms: ctx.now(),
    rev: row.rev,
  }
}
