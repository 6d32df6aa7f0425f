import { financeSpec } from '#contract/finance/finance.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditFinance } from './audit.ts'
import { financeHandlers } from './handlers.ts'
import { createFinanceTables } from './rows.ts'
import { seedFinance } from './seed.ts'
import { hostingAccrual, hostingDay } from './settle.ts'
import type { FinanceContext } from './context.ts'

export const financeFeature = feature<FinanceContext>()({
  name: 'finance',
  uses: ['news', 'earnings'],
  spec: financeSpec,
  handlers: financeHandlers,
  tables: createFinanceTables,
  deadlines: [on(hostingDay, hostingAccrual.run)],
  seed: seedFinance,
  audit: auditFinance,
})
