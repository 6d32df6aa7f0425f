import type { Setting } from '#contract/platform/platform.ts'
import { assetsSpec } from '#contract/assets/assets.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { assetsSettings, type AssetsContext } from './context.ts'
import { describeBalances } from './describe.ts'
import { assetsHandlers } from './handlers.ts'
import { assetsNotifications } from './notifications.ts'
import { closeDay, dayEnd, keepFees, seedDays } from './results.ts'
import { createAssetsTables } from './rows.ts'

export const assetsFeature = feature<AssetsContext>()({
  name: 'assets',
  uses: ['market', 'lever', 'option', 'spot', 'bank'],
  spec: assetsSpec,
  handlers: assetsHandlers,
  tables: createAssetsTables,
  settings: assetsSettings,
  publicSettings: ({
    settings: {
      assets: { gift },
    },
  }): Pick<Setting, 'gift'> => ({ gift: { fee_rate: gift.feeRate, min: gift.min, max: gift.max } }),
  describeBalances,
  notifications: assetsNotifications,
  deadlines: [on(dayEnd, closeDay)],
  seed: seedDays,
  shareFees: keepFees,
})
