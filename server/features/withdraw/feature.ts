import { withdrawSpec } from '#contract/withdraw.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditWithdraw } from './audit.ts'
import { withdrawSettings, type WithdrawContext } from './context.ts'
import { reviewWithdrawal } from './deadlines.ts'
import { withdrawHandlers } from './handlers.ts'
import { withdrawNotifications } from './notifications.ts'
import { withdrawReview } from './review.ts'
import { createWithdrawTables } from './rows.ts'

export const withdrawFeature = feature<WithdrawContext>()({
  name: 'withdraw', uses: ['market', 'bank', 'assets'], spec: withdrawSpec, handlers: withdrawHandlers,
  tables: createWithdrawTables, settings: withdrawSettings, deadlines: [on(withdrawReview, reviewWithdrawal)], audit: auditWithdraw,
  notifications: withdrawNotifications,
})
