import type { CommandContext } from '#server/core/context.ts'
import type { MarketState } from '#server/features/market/context.ts'
import type { MarketTables } from '#server/features/market/rows.ts'
import type { Watch } from './watch.ts'
import type { AlertTables } from './rows.ts'

export type AlertState = { alertWatch: Watch }
export type AlertContext = CommandContext<MarketTables & AlertTables, MarketState & AlertState>
