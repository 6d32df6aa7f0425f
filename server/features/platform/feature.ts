import { platformSpec } from '#contract/platform/platform.ts'
import { feature } from '#server/core/feature.ts'
import { platformSettings, type PlatformContext } from './context.ts'
import { platformHandlers } from './handlers.ts'
import { seedPlatform } from './seed.ts'

export const platformFeature = feature<PlatformContext>()({
  name: 'platform',
  uses: ['market', 'news', 'chat'],
  spec: platformSpec,
  handlers: platformHandlers,
  settings: platformSettings,
  seed: seedPlatform,
})
