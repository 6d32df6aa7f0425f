import type { CommandContext } from '#server/core/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { BankTables } from './rows.ts'

export type BankContext = IdentityContext & CommandContext<BankTables>
