import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'
import type { KycContext } from '#server/features/kyc/context.ts'
import type { DeskTables } from './rows.ts'

/** The desk decides by the moves of the features that own the cases. */
export type DeskContext = KycContext & AssetsContext & CommandContext<DeskTables>
export type AsyncDeskContext = AsyncContext<DeskContext>
