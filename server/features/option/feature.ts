import { optionSpec } from '#contract/option/option.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditOption } from './audit.ts'
import { createRoundChannels } from './channels.ts'
import { optionSettings, type OptionContext } from './context.ts'
import { lapseEntry, optionRound, settleRounds, takeTicks } from './deadlines.ts'
import { optionHandlers } from './handlers.ts'
import { optionNotifications } from './notifications.ts'
import { createOptionTables } from './rows.ts'
import { seedOption } from './seed.ts'
import { optionEntry } from './settle.ts'

export const optionFeature = feature<OptionContext>()({
  name: 'option',
  uses: ['market'],
  spec: optionSpec,
  handlers: optionHandlers,
  tables: createOptionTables,
  settings: optionSettings,
  deadlines: [on(optionEntry, lapseEntry), on(optionRound, settleRounds)],
  channels: createRoundChannels,
  seed: seedOption,
  audit: auditOption,
  notifications: optionNotifications,
  step: { inPriceCommand: takeTicks },
})
