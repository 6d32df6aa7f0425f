import { marketOf } from '#contract/market.ts'
import type { Position } from '#contract/lever.ts'
import { compareDec } from '#contract/wire/money.ts'
import type { ChartLevel } from '#src/ui/chart-model.ts'

/** The labels of the lines in the current language. */
export type LevelWords = { readonly entry: Readonly<Record<Position['type'], string>>; readonly takeProfit: string; readonly stopLoss: string; readonly liquidation: string }

const isSet = (price: string) => compareDec(price, '0') > 0

/** The levels of the user's positions on the chart: entries, stops, and the liquidation price. */
export function levelsOf(positions: readonly Position[], market: string, liquidation: string | null, words: LevelWords): readonly ChartLevel[] {
  const own = positions.filter(({ symbol, status }) => marketOf(symbol) === market && (status === 'trading' || status === 'pending'))
  const lines = own.flatMap((each): ChartLevel[] => [
    {
      id: `entry ${each.id}`, price: Number(each.price), label: words.entry[each.type], color: each.type === 'long' ? 'rise' : 'fall',
      isDashed: each.status === 'pending',
    },
    ...(isSet(each.target_profit_price)
      ? [{ id: `take ${each.id}`, price: Number(each.target_profit_price), label: words.takeProfit, color: 'accent' as const, isDashed: true }]
      : []),
    ...(isSet(each.stop_loss_price)
      ? [{ id: `loss ${each.id}`, price: Number(each.stop_loss_price), label: words.stopLoss, color: 'line-a' as const, isDashed: true }]
      : []),
  ])
  const isTrading = own.some(({ status }) => status === 'trading')
  if (liquidation === null || !isTrading) return lines
  return [...lines, { id: 'liquidation', price: Number(liquidation), label: words.liquidation, color: 'line-c' }]
}
