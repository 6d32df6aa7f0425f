import { promotionSpec } from '#contract/promotion/promotion.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditPromotion } from './audit.ts'
import { promotionSettings, type PromotionContext } from './context.ts'
import { promotionHandlers } from './handlers.ts'
import { createPromotionTables } from './rows.ts'
import { demoFees, payDemoFees, seedPromotion } from './seed.ts'
import { shareFees } from './share.ts'

export const promotionFeature = feature<PromotionContext>()({
  name: 'promotion',
  uses: ['market'],
  spec: promotionSpec,
  handlers: promotionHandlers,
  tables: createPromotionTables,
  settings: promotionSettings,
  audit: auditPromotion,
  shareFees,
  deadlines: [on(demoFees, payDemoFees)],
  seed: seedPromotion,
})
