import { recoverySpec } from '#contract/session/recovery.ts'
import { feature } from '#server/core/feature.ts'
import { recoverySettings, type RecoveryContext } from './context.ts'
import { recoveryHandlers } from './handlers.ts'
import { createRecoveryTables } from './rows.ts'

export const recoveryFeature = feature<RecoveryContext>()({
  name: 'recovery',
  uses: ['account', 'trigger', 'withdraw', 'otc'],
  spec: recoverySpec,
  handlers: recoveryHandlers,
  tables: createRecoveryTables,
  settings: recoverySettings,
})
