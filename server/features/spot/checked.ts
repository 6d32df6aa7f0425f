import type { SpotKind } from '#contract/spot/spot.ts'
import type { SelfTrade, Tif } from '#contract/wire/orders.ts'
import type { Market } from '#server/features/market/market.ts'

/** A checked order, in ticks and steps, with the amount to hold in ledger units. */
export type Checked = {
  market: Market
  kind: SpotKind
  /** 0 for a market order. */
  price: number
  /** The worst price it may trade at, in ticks. */
  worst: number
  amount: number
  /** The most to spend, in ticks × steps, for a market buy by total; null for other orders. */
  total: bigint | null
  hold: bigint
  stp?: Exclude<SelfTrade, 'taker'>
  tif?: Tif
  expiresAt?: number
}
