import type { CommandContext } from '#server/core/context.ts'
import type { EarningsContext } from '#server/features/finance/earnings/context.ts'
import type { FollowTables } from './rows.ts'

export type FollowContext = EarningsContext & CommandContext<FollowTables>
