import { earningsSpec } from '#contract/finance/earnings.ts'
import { feature } from '#server/core/feature.ts'
import { earningsSettings, type EarningsContext, type EarningsState } from './context.ts'
import { earningsHandlers } from './handlers.ts'
import { auditHouseLimits } from './house.ts'
import { createEarningsTables } from './rows.ts'

export const earningsFeature = feature<EarningsContext>()({
  name: 'earnings',
  uses: ['market'],
  spec: earningsSpec,
  handlers: earningsHandlers,
  tables: createEarningsTables,
  settings: earningsSettings,
  state: (): EarningsState => ({ earningSources: new Map() }),
  audit: auditHouseLimits,
})
