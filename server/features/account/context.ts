import type { AsyncContext } from '#server/core/context.ts'
import type { BankContext } from '#server/features/bank/context.ts'

/** The profile shows the bound card. */
export type AccountContext = BankContext
export type AsyncAccountContext = AsyncContext<AccountContext>
