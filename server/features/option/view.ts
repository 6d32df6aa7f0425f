import { timeOf } from '#contract/wire/fields.ts'
import { symbolOf } from '#contract/market/market.ts'
import type { OptionOrder, OptionStatus, Receipt } from '#contract/option/option.ts'
import { priceText } from '#server/features/market/units.ts'
import type { OptionRow } from './rows.ts'
import type { OptionContext } from './context.ts'

type ViewContext = Pick<OptionContext, 'tables' | 'now'>

/** Status of an order at the current time: an open order becomes `closing` at the close, until it is settled. */
export const optionStatusOf = ({ now }: Pick<OptionContext, 'now'>, { status, closeAt }: OptionRow): OptionStatus =>
  status === 'open' && now() >= closeAt ? 'closing' : status

/** An order in wire form, for its owner. */
export function optionOrderOf(ctx: ViewContext, row: OptionRow, more?: Pick<Receipt, 'path' | 'values'>): OptionOrder {
  const pair = ctx.tables.pairs.need(row.pair)
  const { receipt } = row
  const status = optionStatusOf(ctx, row)
  return {
    id: row.id,
    show_micro_id: row.id,
    user_id: row.user,
    match_id: row.pair,
    symbol_name: symbolOf(pair.market),
    currency_id: row.coin,
    currency_name: ctx.tables.coins.need(row.coin).name,
    type: row.type,
    type_name: row.type,
    seconds: row.seconds,
    number: row.stake,
    fee: row.fee,
    profit_ratio: row.ratio,
    open_price: row.entry ? priceText(pair, row.entry[1]) : null,
    end_price: row.reason === null ? (receipt?.delivery?.price ?? null) : null,
    round_id: row.round,
    round_no: row.no,
    close_ms: row.closeAt,
    handled_at: timeOf(row.closeAt),
    remain_milli_seconds: status === 'open' ? Math.max(0, row.closeAt - ctx.now()) : 0,
    status,
    status_name: status,
    profit_result: row.result,
    profit_result_name: row.result ?? (row.reason === null ? '' : 'void'),
    fact_profits: row.profit,
    void_reason: row.reason,
    receipt: receipt && more ? { ...receipt, ...more } : receipt,
    created_at: timeOf(row.acceptedAt),
    updated_at: timeOf(row.updatedAt),
    complete_at: row.endedAt === null ? null : timeOf(row.endedAt),
    rev: row.rev,
  }
}
