import { depositSpec } from '#contract/wallet/deposit.ts'
import { feature } from '#server/core/feature.ts'
import { createDepositState, depositSettings, type DepositContext } from './context.ts'
import { depositHandlers } from './handlers.ts'
import { depositNotifications } from './notifications.ts'
import { createDepositTables } from './rows.ts'

export const depositFeature = feature<DepositContext>()({
  name: 'deposit',
  uses: ['market', 'bank', 'assets'],
  spec: depositSpec,
  handlers: depositHandlers,
  tables: createDepositTables,
  settings: depositSettings,
  state: createDepositState,
  notifications: depositNotifications,
})
