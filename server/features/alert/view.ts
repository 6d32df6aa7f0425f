import type { Alert } from '#contract/alert/alert.ts'
import { symbolOf } from '#contract/market/market.ts'
import { priceText } from '#server/features/market/units.ts'
import type { AlertContext } from './context.ts'
import type { AlertRow } from './rows.ts'

export const alertOf = (
  { tables }: Pick<AlertContext, 'tables'>,
  { id, pair: match_id, side, price, mode, at, firedAt }: AlertRow,
): Alert => {
  const pair = tables.pairs.need(match_id)
  return {
    id,
    match_id,
    m: pair.market,
    symbol: symbolOf(pair.market),
    side,
    price: priceText(pair, price),
    mode,
    created_ms: at,
    fired_ms: firedAt,
  }
}
