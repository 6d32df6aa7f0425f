import { hostingOrder, type HostingStatus } from '#contract/finance/finance.ts'
import { dailyInterest } from '#contract/finance/finance-penalty.ts'
import { termFrom } from '#contract/finance/earnings-term.ts'
import { encode } from '#contract/wire/coded.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkAmount } from './earnings/amount.ts'
import { roomOf } from './earnings/house.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { hostingOf, interestOf, leftOf } from './view.ts'
import type { HostingRow } from './rows.ts'
import type { FinanceContext } from './context.ts'

type Asked = { config_id: number; amount?: string | undefined }
/** The order that would be placed; refuses what the product, the house or the account does not allow. */
export function checkHost(ctx: FinanceContext, user: number, { config_id, amount: typed }: Asked): HostingRow {
  checkMayTrade(ctx, user)
  const product = ctx.tables.hostingProducts.need(config_id)
  const coin = ctx.tables.coins.need(product.coin)
  const amount = checkAmount(typed, coin, product)
  if (!product.isOpen) throw new Refusal('product_closed')
  const left = leftOf(product)
  if (left !== null && amount > left) throw new Refusal('sold_out')
  if (interestOf(ctx, product, amount) > roomOf(ctx, coin.id)) throw new Refusal('product_closed')
  return {
    id: ctx.tables.hostingOrders.nextId(),
    user,
    product: product.id,
    coin: coin.id,
    amount: formatDec(amount),
    dayRate: product.dayRate,
    daily: formatDec(dailyInterest(amount, parseDec(product.dayRate), coin.scale)),
    rule: product.rule,
    ratio: product.ratio,
    ...termFrom(ctx.now(), product.days),
    status: 'hosting',
    isCancelled: false,
    cancelFee: '0',
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    finishedAt: null,
    rev: 0,
  }
}
/** The caller's order; one of somebody else does not exist. `stored` is its copy when it has ended. */
export function checkRedeem(
  ctx: FinanceContext,
  stored: HostingRow | undefined,
  user: number,
  { id, expect }: { id: number; expect?: HostingStatus | undefined },
): HostingRow {
  const row = ctx.tables.hostingOrders.get(id) ?? stored
  if (row?.user !== user) throw new Refusal('not_found')
  if (expect !== undefined && expect !== row.status)
    throw new Refusal('state_moved', { now: encode(hostingOrder, hostingOf(ctx, row)) })
  return row
}
