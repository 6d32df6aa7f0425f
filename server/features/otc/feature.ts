import type { Setting } from '#contract/platform/platform.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { otcSpec } from '#contract/otc/otc.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditOtc } from './audit.ts'
import { botPrices, repriceBots, seedBots } from './bot-ads.ts'
import { actAsBot } from './bots.ts'
import { otcSettings, type OtcContext, type OtcState } from './context.ts'
import { lapseConfirm, lapsePay } from './deadlines.ts'
import { floatAd, otcFloat } from './floating.ts'
import { otcHandlers } from './handlers.ts'
import { otcNotifications } from './notifications.ts'
import { createOtcTables } from './rows.ts'
import { otcBot, otcConfirm, otcPay } from './settle.ts'

export const otcFeature = feature<OtcContext>()({
  name: 'otc',
  uses: ['market', 'bank'],
  spec: otcSpec,
  handlers: otcHandlers,
  tables: createOtcTables,
  settings: otcSettings,
  publicSettings: ({ settings: { otc } }): Pick<Setting, 'otc'> => ({
    otc: {
      bail: otc.bail,
      bail_currency_id: baseCoin.id,
      fee_rate: otc.feeRate,
      pay_minutes: [...otc.payMinutes],
      confirm_minutes: otc.confirmMinutes,
      unfinished_max: otc.unfinishedMax,
    },
  }),
  state: (): OtcState => ({ otcSeen: new Map() }),
  deadlines: [
    on(otcPay, lapsePay),
    on(otcConfirm, lapseConfirm),
    on(otcBot, actAsBot),
    on(botPrices, repriceBots),
    on(otcFloat, floatAd),
  ],
  seed: seedBots,
  audit: auditOtc,
  notifications: otcNotifications,
})
