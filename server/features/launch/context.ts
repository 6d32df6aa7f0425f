import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { LaunchTables } from './rows.ts'

export type LaunchSettings = {
  /** How long the demo's review takes; elsewhere the desk reviews. */
  reviewMs: number
  /** The demo has a product in each phase. */
  hasDemo: boolean
}
export const launchSettings = (demo: boolean): LaunchSettings => ({ reviewMs: 4000, hasDemo: demo })

/** A launched coin becomes a coin of the market. */
export type LaunchContext = IdentityContext & MarketContext & CommandContext<LaunchTables, object, { launch: LaunchSettings }>
export type AsyncLaunchContext = AsyncContext<LaunchContext>
