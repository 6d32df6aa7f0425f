import type { CommandContext } from '#server/core/context.ts'
import type { MarketContext } from '#server/features/market/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { AsyncContext } from '#server/core/context.ts'
import type { LegInput } from '#contract/wire/orders.ts'
import type { LeverRow, LeverTables } from './rows.ts'

type LeverSettings = {
  /** Hazard rates in percent: at or below `warn` the owner is warned, at or below `burst` the account is liquidated. */
  warnHazardRate: string
  burstHazardRate: string
  multiples: readonly number[]
  /** Whether stop prices and limit entries are allowed. */
  isStopAllowed: boolean
  isEntrustAllowed: boolean
  /** Largest value of one position by leverage: the first tier whose leverage is not below the chosen one. */
  sizes: readonly { multiple: number; most: string }[]
  /**
   * Whether a quick gain is charged: one that ran ahead of the opening at once, and one that is taken within a minute.
   */
  isQuickCharged: boolean
  /** Largest net value of all users in one market, whatever its depth would bear. */
  netCap: string
  /** An account above this value is liquidated in steps: a fifth of its value, then a pause. */
  partialFrom: string
  partialPauseMs: number
  /**
   * What the insurance account may have paid in all, and what the house pays beyond it on one day, before the winners
   * share a loss.
   */
  fund: string
  houseLossPerDay: string
}
export const leverSettings = (): LeverSettings => ({
  warnHazardRate: '80',
  burstHazardRate: '50',
  multiples: [5, 10, 20, 50, 100],
  isStopAllowed: true,
  isEntrustAllowed: true,
  sizes: [
    { multiple: 10, most: '2000000' },
    { multiple: 20, most: '1000000' },
    { multiple: 50, most: '500000' },
    { multiple: 100, most: '250000' },
  ],
  isQuickCharged: true,
  netCap: '5000000',
  partialFrom: '250000',
  partialPauseMs: 30_000,
  fund: '250000',
  houseLossPerDay: '100000',
})

/** The last warning of each account, by `leverAccount`: the tenth reached on the way to liquidation, and the time. */
type RiskWarnings = Map<string, { tenth: number; at: number }>
type Command = AsyncContext<object>['command']
/**
 * What the feature that closes positions by triggers does: when a position has begun, has other lots or is over; when
 * its pair of stops was set; with further legs of a new one; and at each tick, before and after liquidations.
 */
type LeverHooks = {
  onPosition: (row: LeverRow) => void
  onStops: (row: LeverRow) => void
  attach: (row: LeverRow, legs: readonly LegInput[]) => void
  /** How many triggers close a position beside its pair of stops. */
  more: (row: LeverRow) => number
  /** What triggers that open hold in an account, and their end when it needs that. */
  held: (user: number, quote: number) => bigint
  lapse: (user: number, quote: number) => void
  protect: (command: Command) => Promise<void>
  enter: (command: Command) => Promise<void>
}
export const noLeverHooks = (): LeverHooks => ({
  onPosition: () => undefined,
  onStops: () => undefined,
  attach: () => undefined,
  more: () => 0,
  held: () => 0n,
  lapse: () => undefined,
  protect: async () => undefined,
  enter: async () => undefined,
})
/**
 * What was filled net in the last seconds, and the last mark whose step has run, by pair. In memory: after a start
 * nobody opens for longer.
 */
export type LeverState = {
  riskWarnings: RiskWarnings
  leverFlows: Map<number, { number: bigint; at: number }>
  leverSeen: Map<number, number>
  leverHooks: LeverHooks
}
export type LeverContext = IdentityContext &
  MarketContext &
  CommandContext<LeverTables, LeverState, { lever: LeverSettings }>
