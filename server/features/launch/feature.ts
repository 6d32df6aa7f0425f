import { launchSpec } from '#contract/launch/launch.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditLaunch } from './audit.ts'
import { launchSettings, type LaunchContext } from './context.ts'
import { launchHandlers } from './handlers.ts'
import { createLaunchTables } from './rows.ts'
import { seedLaunches } from './seed.ts'
import { launchCoin, launchOnline, launchUnlock, unlockCoins } from './settle.ts'

export const launchFeature = feature<LaunchContext>()({
  name: 'launch',
  uses: ['market', 'earnings'],
  spec: launchSpec,
  handlers: launchHandlers,
  tables: createLaunchTables,
  settings: launchSettings,
  deadlines: [on(launchOnline, launchCoin), on(launchUnlock, unlockCoins)],
  seed: seedLaunches,
  audit: auditLaunch,
})
