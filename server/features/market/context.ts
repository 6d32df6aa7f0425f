import type { CommandContext } from '#server/core/context.ts'
import type { MarketTables } from './rows.ts'
import type { Markets } from './markets.ts'
import type { PriceIndex } from './prices/price-index.ts'

export type MarketSettings = {
  /** Exchange rate for displayed fiat amounts: CNY for one USDT. */
  cnyPerUsdt: string
  /** How far a limit price may be from the last price, as a fraction. */
  priceBand: string
  /**
   * Size in quote whose price on both sides of the book enters the mark: 500 USDT ÷ the initial margin at the highest
   * leverage.
   */
  impactNotional: string
  /**
   * After a start, so many ticks in a row over this time, near the last confirmed mark, lift a market by one rung of
   * the ladder.
   */
  armTicks: number
  armMs: number
  /** A process that follows another goes on with its markets, where they were open a moment ago. */
  goesOn: boolean
  /** The first markets that are opened; null opens all that a venue begins with. */
  only: readonly string[] | null
}
export const marketSettings = (): MarketSettings => ({
  cnyPerUsdt: '7.1',
  priceBand: '0.5',
  impactNotional: '50000',
  armTicks: 8,
  armMs: 2000,
  goesOn: false,
  only: null,
})

export type MarketState = { markets: Markets; priceIndex: PriceIndex }
export type MarketContext = CommandContext<MarketTables, MarketState, { market: MarketSettings }>
