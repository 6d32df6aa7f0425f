import { timeOf } from '#contract/wire/fields.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import { symbolOf } from '#contract/market/market.ts'
import { formatDec, SCALE } from '#contract/wire/money.ts'
import { leadMs } from '#contract/lever/lever-fill.ts'
import { hazardRate, liquidationPrice, profitSum, type RiskAccount } from '#contract/lever/lever-risk.ts'
import { liquidationRate, markOf, profitNow, riskOf, tickOf } from './account.ts'
import type { LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

const rateScale = 2
/** A hazard rate as text, truncated to two decimals. */
export const rateText = (rate: bigint) => formatDec(rate / 10n ** BigInt(SCALE - rateScale), rateScale)
const timeOrNull = (at: number | null) => (at === null ? null : timeOf(at))

/** Hazard rate and total profit of a risk account, as text. */
export const totalsOf = (risk: RiskAccount) => ({
  hazard_rate: rateText(hazardRate(risk)),
  profits_total: formatDec(profitSum(risk)),
})

/** The mark price of this pair at which the account is liquidated, as text; null if there is none. */
export function liquidationText(ctx: LeverContext, risk: RiskAccount, pair: number): string | null {
  const price = liquidationPrice(risk, pair, liquidationRate(ctx), tickOf(ctx.tables.pairs.need(pair)))
  return price === null ? null : formatDec(price)
}

/** A position in wire form, for its owner, at the current mark price. */
export function positionOf(ctx: LeverContext, row: LeverRow, risk = riskOf(ctx, row.user, row.quote)): Position {
  const pair = ctx.tables.pairs.need(row.pair)
  const isTrading = row.status === 'trading'
  const more = ctx.leverHooks.more(row)
  const profit = isTrading ? profitNow(ctx, row) : row.profit
  return {
    id: row.id,
    show_lever_id: row.id,
    type: row.side,
    type_name: row.side,
    user_id: row.user,
    currency: pair.base,
    legal: row.quote,
    symbol: symbolOf(pair.market),
    origin_price: formatDec(row.origin),
    price: formatDec(row.price),
    update_price: formatDec(row.closePrice ?? markOf(ctx, row.pair).price),
    close_price: row.closePrice === null ? null : formatDec(row.closePrice),
    target_profit_price: formatDec(row.takeProfit),
    stop_loss_price: formatDec(row.stopLoss),
    liquidation_price: isTrading ? liquidationText(ctx, risk, row.pair) : null,
    share: row.lots,
    number: formatDec(row.number),
    multiple: row.multiple,
    origin_caution_money: formatDec(row.firstMargin),
    caution_money: formatDec(row.margin),
    profits: formatDec(profit),
    fact_profits: formatDec(row.profit),
    trade_fee: formatDec(row.fee),
    overnight: pair.overnight,
    overnight_money: formatDec(row.nightMoney),
    haircut: formatDec(row.haircut),
    has_receipt: row.receipt !== null,
    hazard_rate: rateText(hazardRate(risk)),
    close_reason: row.reason,
    status: row.status,
    status_name: row.status,
    create_time: timeOf(row.createdAt),
    transaction_time: timeOrNull(row.openedAt),
    update_time: timeOf(row.updatedAt),
    handle_time: timeOrNull(row.closingAt),
    complete_time: timeOrNull(row.endedAt),
    rev: row.rev,
    part_of: row.partOf,
    ...(row.lead > 0n && { lead: formatDec(row.lead) }),
    ...(ctx.tables.leverTails.get(row.id) && { settles_ms: (row.endedAt ?? 0) + leadMs }),
    ...(more > 0 && { triggers: more }),
    ...(row.expiresAt !== undefined && { expires_ms: row.expiresAt }),
    ...(row.endedWhy && { ended_why: row.endedWhy }),
  }
}
