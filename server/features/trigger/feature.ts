import { triggerSpec } from '#contract/trigger/trigger.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditTrigger } from './audit.ts'
import { expireTrigger } from './change.ts'
import { triggerSettings, type TriggerContext, type TriggerState } from './context.ts'
import { fireDeadMan } from './dead-man.ts'
import { triggerHandlers } from './handlers.ts'
import { triggerNotifications } from './notifications.ts'
import { tellWaiting } from './put-spot.ts'
import { createDueQueues } from './queues.ts'
import { createTriggerTables, deadManDue, triggerExpiry, triggerWaits } from './rows.ts'
import { seedTrigger } from './seed.ts'
import { takeTicks } from './tick.ts'
import { createTriggerWatch } from './watch.ts'

export const triggerFeature = feature<TriggerContext>()({
  name: 'trigger',
  uses: ['market', 'spot', 'lever', 'assets'],
  spec: triggerSpec,
  handlers: triggerHandlers,
  tables: createTriggerTables,
  settings: triggerSettings,
  state: ({ tables, now }): TriggerState => {
    const rows = [...tables.triggers.all()]
    const ends = [...tables.triggerExtremes.all()].map(({ upTo }) => upTo)
    return {
      triggerWatch: createTriggerWatch({
        armedIn: (pair) => tables.triggers.group('armed', pair),
        extremesOf: (pair) => tables.triggerExtremes.group('pair', pair),
      }),
      triggerQueues: createDueQueues(
        (key) => tables.triggers.group('due', key),
        () => [...tables.pairs.all()].map(({ id }) => id),
      ),
      triggerCounts: {
        seq: rows.reduce((most, { seq }) => Math.max(most, seq), Math.max(0, ...ends)),
        fired: rows.reduce((most, { fired }) => Math.max(most, fired?.no ?? 0), 0),
      },
      triggerActing: { id: null },
      triggerTurn: { sweep: '' },
      triggerStartedAt: now(),
    }
  },
  deadlines: [on(triggerExpiry, expireTrigger), on(triggerWaits, tellWaiting), on(deadManDue, fireDeadMan)],
  seed: seedTrigger,
  audit: auditTrigger,
  notifications: triggerNotifications,
  step: { inPriceCommand: takeTicks },
})
