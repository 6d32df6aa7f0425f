import type { CommandContext } from '#server/core/context.ts'
import type { EarningsContext } from '#server/features/finance/earnings/context.ts'
import type { LaunchTables } from './rows.ts'

type LaunchSettings = {
  /** How long the demo's review takes; elsewhere the desk reviews. */
  reviewMs: number
  /** The demo has a product in each phase. */
  hasDemo: boolean
}
export const launchSettings = (demo: boolean): LaunchSettings => ({ reviewMs: 4000, hasDemo: demo })

/** A launched coin becomes a coin of the market. */
export type LaunchContext = EarningsContext & CommandContext<LaunchTables, object, { launch: LaunchSettings }>
