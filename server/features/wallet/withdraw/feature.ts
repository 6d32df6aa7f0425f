import type { Setting } from '#contract/platform/platform.ts'
import { withdrawSpec } from '#contract/wallet/withdraw.ts'
import { feature } from '#server/core/feature.ts'
import { auditWithdraw } from './audit.ts'
import { withdrawSettings, type WithdrawContext } from './context.ts'
import { withdrawHandlers } from './handlers.ts'
import { withdrawNotifications } from './notifications.ts'
import { createWithdrawTables } from './rows.ts'

export const withdrawFeature = feature<WithdrawContext>()({
  name: 'withdraw',
  uses: ['market', 'bank', 'assets'],
  spec: withdrawSpec,
  handlers: withdrawHandlers,
  tables: createWithdrawTables,
  settings: withdrawSettings,
  publicSettings: ({
    settings,
  }): Pick<Setting, 'withdraw_per_day' | 'withdraw_credited_hours' | 'withdraw_day_most' | 'withdraw_code'> => ({
    withdraw_per_day: settings.withdraw.perDay,
    withdraw_credited_hours: settings.withdraw.creditedHours,
    withdraw_day_most: ([0, 1, 2] as const).map((level) => settings.withdraw[`dayMost${level}`]),
    withdraw_code: settings.withdraw.needsCode,
  }),
  audit: auditWithdraw,
  notifications: withdrawNotifications,
})
