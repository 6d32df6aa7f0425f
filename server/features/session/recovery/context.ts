import type { CommandContext } from '#server/core/context.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import type { RecoveryTables } from './rows.ts'

type RecoverySettings = {
  /** How long the account may object before the desk may take its authenticator app off. */
  totpWaitMs: number
}
export const recoverySettings = (): RecoverySettings => ({ totpWaitMs: 86_400_000 })

export type RecoveryContext = IdentityContext & CommandContext<RecoveryTables, object, { recovery: RecoverySettings }>
