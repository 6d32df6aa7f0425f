import type { CommandContext } from '#server/core/context.ts'
import type { EarningsContext } from '#server/features/earnings/context.ts'
import type { FollowTables } from './rows.ts'

export type FollowContext = EarningsContext & CommandContext<FollowTables>
