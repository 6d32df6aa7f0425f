import type { CommandContext } from '#server/core/context.ts'
import type { MarketTables } from './rows.ts'
import type { Markets } from './markets.ts'
import type { PriceIndex } from './prices/price-index.ts'

export type MarketSettings = {
  /** Exchange rate for displayed fiat amounts: CNY for one USDT. */
  cnyPerUsdt: string
  /** How far a limit price may be from the last price, as a fraction. */
  priceBand: string
}
export const marketSettings = (): MarketSettings => ({ cnyPerUsdt: '7.1', priceBand: '0.5' })

export type MarketState = { markets: Markets; priceIndex: PriceIndex }
export type MarketContext = CommandContext<MarketTables, MarketState, { market: MarketSettings }>
