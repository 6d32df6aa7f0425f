import type { CommandContext } from '#server/core/context.ts'
import type { Random } from '#server/core/random.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { SpotSide } from '#contract/spot/spot.ts'
import type { StopsInput } from '#contract/wire/orders.ts'
import type { Checked } from './checked.ts'
import type { SpotRow, SpotTables } from './rows.ts'

export type SpotSettings = {
  /** Fee of a trade, as a fraction of the amount received. */
  coinTradeFee: string
  /** The house quotes and takes in every market. */
  hasMaker: boolean
  /** It takes now and then; without, all trades are those of people. */
  hasTakers: boolean
}
export const spotSettings = (demo: boolean): SpotSettings => ({
  coinTradeFee: '0.001',
  hasMaker: demo,
  hasTakers: true,
})

/** One trade of an order: steps, what was received without the fee, and what was paid or received in quote. */
export type SpotFilled = { amount: number; net: bigint; quote: bigint }
/**
 * What the feature that links orders does when one of its orders is placed, moved or made smaller, has traded, or is
 * over. It must not touch the book: the caller is in the middle of a match.
 */
type SpotHooks = {
  onOrder: (row: SpotRow) => void
  onFill: (row: SpotRow, fill: SpotFilled) => void
  onEnd: (row: SpotRow) => void
  /** An order that pays out of a hold which is not its own is about to need so much of it. */
  onNeed: (row: SpotRow, needed: bigint) => void
  /** Protects an order that is about to be placed; returns the group that its fills feed. */
  protect: (user: number, order: Checked, side: SpotSide, stops: StopsInput) => number
}
export const noSpotHooks = (): SpotHooks => ({
  onOrder: () => undefined,
  onFill: () => undefined,
  onEnd: () => undefined,
  onNeed: () => undefined,
  protect: () => {
    throw new Error('nobody links orders')
  },
})
/** The market maker's random generator, and the time of its last step. */
export type SpotState = { maker: { chance: Random; steppedAt: number }; spotHooks: SpotHooks }
export type SpotContext = IdentityContext &
  MarketContext &
  CommandContext<SpotTables, SpotState, { spot: SpotSettings }>
