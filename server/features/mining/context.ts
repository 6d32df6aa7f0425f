import type { CommandContext } from '#server/core/context.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'
import type { EarningsContext } from '#server/features/finance/earnings/context.ts'
import type { MiningTables } from './rows.ts'

type MiningSettings = {
  /** Name of the coin that machines earn. */
  rewardCoin: string
  /** Least amount of collateral to lock, in the base coin. */
  collateralMin: string
  /** How long a called reservation keeps its machines. */
  callMs: number
  /** The demo has machines, seats and pools. */
  hasDemo: boolean
}
export const miningSettings = (demo: boolean): MiningSettings => ({
  rewardCoin: 'BTC',
  collateralMin: '10',
  callMs: 86_400_000,
  hasDemo: demo,
})

/** Rewards are paid by the house (`earnings`) and converted at a quote (`assets`). */
export type MiningContext = EarningsContext &
  AssetsContext &
  CommandContext<MiningTables, object, { mining: MiningSettings }>
