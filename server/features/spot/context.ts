import type { CommandContext } from '#server/core/context.ts'
import type { Random } from '#server/core/random.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { SpotTables } from './rows.ts'

export type SpotSettings = {
  /** Fee of a trade, as a fraction of the amount received. */
  coinTradeFee: string
  /** The house quotes and takes in every market. */
  hasMaker: boolean
}
export const spotSettings = (demo: boolean): SpotSettings => ({ coinTradeFee: '0.001', hasMaker: demo })

/** The market maker's random generator, and the time of its last step. */
export type SpotState = { maker: { chance: Random; steppedAt: number } }
export type SpotContext = IdentityContext &
  MarketContext &
  CommandContext<SpotTables, SpotState, { spot: SpotSettings }>
