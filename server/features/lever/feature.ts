import type { Setting } from '#contract/platform/platform.ts'
import { leverSpec } from '#contract/lever/lever.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditLever } from './audit.ts'
import { tellNet } from './caps.ts'
import { leverSettings, noLeverHooks, type LeverContext, type LeverState } from './context.ts'
import { leverHandlers } from './handlers.ts'
import { createMarks } from './marks.ts'
import { chargeNights, leverNight } from './nights.ts'
import { leverNotifications } from './notifications.ts'
import { expireEntry } from './pending.ts'
import { createLeverTables, leverExpiry } from './rows.ts'
import { seedLever } from './seed.ts'

export const leverFeature = feature<LeverContext>()({
  name: 'lever',
  uses: ['market'],
  spec: leverSpec,
  handlers: leverHandlers,
  tables: createLeverTables,
  settings: leverSettings,
  publicSettings: ({
    settings: { lever },
  }): Pick<
    Setting,
    'user_set_stopprice' | 'open_lever_entrust' | 'lever_warn_hazard_rate' | 'lever_burst_hazard_rate'
  > => ({
    user_set_stopprice: lever.isStopAllowed,
    open_lever_entrust: lever.isEntrustAllowed,
    lever_warn_hazard_rate: lever.warnHazardRate,
    lever_burst_hazard_rate: lever.burstHazardRate,
  }),
  state: (): LeverState => ({
    riskWarnings: new Map(),
    leverFlows: new Map(),
    leverSeen: new Map(),
    leverHooks: noLeverHooks(),
  }),
  deadlines: [on(leverNight, chargeNights), on(leverExpiry, expireEntry)],
  seed: seedLever,
  audit: auditLever,
  notifications: leverNotifications,
  step: { inPriceCommand: tellNet, afterPrices: (asyncCtx) => createMarks(asyncCtx).step() },
})
