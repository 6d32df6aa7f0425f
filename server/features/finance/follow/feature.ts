import { followSpec } from '#contract/finance/follow.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditFollow } from './audit.ts'
import { followHandlers } from './handlers.ts'
import { createFollowTables } from './rows.ts'
import { seedFollow } from './seed.ts'
import { planAccrual, planDay } from './settle.ts'
import type { FollowContext } from './context.ts'

export const followFeature = feature<FollowContext>()({
  name: 'follow',
  uses: ['earnings'],
  spec: followSpec,
  handlers: followHandlers,
  tables: createFollowTables,
  deadlines: [on(planDay, planAccrual.run)],
  seed: seedFollow,
  audit: auditFollow,
})
