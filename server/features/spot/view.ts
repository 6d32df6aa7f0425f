import { timeOf } from '#contract/wire/fields.ts'
import { symbolOf } from '#contract/market/market.ts'
import { divDown, divUp, formatDec } from '#contract/wire/money.ts'
import type { SpotFill, SpotOrder } from '#contract/spot/spot.ts'
import { baseUnits, priceText, quoteUnits } from '#server/features/market/units.ts'
import { spotHold, type SpotFillRow, type SpotRow } from './rows.ts'
import type { SpotContext } from './context.ts'

/** A spot order in wire form, for its owner. */
export function spotOrderOf({ ledger, tables }: Pick<SpotContext, 'ledger' | 'tables'>, row: SpotRow): SpotOrder {
  const pair = tables.pairs.need(row.pair)
  const base = (steps: number) => formatDec(baseUnits(pair, steps))
  const total = BigInt(row.total)
  const { group = row.opens } = row
  /** What it needs of the hold that it shares. */
  const ofShared = () =>
    row.side === 'buy' ? quoteUnits(pair, row.price, row.amount - row.filled) : baseUnits(pair, row.amount - row.filled)
  // Mean price, rounded to the pair's price scale against its owner: no fill looks better than it was.
  const mean =
    row.filled === 0
      ? null
      : formatDec(
          (row.side === 'buy' ? divUp : divDown)(total * 10n ** BigInt(pair.priceScale), baseUnits(pair, row.filled)),
          pair.priceScale,
        )
  return {
    id: row.id,
    u_id: row.user,
    currency_id: pair.base,
    legal_id: pair.quote,
    symbol: symbolOf(pair.market),
    type: row.side,
    target_price: row.price === 0 ? '0' : priceText(pair, row.price),
    trade_amount: base(row.amount),
    filled_amount: base(row.filled),
    filled_total: formatDec(total),
    trade_price: mean,
    kind: row.kind,
    charge_fee: row.rate,
    fee: formatDec(BigInt(row.fee)),
    frozen:
      row.status === 'waiting' ? formatDec(row.hold === undefined ? ledger.leftOf(spotHold(row.id)) : ofShared()) : '0',
    status: row.status,
    cancel_reason: row.reason,
    created_at: timeOf(row.createdAt),
    updated_at: timeOf(row.updatedAt),
    rev: row.rev,
    ...(row.trigger !== undefined && { trigger_id: row.trigger }),
    ...(group !== undefined && { group_id: group }),
    ...(row.tif && { tif: row.tif }),
    ...(row.expiresAt !== undefined && { expires_ms: row.expiresAt }),
    ...(row.from !== undefined && { amended_from: row.from }),
    ...(row.endedWhy && { ended_why: row.endedWhy }),
    ...(row.clientId !== undefined && { client_id: row.clientId }),
    created_ms: row.createdAt,
    updated_ms: row.updatedAt,
  }
}

/** One of the owner's trades in wire form. */
export function spotFillOf({ tables }: Pick<SpotContext, 'tables'>, row: SpotFillRow): SpotFill {
  const pair = tables.pairs.need(row.pair)
  const { id, order, side, role } = row
  return {
    id,
    order_id: order,
    currency_id: pair.base,
    legal_id: pair.quote,
    symbol: symbolOf(pair.market),
    type: side,
    role,
    price: priceText(pair, row.price),
    amount: formatDec(baseUnits(pair, row.amount)),
    total: formatDec(BigInt(row.total)),
    fee: formatDec(BigInt(row.fee)),
    fee_name: tables.coins.need(side === 'buy' ? pair.base : pair.quote).name,
    at: timeOf(row.at),
    at_ms: row.at,
  }
}
