import type { CommandContext } from '#server/core/context.ts'
import type { LeverContext } from '#server/features/lever/context.ts'
import type { SpotSettings } from '#server/features/spot/context.ts'

/** Balances of all accounts, valued at market prices; the contract account may not be emptied under open positions. */
export type AssetsContext = LeverContext & CommandContext<object, object, { spot: SpotSettings }>
