import type { Setting } from '#contract/platform/platform.ts'
import { kycSpec } from '#contract/kyc/kyc.ts'
import { feature } from '#server/core/feature.ts'
import { kycSettings, type KycContext } from './context.ts'
import { createKycTables } from './rows.ts'
import { kycHandlers } from './handlers.ts'

export const kycFeature = feature<KycContext>()({
  name: 'kyc',
  spec: kycSpec,
  handlers: kycHandlers,
  tables: createKycTables,
  settings: kycSettings,
  publicSettings: ({ settings }): Pick<Setting, 'kyc_gates'> => ({ kyc_gates: { ...settings.kyc.gates } }),
})
