import type { CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { LeverTables } from './rows.ts'

export type LeverSettings = {
  /** Hazard rates in percent: from `warn` on the owner is warned, at `burst` the account is liquidated. */
  warnHazardRate: string
  burstHazardRate: string
  multiples: readonly number[]
  /** Whether positions may have take-profit and stop-loss prices, and may wait for a price. */
  isStopAllowed: boolean
  isEntrustAllowed: boolean
}
export const leverSettings = (): LeverSettings => ({
  warnHazardRate: '80', burstHazardRate: '50', multiples: [5, 10, 20, 50, 100], isStopAllowed: true, isEntrustAllowed: true,
})

/** How far each account has been warned, and when; by account. */
export type RiskWarnings = Map<string, { tenth: number; at: number }>
export type LeverState = { riskWarnings: RiskWarnings }
export type LeverContext = IdentityContext & MarketContext & CommandContext<LeverTables, LeverState, { lever: LeverSettings }>
