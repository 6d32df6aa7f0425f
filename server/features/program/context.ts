import type { CommandContext } from '#server/core/context.ts'
import type { SpotContext } from '#server/features/spot/context.ts'
import type { ProgramTables } from './rows.ts'

export type ProgramContext = SpotContext & CommandContext<ProgramTables>
