import type { CommandContext } from '#server/core/context.ts'
import type { EarningsContext } from './earnings/context.ts'
import type { NewsContext } from '#server/features/news/context.ts'
import type { FinanceTables } from './rows.ts'

export type FinanceContext = EarningsContext & NewsContext & CommandContext<FinanceTables>
