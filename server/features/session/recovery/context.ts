import type { CommandContext } from '#server/core/context.ts'
import type { AccountContext } from '#server/features/account/context.ts'
import type { TriggerContext } from '#server/features/trigger/context.ts'
import type { WithdrawContext } from '#server/features/wallet/withdraw/context.ts'
import type { RecoveryTables } from './rows.ts'

type RecoverySettings = {
  /** How long the account may object before the desk may take its authenticator app off. */
  totpWaitMs: number
}
export const recoverySettings = (): RecoverySettings => ({ totpWaitMs: 86_400_000 })

export type RecoveryContext = AccountContext &
  TriggerContext &
  WithdrawContext &
  CommandContext<RecoveryTables, object, { recovery: RecoverySettings }>
