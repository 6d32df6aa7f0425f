import type { CommandContext } from '#server/core/context.ts'
import type { LeverContext } from '#server/features/lever/context.ts'
import type { SpotSettings } from '#server/features/spot/context.ts'

/** Assets values all balances at market prices, and refuses transfers out of the `lever` account while positions are open. */
export type AssetsContext = LeverContext & CommandContext<object, object, { spot: SpotSettings }>
