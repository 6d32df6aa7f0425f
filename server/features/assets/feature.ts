import { assetsSpec } from '#contract/assets.ts'
import { feature } from '#server/core/feature.ts'
import type { AssetsContext } from './context.ts'
import { describeBalances } from './describe.ts'
import { assetsHandlers } from './handlers.ts'

export const assetsFeature = feature<AssetsContext>()({
  name: 'assets', uses: ['market', 'lever', 'spot'], spec: assetsSpec, handlers: assetsHandlers,
  describeBalances,
})
