import type { CommandContext } from '#server/core/context.ts'
import type { Random } from '#server/core/random.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { SpotRow, SpotTables } from './rows.ts'

export type SpotSettings = {
  /** Fee of a trade, as a fraction of the amount received. */
  coinTradeFee: string
  /** The house quotes and takes in every market. */
  hasMaker: boolean
}
export const spotSettings = (demo: boolean): SpotSettings => ({ coinTradeFee: '0.001', hasMaker: demo })

/**
 * What the feature that links orders does when one of its orders is placed, moved or made smaller, has traded (`net`:
 * what was received without the fee), or is over. It must not touch the book: the caller is in the middle of a match.
 */
type SpotHooks = {
  onOrder: (row: SpotRow) => void
  onFill: (row: SpotRow, fill: { amount: number; net: bigint }) => void
  onEnd: (row: SpotRow) => void
}
export const noSpotHooks = (): SpotHooks => ({
  onOrder: () => undefined,
  onFill: () => undefined,
  onEnd: () => undefined,
})
/** The market maker's random generator, and the time of its last step. */
export type SpotState = { maker: { chance: Random; steppedAt: number }; spotHooks: SpotHooks }
export type SpotContext = IdentityContext &
  MarketContext &
  CommandContext<SpotTables, SpotState, { spot: SpotSettings }>
