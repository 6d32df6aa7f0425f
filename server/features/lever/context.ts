import type { CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { LeverTables } from './rows.ts'

export type LeverSettings = {
  /** Hazard rates in percent: at or below `warn` the owner is warned, at or below `burst` the account is liquidated. */
  warnHazardRate: string
  burstHazardRate: string
  multiples: readonly number[]
  /** Whether stop prices and limit entries are allowed. */
  isStopAllowed: boolean
  isEntrustAllowed: boolean
}
export const leverSettings = (): LeverSettings => ({
  warnHazardRate: '80', burstHazardRate: '50', multiples: [5, 10, 20, 50, 100], isStopAllowed: true, isEntrustAllowed: true,
})

/** The last warning of each account, by `leverAccount`: the tenth reached on the way to liquidation, and the time. */
export type RiskWarnings = Map<string, { tenth: number; at: number }>
export type LeverState = { riskWarnings: RiskWarnings }
export type LeverContext = IdentityContext & MarketContext & CommandContext<LeverTables, LeverState, { lever: LeverSettings }>
